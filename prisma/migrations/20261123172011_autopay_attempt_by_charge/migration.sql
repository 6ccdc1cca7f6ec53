-- CreateIndex
CREATE INDEX CONCURRENTLY "autopay_attempt_organization_id_charge_external_id_idx" ON "autopay_attempt"("organization_id", "charge_external_id");
