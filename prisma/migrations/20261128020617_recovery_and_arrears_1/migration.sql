-- AlterTable
ALTER TABLE "collected_payment" ADD COLUMN     "reference_lease_until" TIMESTAMPTZ(3);
