-- A payment by the number that its loan system gave it. On the ledger the entry's key does this.
CREATE INDEX CONCURRENTLY "collected_payment_remote_number_idx" ON "collected_payment"("organization_id", "reference_number") WHERE "posting_reference" IS NOT NULL;
