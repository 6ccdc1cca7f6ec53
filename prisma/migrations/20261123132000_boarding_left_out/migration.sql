-- AlterTable
ALTER TABLE "ledger_boarding" ADD COLUMN     "products" JSONB,
ADD COLUMN     "skips_invalid" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "unstaged" JSONB;
