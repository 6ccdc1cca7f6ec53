-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "sandbox" BOOLEAN NOT NULL DEFAULT false;
