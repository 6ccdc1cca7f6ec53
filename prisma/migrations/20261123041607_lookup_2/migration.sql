-- CreateIndex
CREATE INDEX CONCURRENTLY "account_organization_id_external_account_number_id_idx" ON "account"("organization_id", "external_account_number", "id");
