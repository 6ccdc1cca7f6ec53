-- CreateIndex
CREATE UNIQUE INDEX CONCURRENTLY "ledger_loan_organization_id_loan_number_key" ON "ledger_loan"("organization_id", "loan_number");
