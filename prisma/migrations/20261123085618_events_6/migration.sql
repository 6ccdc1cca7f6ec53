-- AlterTable
ALTER TABLE "loan_system" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "is_reachable" BOOLEAN NOT NULL DEFAULT true;
