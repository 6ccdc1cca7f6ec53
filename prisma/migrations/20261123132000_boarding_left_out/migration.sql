-- AlterTable
ALTER TABLE "ledger_boarding" ADD COLUMN     "products" JSONB,
ADD COLUMN     "skips_invalid" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "unstaged" JSONB;

-- AlterTable
ALTER TABLE "ledger_opening" ADD COLUMN     "borrower_digests" JSONB,
ADD COLUMN     "co_borrower_digests" JSONB,
ADD COLUMN     "contract_number" TEXT,
ADD COLUMN     "nsf_fee_cents" BIGINT,
ADD COLUMN     "paid_off_on" DATE,
ADD COLUMN     "product_code" TEXT,
ADD COLUMN     "status" "account_status";

-- CreateTable
CREATE TABLE "ledger_boarding_left_out" (
    "organization_id" TEXT NOT NULL,
    "boarding_id" TEXT NOT NULL,
    "loan_number" TEXT NOT NULL,

    CONSTRAINT "ledger_boarding_left_out_pkey" PRIMARY KEY ("organization_id","boarding_id","loan_number")
);
