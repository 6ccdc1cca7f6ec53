-- What an account's room is held by: few rows, however many the account has had.
CREATE INDEX CONCURRENTLY "autopay_run_held_idx" ON "autopay_run"("organization_id", "account_id") WHERE "status" IN ('charging', 'charged', 'posting');
