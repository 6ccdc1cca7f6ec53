-- AlterTable
ALTER TABLE "collected_payment" ADD COLUMN     "posting_reference" TEXT;
