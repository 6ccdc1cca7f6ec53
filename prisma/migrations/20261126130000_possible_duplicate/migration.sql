-- AlterTable
ALTER TABLE "collected_payment" ADD COLUMN     "possible_duplicate_of" TEXT,
ADD COLUMN     "recorded_on" DATE;
