-- AlterTable
ALTER TABLE "autopay_schedule" ADD COLUMN     "charge_off_seen_on" DATE;
