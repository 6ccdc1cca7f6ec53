-- AlterEnum
ALTER TYPE "suppression_reason" ADD VALUE 'complaint';

-- AlterTable
ALTER TABLE "webhook_batch" ADD COLUMN     "claimed_until" TIMESTAMPTZ(3);

-- AlterTable
-- Tokens that are there already stay used, and repeat no call.
ALTER TABLE "webhook_token" ADD COLUMN     "batch_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "body_sha256" BYTEA NOT NULL DEFAULT '';
ALTER TABLE "webhook_token" ALTER COLUMN "batch_id" DROP DEFAULT,
ALTER COLUMN "body_sha256" DROP DEFAULT;

-- CreateIndex
CREATE INDEX "event_receipt_received_at_idx" ON "event_receipt"("received_at");

-- CreateIndex
CREATE INDEX "waiting_event_created_at_idx" ON "waiting_event"("created_at");
