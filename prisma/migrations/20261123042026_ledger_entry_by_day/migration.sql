-- CreateIndex
CREATE INDEX CONCURRENTLY "ledger_entry_organization_id_effective_on_reference_number_idx" ON "ledger_entry"("organization_id", "effective_on", "reference_number");
