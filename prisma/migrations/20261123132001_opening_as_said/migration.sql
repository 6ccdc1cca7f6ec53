-- AlterTable
ALTER TABLE "ledger_opening" ADD COLUMN     "borrower_digests" JSONB,
ADD COLUMN     "co_borrower_digests" JSONB,
ADD COLUMN     "contract_number" TEXT,
ADD COLUMN     "nsf_fee_cents" BIGINT,
ADD COLUMN     "paid_off_on" DATE,
ADD COLUMN     "product_code" TEXT,
ADD COLUMN     "status" "account_status";
