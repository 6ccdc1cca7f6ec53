-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "organization_id" TEXT,
ADD COLUMN     "xid" BIGINT;

-- For rows that are still to come: what is there is not written anew.
ALTER TABLE "audit_log" ALTER COLUMN "xid" SET DEFAULT ((pg_current_xact_id())::text)::bigint;
