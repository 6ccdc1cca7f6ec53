-- CreateIndex
CREATE INDEX CONCURRENTLY "autopay_run_organization_id_effective_date_idx" ON "autopay_run"("organization_id", "effective_date");
