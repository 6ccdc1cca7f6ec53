-- Payments of one amount, newest first.
CREATE INDEX CONCURRENTLY "collected_payment_amount_idx" ON "collected_payment"("organization_id", "amount_cents", "id" DESC);
