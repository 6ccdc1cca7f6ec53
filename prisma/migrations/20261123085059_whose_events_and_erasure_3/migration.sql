-- AlterTable
ALTER TABLE "person" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);
