-- Read by nothing: collected_payment_held_idx holds the same rows.
DROP INDEX CONCURRENTLY IF EXISTS "collected_payment_open_idx";
