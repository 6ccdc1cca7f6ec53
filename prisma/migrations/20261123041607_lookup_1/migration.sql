-- CreateIndex
CREATE INDEX CONCURRENTLY "account_organization_id_external_contract_number_id_idx" ON "account"("organization_id", "external_contract_number", "id");
