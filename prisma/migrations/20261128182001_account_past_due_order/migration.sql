-- The next loan of the collection queue, in the order in which loans are given out: without it, every loan that was ever past due is read and sorted.
CREATE INDEX CONCURRENTLY "account_past_due_idx" ON "account"("organization_id", "oldest_unpaid_on", "past_due_cents" DESC, "id") WHERE "past_due_cents" > 0;
