-- AlterTable
ALTER TABLE "autopay_run" ADD COLUMN     "released_on" DATE;
