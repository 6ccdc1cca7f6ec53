-- CreateIndex
CREATE INDEX "collected_payment_organization_id_status_id_idx" ON "collected_payment"("organization_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "collected_payment_organization_id_external_reference_id_idx" ON "collected_payment"("organization_id", "external_reference", "id" DESC);
