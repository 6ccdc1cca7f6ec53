-- AlterTable
ALTER TABLE "loan_system_sync" ADD COLUMN     "arrears_day" DATE,
ADD COLUMN     "arrears_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "persons_failed" INTEGER NOT NULL DEFAULT 0;
