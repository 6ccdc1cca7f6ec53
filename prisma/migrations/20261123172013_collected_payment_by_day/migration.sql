-- CreateIndex
CREATE INDEX CONCURRENTLY "collected_payment_organization_id_effective_date_idx" ON "collected_payment"("organization_id", "effective_date");
