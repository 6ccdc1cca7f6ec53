-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "answer_body" TEXT,
ADD COLUMN     "answer_status" INTEGER,
ADD COLUMN     "answer_version" INTEGER NOT NULL DEFAULT 1;
