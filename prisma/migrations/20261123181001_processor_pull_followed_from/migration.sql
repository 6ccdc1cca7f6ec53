-- AlterTable
ALTER TABLE "processor_pull" ADD COLUMN     "followed_from" TIMESTAMPTZ(3);
