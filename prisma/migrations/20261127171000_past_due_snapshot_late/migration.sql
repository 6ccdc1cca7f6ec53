-- The delinquency report skips accounts that were never past due: without it, a page reads the more of them the fewer are late.
CREATE INDEX CONCURRENTLY "past_due_snapshot_late_idx" ON "past_due_snapshot"("organization_id", "account_id") WHERE "oldest_unpaid_on" IS NOT NULL;
