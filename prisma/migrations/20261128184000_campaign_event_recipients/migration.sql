-- The recipients behind a count of a campaign, page by page in the order of their addresses.
CREATE INDEX CONCURRENTLY "campaign_event_recipients_idx" ON "campaign_event"("organization_id", "campaign_id", "event_type", "is_machine", lower("recipient"));
