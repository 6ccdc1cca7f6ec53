-- CreateIndex
CREATE INDEX CONCURRENTLY "autopay_run_waiting_for_a_person_idx" ON "autopay_run"("organization_id") WHERE "status" = 'held';
