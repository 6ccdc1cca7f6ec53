-- AlterTable
ALTER TABLE "autopay_schedule" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0;
