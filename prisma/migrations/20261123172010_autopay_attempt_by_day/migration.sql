-- CreateIndex
CREATE INDEX CONCURRENTLY "autopay_attempt_organization_id_settled_at_idx" ON "autopay_attempt"("organization_id", "settled_at");
