-- AlterTable
ALTER TABLE "autopay_attempt" ADD COLUMN     "standing_read_at" TIMESTAMPTZ(3);
