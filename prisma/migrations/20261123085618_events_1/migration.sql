-- CreateTable
CREATE TABLE "event" (
    "id" TEXT NOT NULL DEFAULT upper((lpad(to_hex(((EXTRACT(epoch FROM clock_timestamp()) * 1000))::bigint), 12, '0'::text) || "right"(replace((gen_random_uuid())::text, '-'::text, ''::text), 14))),
    "organization_id" TEXT NOT NULL,
    "transaction_id" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "position" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "status" TEXT,
    "previous_status" TEXT,
    "code" TEXT,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "event_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "types" TEXT[] NOT NULL,
    "organization_ids" TEXT[] NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'enabled',
    "disabled_reason" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "missed_from" TIMESTAMPTZ(3),
    "missed_until" TIMESTAMPTZ(3),
    "secret" TEXT NOT NULL,
    "earlier_secret" TEXT,
    "earlier_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failing_event_id" TEXT,
    "other_failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "noticed_at" TIMESTAMPTZ(3),
    "event_sequence" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_subscription" (
    "organization_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "through_transaction" BIGINT NOT NULL,
    "through_position" BIGINT NOT NULL,

    CONSTRAINT "webhook_subscription_pkey" PRIMARY KEY ("organization_id","endpoint_id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "organization_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("organization_id","endpoint_id","event_id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "http_status" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "event_organization_id_transaction_id_position_idx" ON "event"("organization_id", "transaction_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "event_organization_id_object_id_sequence_key" ON "event"("organization_id", "object_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_delivery_organization_id_endpoint_id_status_next_tr_idx" ON "webhook_delivery"("organization_id", "endpoint_id", "status", "next_try_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_organization_id_created_at_idx" ON "webhook_delivery"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_attempt_organization_id_endpoint_id_id_idx" ON "webhook_attempt"("organization_id", "endpoint_id", "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_attempt_organization_id_created_at_idx" ON "webhook_attempt"("organization_id", "created_at");
