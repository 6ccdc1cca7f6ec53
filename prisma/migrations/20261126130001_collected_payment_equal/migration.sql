-- Payments that equal a new one, and payments that name one of them.
CREATE INDEX CONCURRENTLY "collected_payment_equal_idx" ON "collected_payment"("organization_id", "account_id", "amount_cents", "payment_method", "created_at" DESC);
