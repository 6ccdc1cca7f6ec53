-- CreateIndex
CREATE INDEX CONCURRENTLY "payment_reversal_organization_id_reversed_at_idx" ON "payment_reversal"("organization_id", "reversed_at");
