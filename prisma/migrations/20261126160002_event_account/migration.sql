-- AlterTable
ALTER TABLE "event" ADD COLUMN     "account_id" TEXT;
