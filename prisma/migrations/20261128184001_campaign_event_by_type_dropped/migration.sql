-- campaign_event_recipients_idx begins with the same columns.
DROP INDEX CONCURRENTLY IF EXISTS "campaign_event_organization_id_campaign_id_event_type_idx";
