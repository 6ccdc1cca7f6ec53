-- Deliveries of an endpoint with one status, newest first.
CREATE INDEX CONCURRENTLY "webhook_delivery_organization_id_endpoint_id_status_event_i_idx" ON "webhook_delivery"("organization_id", "endpoint_id", "status", "event_id" DESC);
