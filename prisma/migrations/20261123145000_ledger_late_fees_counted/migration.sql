-- AlterTable
ALTER TABLE "ledger_loan" ADD COLUMN     "late_fees_counted_cents" BIGINT;
