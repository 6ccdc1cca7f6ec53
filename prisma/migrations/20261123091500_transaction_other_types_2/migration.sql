-- DropIndex
DROP INDEX CONCURRENTLY IF EXISTS "transaction_organization_id_type_sort_on_id_idx";
