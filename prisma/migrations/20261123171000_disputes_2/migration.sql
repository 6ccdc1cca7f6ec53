-- CreateIndex
CREATE INDEX CONCURRENTLY "payment_method_organization_id_processor_token_idx" ON "payment_method"("organization_id", "processor_token");
