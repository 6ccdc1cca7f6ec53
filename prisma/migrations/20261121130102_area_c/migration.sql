-- CreateEnum
CREATE TYPE "email_provider_code" AS ENUM ('sendgrid', 'mailgun', 'postmark', 'generic');

-- CreateEnum
CREATE TYPE "campaign_event_type" AS ENUM ('open', 'click', 'bounce', 'unsubscribe');

-- CreateEnum
CREATE TYPE "bounce_type" AS ENUM ('hard', 'soft');

-- CreateEnum
CREATE TYPE "webhook_batch_status" AS ENUM ('received', 'processed', 'malformed');

-- CreateEnum
CREATE TYPE "suppression_reason" AS ENUM ('hard_bounce', 'soft_bounces', 'unsubscribe');

-- CreateTable
CREATE TABLE "workspace_merge_field" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "placeholder" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_merge_field_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace_asset" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "placeholder" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "url" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_asset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_identifier" (
    "provider" "email_provider_code" NOT NULL,
    "identifier" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "campaign_id" TEXT NOT NULL,

    CONSTRAINT "campaign_identifier_pkey" PRIMARY KEY ("provider","identifier")
);

-- CreateTable
CREATE TABLE "campaign_event" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "campaign_id" TEXT NOT NULL,
    "event_type" "campaign_event_type" NOT NULL,
    "bounce_type" "bounce_type",
    "recipient" TEXT NOT NULL,
    "url" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "provider_message_id" TEXT,
    "is_machine" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_batch" (
    "id" TEXT NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "source" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "organization_ids" TEXT[],
    "is_signed" BOOLEAN NOT NULL,
    "status" "webhook_batch_status" NOT NULL DEFAULT 'received',
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_receipt" (
    "source" TEXT NOT NULL,
    "provider_event_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_receipt_pkey" PRIMARY KEY ("source","provider_event_id")
);

-- CreateTable
CREATE TABLE "webhook_token" (
    "provider" "email_provider_code" NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_token_pkey" PRIMARY KEY ("provider","token")
);

-- CreateTable
CREATE TABLE "waiting_event" (
    "id" TEXT NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "identifiers" TEXT[],
    "organization_ids" TEXT[],
    "is_signed" BOOLEAN NOT NULL,
    "event" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "waiting_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "poison_event" (
    "id" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "event" JSONB NOT NULL,
    "error" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replayed_at" TIMESTAMPTZ(3),

    CONSTRAINT "poison_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppression" (
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "reason" "suppression_reason" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppression_pkey" PRIMARY KEY ("workspace_id","address")
);

-- CreateIndex
CREATE UNIQUE INDEX "workspace_merge_field_organization_id_id_key" ON "workspace_merge_field"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_merge_field_workspace_id_placeholder_key" ON "workspace_merge_field"("workspace_id", "placeholder");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_asset_organization_id_id_key" ON "workspace_asset"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_asset_workspace_id_placeholder_key" ON "workspace_asset"("workspace_id", "placeholder");

-- CreateIndex
CREATE INDEX "campaign_organization_id_workspace_id_idx" ON "campaign"("organization_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_organization_id_id_key" ON "campaign"("organization_id", "id");

-- CreateIndex
CREATE INDEX "campaign_identifier_organization_id_campaign_id_idx" ON "campaign_identifier"("organization_id", "campaign_id");

-- CreateIndex
CREATE INDEX "campaign_event_organization_id_workspace_id_occurred_at_id_idx" ON "campaign_event"("organization_id", "workspace_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "campaign_event_organization_id_campaign_id_event_type_idx" ON "campaign_event"("organization_id", "campaign_id", "event_type");

-- CreateIndex
CREATE INDEX "campaign_event_organization_id_workspace_id_recipient_idx" ON "campaign_event"("organization_id", "workspace_id", "recipient");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_event_organization_id_id_key" ON "campaign_event"("organization_id", "id");

-- CreateIndex
CREATE INDEX "webhook_batch_status_received_at_idx" ON "webhook_batch"("status", "received_at");

-- CreateIndex
CREATE INDEX "webhook_token_expires_at_idx" ON "webhook_token"("expires_at");

-- CreateIndex
CREATE INDEX "waiting_event_identifiers_idx" ON "waiting_event" USING GIN ("identifiers");

-- CreateIndex
CREATE INDEX "poison_event_created_at_idx" ON "poison_event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "poison_event_batch_id_position_key" ON "poison_event"("batch_id", "position");

-- CreateIndex
CREATE INDEX "suppression_organization_id_workspace_id_created_at_address_idx" ON "suppression"("organization_id", "workspace_id", "created_at" DESC, "address" DESC);

-- AddForeignKey
ALTER TABLE "workspace_merge_field" ADD CONSTRAINT "workspace_merge_field_organization_id_workspace_id_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_asset" ADD CONSTRAINT "workspace_asset_organization_id_workspace_id_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_organization_id_workspace_id_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_identifier" ADD CONSTRAINT "campaign_identifier_organization_id_campaign_id_fkey" FOREIGN KEY ("organization_id", "campaign_id") REFERENCES "campaign"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_event" ADD CONSTRAINT "campaign_event_organization_id_campaign_id_fkey" FOREIGN KEY ("organization_id", "campaign_id") REFERENCES "campaign"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
