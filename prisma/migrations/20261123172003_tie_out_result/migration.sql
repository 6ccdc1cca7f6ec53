-- CreateTable
CREATE TABLE "tie_out_result" (
    "organization_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "business_day" DATE NOT NULL,
    "first_day" DATE NOT NULL,
    "completeness" TEXT NOT NULL,
    "ours_count" INTEGER NOT NULL,
    "ours_cents" BIGINT NOT NULL,
    "theirs_count" INTEGER NOT NULL,
    "theirs_cents" BIGINT NOT NULL,
    "open_count" INTEGER NOT NULL,
    "loans_read" INTEGER NOT NULL,
    "loans_unread" INTEGER NOT NULL,
    "difference_count" INTEGER NOT NULL,
    "differences" JSONB NOT NULL,
    "looked_at" TIMESTAMPTZ(3) NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "mac" TEXT NOT NULL,

    CONSTRAINT "tie_out_result_pkey" PRIMARY KEY ("organization_id","sequence")
);

-- CreateIndex
CREATE INDEX "tie_out_result_organization_id_business_day_subject_sequenc_idx" ON "tie_out_result"("organization_id", "business_day", "subject", "sequence");
