-- AlterTable
ALTER TABLE "ledger_loan" ADD COLUMN     "late_fees_cents" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "taken_by_late_fees_cents" BIGINT NOT NULL DEFAULT 0;
