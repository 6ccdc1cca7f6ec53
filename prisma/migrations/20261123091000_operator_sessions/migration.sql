-- AlterTable
ALTER TABLE "operator_token" ADD COLUMN     "display_name" TEXT,
ADD COLUMN     "issuer" TEXT,
ADD COLUMN     "session_hash" BYTEA;
