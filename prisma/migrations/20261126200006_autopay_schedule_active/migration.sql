-- Schedules that charge, newest first: in the end most have ended.
CREATE INDEX CONCURRENTLY "autopay_schedule_active_idx" ON "autopay_schedule"("organization_id", "status", "id" DESC) WHERE "status" = 'active';
