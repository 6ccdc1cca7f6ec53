-- CreateEnum
CREATE TYPE "correction_kind" AS ENUM ('reversal', 'posting');

-- CreateEnum
CREATE TYPE "correction_status" AS ENUM ('pending', 'done', 'refused');

-- CreateEnum
CREATE TYPE "dispute_status" AS ENUM ('inquiry_needs_response', 'inquiry_under_review', 'inquiry_closed', 'needs_response', 'under_review', 'won', 'lost');

-- CreateEnum
CREATE TYPE "processor_event_status" AS ENUM ('received', 'done', 'ignored', 'failed');

-- AlterEnum
ALTER TYPE "autopay_run_status" ADD VALUE 'reversed';

-- CreateTable
CREATE TABLE "autopay_correction" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" "correction_kind" NOT NULL,
    "reason" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "status" "correction_status" NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "payment_reference" TEXT,
    "posting_external_id" TEXT,
    "reference_number" BIGINT,
    "failure_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "autopay_correction_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "dispute" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "processor" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "charge_external_id" TEXT NOT NULL,
    "run_id" TEXT,
    "account_id" TEXT,
    "amount_cents" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "status" "dispute_status" NOT NULL,
    "is_withdrawn" BOOLEAN NOT NULL,
    "evidence_due_by" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event_sequence" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "dispute_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "processor_event" (
    "id" TEXT NOT NULL,
    "processor" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "about_kind" TEXT,
    "about_id" TEXT,
    "source" TEXT NOT NULL,
    "status" "processor_event_status" NOT NULL,
    "outcome" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "processor_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "processor_pull" (
    "processor" TEXT NOT NULL,
    "complete_through" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "since" TIMESTAMPTZ(3),
    "position" TEXT,

    CONSTRAINT "processor_pull_pkey" PRIMARY KEY ("processor")
);

-- CreateIndex
CREATE UNIQUE INDEX "autopay_correction_organization_id_run_id_number_key" ON "autopay_correction"("organization_id", "run_id", "number");

-- CreateIndex
CREATE INDEX "dispute_organization_id_account_id_idx" ON "dispute"("organization_id", "account_id");

-- CreateIndex
CREATE INDEX "dispute_organization_id_run_id_idx" ON "dispute"("organization_id", "run_id");

-- CreateIndex
CREATE INDEX "processor_event_status_received_at_idx" ON "processor_event"("status", "received_at");

-- CreateIndex
CREATE UNIQUE INDEX "processor_event_processor_external_id_key" ON "processor_event"("processor", "external_id");

-- AddForeignKey
ALTER TABLE "autopay_correction" ADD CONSTRAINT "autopay_correction_organization_id_run_id_fkey" FOREIGN KEY ("organization_id", "run_id") REFERENCES "autopay_run"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
