-- What came in by the day on which it was entered: an expression, which the schema has no word for.
CREATE INDEX CONCURRENTLY "transaction_received_idx" ON "transaction"("organization_id", (coalesce("received_on", "sort_on"))) WHERE "type" = 'payment';
