-- CreateIndex
CREATE INDEX CONCURRENTLY "autopay_run_organization_id_status_id_idx" ON "autopay_run"("organization_id", "status", "id" DESC);
