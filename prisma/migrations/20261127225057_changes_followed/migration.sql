-- AlterTable
ALTER TABLE "loan_system_sync" ADD COLUMN     "changes_from" TIMESTAMPTZ(3),
ADD COLUMN     "changes_missed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "changes_position" TEXT;
