-- AlterTable
ALTER TABLE "dispute" ADD COLUMN     "read_at" TIMESTAMPTZ(3);
