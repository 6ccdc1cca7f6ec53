-- AlterTable
ALTER TABLE "tie_out_look" ADD COLUMN     "completed_at" TIMESTAMPTZ(3);
