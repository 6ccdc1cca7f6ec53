-- Payments that were collected in one way, newest first.
CREATE INDEX CONCURRENTLY "collected_payment_method_idx" ON "collected_payment"("organization_id", "payment_method", "id" DESC);
