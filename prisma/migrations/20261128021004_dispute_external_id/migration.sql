-- A dispute by what its processor calls it.
CREATE INDEX CONCURRENTLY "dispute_external_id_idx" ON "dispute"("organization_id", "external_id");
