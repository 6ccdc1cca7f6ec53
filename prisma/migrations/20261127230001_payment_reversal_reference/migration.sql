-- AlterTable
ALTER TABLE "payment_reversal" ADD COLUMN     "posting_reference" TEXT;
