-- AlterTable
ALTER TABLE "autopay_schedule" ADD COLUMN     "possible_duplicate_of" TEXT;
