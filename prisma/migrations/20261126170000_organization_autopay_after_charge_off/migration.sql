-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "pauses_autopay_after_charge_off" BOOLEAN NOT NULL DEFAULT false;
