-- Methods that are no longer active, newest first.
CREATE INDEX CONCURRENTLY "payment_method_inactive_idx" ON "payment_method"("organization_id", "id" DESC) WHERE NOT "is_active";
