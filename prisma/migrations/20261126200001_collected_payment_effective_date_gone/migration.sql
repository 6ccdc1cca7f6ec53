-- Its place is taken by collected_payment_applied_idx.
DROP INDEX CONCURRENTLY IF EXISTS "collected_payment_organization_id_effective_date_idx";
