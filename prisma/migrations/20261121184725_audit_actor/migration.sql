-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "actor_kind" TEXT,
ADD COLUMN     "actor_name" TEXT,
ADD COLUMN     "issuer" TEXT,
ADD COLUMN     "request_id" TEXT;
