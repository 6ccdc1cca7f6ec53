-- What an account's room is held by: few rows, however many the account has had.
CREATE INDEX CONCURRENTLY "collected_payment_held_idx" ON "collected_payment"("organization_id", "account_id") WHERE "status" IN ('pending', 'pending_confirmation');
