-- AlterTable
ALTER TABLE "card_capture" ADD COLUMN     "customer" TEXT;
