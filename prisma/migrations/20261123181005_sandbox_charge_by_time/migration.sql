-- CreateIndex
CREATE INDEX CONCURRENTLY "sandbox_charge_organization_id_created_at_idx" ON "sandbox_charge"("organization_id", "created_at");
