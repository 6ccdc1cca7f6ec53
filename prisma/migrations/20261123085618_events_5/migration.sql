-- AlterTable
ALTER TABLE "collected_payment" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0;
