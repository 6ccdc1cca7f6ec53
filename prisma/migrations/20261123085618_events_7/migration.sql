-- AlterTable
ALTER TABLE "payment_method" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0;
