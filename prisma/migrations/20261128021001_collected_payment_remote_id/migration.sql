-- A payment by what its loan system calls the posting.
CREATE INDEX CONCURRENTLY "collected_payment_remote_id_idx" ON "collected_payment"("organization_id", "posting_external_id") WHERE "posting_reference" IS NOT NULL;
