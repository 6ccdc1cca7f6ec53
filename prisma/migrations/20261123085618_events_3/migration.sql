-- AlterTable
ALTER TABLE "autopay_run" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0;
