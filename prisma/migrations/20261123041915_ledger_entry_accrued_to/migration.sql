-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN     "accrued_to" DATE;
