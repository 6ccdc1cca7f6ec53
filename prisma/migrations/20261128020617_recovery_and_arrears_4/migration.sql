-- AlterTable
ALTER TABLE "payment_reversal" ADD COLUMN     "reference_lease_until" TIMESTAMPTZ(3);
