-- Active methods, newest first: in the end most are not.
CREATE INDEX CONCURRENTLY "payment_method_active_idx" ON "payment_method"("organization_id", "id" DESC) WHERE "is_active";
