-- AlterTable
ALTER TABLE "operator_token" ADD COLUMN     "sealed_id_token" TEXT;
