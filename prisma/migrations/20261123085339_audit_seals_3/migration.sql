-- CreateIndex
CREATE INDEX CONCURRENTLY "audit_log_xid_id_idx" ON "audit_log"("xid", "id");
