-- A reference belongs to one payment. Payments on the ledger have none: they cost no entry here.
CREATE UNIQUE INDEX CONCURRENTLY "collected_payment_reference_idx" ON "collected_payment"("organization_id", "posting_reference") WHERE "posting_reference" IS NOT NULL;
