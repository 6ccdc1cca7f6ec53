-- Stored instruments with the same last four digits, newest first.
CREATE INDEX CONCURRENTLY "payment_method_last_four_idx" ON "payment_method"("organization_id", "last_four", "id" DESC);
