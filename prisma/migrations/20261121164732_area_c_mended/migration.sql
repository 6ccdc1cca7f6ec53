-- AlterTable
ALTER TABLE "poison_event" ALTER COLUMN "batch_id" DROP NOT NULL,
ALTER COLUMN "position" DROP NOT NULL;

-- CreateTable
CREATE TABLE "suppression_removal" (
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppression_removal_pkey" PRIMARY KEY ("workspace_id","address")
);

-- CreateIndex
CREATE INDEX "suppression_removal_organization_id_workspace_id_idx" ON "suppression_removal"("organization_id", "workspace_id");

-- What nobody can express in the schema
-- Of soft bounces alone, which are counted by address
CREATE INDEX "campaign_event_soft_bounce_idx" ON "campaign_event"("organization_id", "workspace_id", "recipient", "occurred_at") WHERE "event_type" = 'bounce' AND "bounce_type" = 'soft';
