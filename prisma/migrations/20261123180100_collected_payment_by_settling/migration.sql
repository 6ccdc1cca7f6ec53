-- CreateIndex
CREATE INDEX CONCURRENTLY "collected_payment_organization_id_settled_at_idx" ON "collected_payment"("organization_id", "settled_at");
