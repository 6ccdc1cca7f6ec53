-- Payments by the day on which they were applied, latest first.
CREATE INDEX CONCURRENTLY "collected_payment_applied_idx" ON "collected_payment"("organization_id", "effective_date" DESC, "id" DESC);
