-- CreateEnum
CREATE TYPE "tie_out_act_kind" AS ENUM ('post', 'reverse');

-- CreateEnum
CREATE TYPE "tie_out_act_status" AS ENUM ('pending', 'done', 'refused');

-- CreateTable
CREATE TABLE "tie_out_act" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "difference_id" TEXT NOT NULL,
    "kind" "tie_out_act_kind" NOT NULL,
    "status" "tie_out_act_status" NOT NULL,
    "facts_version" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "payment_reference" TEXT NOT NULL,
    "posting_external_id" TEXT,
    "failure_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "tie_out_act_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "tie_out_act_organization_id_difference_id_idx" ON "tie_out_act"("organization_id", "difference_id");

-- One at a time: whoever acts holds the difference's exception, and this holds if ever somebody does not.
CREATE UNIQUE INDEX "tie_out_act_pending" ON "tie_out_act"("organization_id", "difference_id") WHERE "status" = 'pending';
