-- DropIndex
DROP INDEX CONCURRENTLY IF EXISTS "tie_out_look_organization_id_step_idx";
