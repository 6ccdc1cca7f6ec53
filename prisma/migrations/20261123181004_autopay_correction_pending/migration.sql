-- Those that somebody must be working on.
CREATE INDEX CONCURRENTLY "autopay_correction_pending_idx" ON "autopay_correction"("organization_id") WHERE "status" = 'pending';
