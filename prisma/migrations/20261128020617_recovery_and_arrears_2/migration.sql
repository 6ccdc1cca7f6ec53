-- AlterTable
ALTER TABLE "loan_system" ADD COLUMN     "postings_read_at" TIMESTAMPTZ(3);
