-- Schedules that charge nothing, by status, newest first.
CREATE INDEX CONCURRENTLY "autopay_schedule_not_active_idx" ON "autopay_schedule"("organization_id", "status", "id" DESC) WHERE "status" <> 'active';
