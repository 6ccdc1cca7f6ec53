-- AlterTable
ALTER TABLE "autopay_run" ADD COLUMN     "possible_duplicate_of" TEXT,
ADD COLUMN     "released_at" TIMESTAMPTZ(3);
