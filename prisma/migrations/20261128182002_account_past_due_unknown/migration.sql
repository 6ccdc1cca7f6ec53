-- Open loans that a process of an earlier version wrote last: their past-due amounts are only in their latest snapshots.
CREATE INDEX CONCURRENTLY "account_past_due_unknown_idx" ON "account"("organization_id", "id") WHERE "status_code" IN ('active', 'delinquent') AND ("past_due_cents" IS NULL OR ("status_code" = 'delinquent' AND "past_due_cents" = 0));
