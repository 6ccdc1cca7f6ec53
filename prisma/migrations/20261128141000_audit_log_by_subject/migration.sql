-- CreateIndex
CREATE INDEX CONCURRENTLY "audit_log_subject_id_idx" ON "audit_log"("subject", "id");
