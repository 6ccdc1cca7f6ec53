-- The attempts of one delivery, newest first.
CREATE INDEX CONCURRENTLY "webhook_attempt_organization_id_endpoint_id_event_id_id_idx" ON "webhook_attempt"("organization_id", "endpoint_id", "event_id", "id" DESC);
