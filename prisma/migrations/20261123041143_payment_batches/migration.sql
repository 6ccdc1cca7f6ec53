-- CreateEnum
CREATE TYPE "payment_batch_mode" AS ENUM ('stop', 'continue');

-- CreateEnum
CREATE TYPE "payment_batch_status" AS ENUM ('accepted', 'processing', 'stopped', 'completed');

-- CreateEnum
CREATE TYPE "payment_batch_row_outcome" AS ENUM ('recorded', 'refused', 'unavailable', 'would_post');

-- CreateTable
CREATE TABLE "payment_batch" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "mode" "payment_batch_mode" NOT NULL,
    "is_dry_run" BOOLEAN NOT NULL,
    "status" "payment_batch_status" NOT NULL DEFAULT 'accepted',
    "stop_reason" TEXT,
    "row_count" INTEGER NOT NULL,
    "sum_cents" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "fruitless_passes" INTEGER NOT NULL DEFAULT 0,
    "next_pass_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_batch_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "payment_batch_row" (
    "organization_id" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "sealed_key" BYTEA,
    "account_id" TEXT,
    "loan_number" TEXT,
    "external_contract_number" TEXT,
    "amount_cents" BIGINT NOT NULL,
    "payment_method" "collected_payment_method" NOT NULL,
    "check_number" BIGINT,
    "card_brand" "card_brand",
    "external_reference" TEXT,
    "memo" TEXT,
    "outcome" "payment_batch_row_outcome",
    "error_code" TEXT,
    "reason" TEXT,
    "payment_id" TEXT,

    CONSTRAINT "payment_batch_row_pkey" PRIMARY KEY ("organization_id","batch_id","position")
);

-- CreateIndex
CREATE INDEX "payment_batch_organization_id_status_idx" ON "payment_batch"("organization_id", "status");

-- CreateIndex
CREATE INDEX "payment_batch_organization_id_finished_at_idx" ON "payment_batch"("organization_id", "finished_at");

-- AddForeignKey
ALTER TABLE "payment_batch_row" ADD CONSTRAINT "payment_batch_row_organization_id_batch_id_fkey" FOREIGN KEY ("organization_id", "batch_id") REFERENCES "payment_batch"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
