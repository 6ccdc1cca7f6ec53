-- CreateIndex
CREATE INDEX CONCURRENTLY "autopay_run_organization_id_settled_at_idx" ON "autopay_run"("organization_id", "settled_at");
