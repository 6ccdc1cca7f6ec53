-- Acts above a limit that wait for a second person. New table: nothing to backfill.
CREATE TYPE "approval_status" AS ENUM ('open', 'approved', 'done', 'failed', 'rejected', 'expired', 'withdrawn');

CREATE TABLE "approval_request" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "act" "limited_act" NOT NULL,
    "mutation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input" JSONB,
    "input_digest" BYTEA NOT NULL,
    "account_id" TEXT,
    "payment_id" TEXT,
    "amount_cents" BIGINT NOT NULL,
    "details" JSONB NOT NULL,
    "reason" TEXT,
    "asked_by" TEXT NOT NULL,
    "asked_by_issuer" TEXT,
    "asked_by_name" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "least_role" TEXT NOT NULL,
    "status" "approval_status" NOT NULL,
    "decided_by" TEXT,
    "decided_by_issuer" TEXT,
    "decided_by_name" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decided_role" TEXT,
    "decided_up_to_cents" BIGINT,
    "decision_reason" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "failure_code" TEXT,

    CONSTRAINT "approval_request_pkey" PRIMARY KEY ("organization_id", "id")
);

CREATE UNIQUE INDEX "approval_request_organization_id_mutation_key_key" ON "approval_request"("organization_id", "mutation", "key");
CREATE INDEX "approval_request_organization_id_account_id_id_idx" ON "approval_request"("organization_id", "account_id", "id" DESC);
CREATE INDEX "approval_request_organization_id_status_id_idx" ON "approval_request"("organization_id", "status", "id" DESC);
