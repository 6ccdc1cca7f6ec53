-- AlterTable
ALTER TABLE "ledger_loan" ADD COLUMN     "late_fee_installments" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "loan_number" TEXT,
ADD COLUMN     "product_id" TEXT,
ADD COLUMN     "product_version" INTEGER;

-- AddForeignKey
ALTER TABLE "ledger_loan" ADD CONSTRAINT "ledger_loan_organization_id_product_id_product_version_fkey" FOREIGN KEY ("organization_id", "product_id", "product_version") REFERENCES "ledger_product_version"("organization_id", "product_id", "version") ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
