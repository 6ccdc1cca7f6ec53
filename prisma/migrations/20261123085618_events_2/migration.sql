-- AlterTable
ALTER TABLE "account" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0;
