-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "recovering_since" TIMESTAMPTZ(3);
