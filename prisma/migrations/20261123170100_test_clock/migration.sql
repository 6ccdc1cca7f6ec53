-- CreateTable
CREATE TABLE "test_clock" (
    "organization_id" TEXT NOT NULL,
    "offset_days" INTEGER NOT NULL DEFAULT 0,
    "is_advancing" BOOLEAN NOT NULL DEFAULT false,
    "advance_id" TEXT,
    "from_day" DATE,
    "to_day" DATE,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "test_clock_pkey" PRIMARY KEY ("organization_id")
);
