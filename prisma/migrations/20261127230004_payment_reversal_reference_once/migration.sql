-- A reference belongs to one reversal.
CREATE UNIQUE INDEX CONCURRENTLY "payment_reversal_reference_idx" ON "payment_reversal"("organization_id", "posting_reference") WHERE "posting_reference" IS NOT NULL;
