-- CreateTable
CREATE TABLE "backfill" (
    "name" TEXT NOT NULL,
    "last_key" JSONB,
    "rows_walked" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "backfill_pkey" PRIMARY KEY ("name")
);
