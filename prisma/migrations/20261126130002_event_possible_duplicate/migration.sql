-- AlterTable
ALTER TABLE "event" ADD COLUMN     "possible_duplicate_of" TEXT;
