-- DropIndex: the log is read along its ids, which are in the order of time.
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_occurred_at_id_idx";
