-- AlterTable
ALTER TABLE "test_clock" ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "lease_token" TEXT,
ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0;
