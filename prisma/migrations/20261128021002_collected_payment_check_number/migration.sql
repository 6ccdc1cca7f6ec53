-- Payments with one check number, newest first.
CREATE INDEX CONCURRENTLY "collected_payment_check_number_idx" ON "collected_payment"("organization_id", "check_number", "id" DESC) WHERE "check_number" IS NOT NULL;
