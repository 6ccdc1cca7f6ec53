-- The collection queue reads only loans that were past due at some time: without it, it reads the latest snapshot of every open loan.
CREATE INDEX CONCURRENTLY "past_due_snapshot_past_due_idx" ON "past_due_snapshot"("organization_id", "account_id") WHERE "past_due_cents" > 0;
