-- AlterTable
ALTER TABLE "operator_exception" ADD COLUMN     "wait_reason" TEXT,
ADD COLUMN     "waits_by" TEXT,
ADD COLUMN     "waits_until" DATE;
