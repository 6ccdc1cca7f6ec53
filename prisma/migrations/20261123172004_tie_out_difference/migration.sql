-- CreateTable
CREATE TABLE "tie_out_difference" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "account_id" TEXT,
    "ours" JSONB,
    "theirs" JSONB,
    "first_day" DATE NOT NULL,
    "last_day" DATE NOT NULL,
    "look_id" TEXT NOT NULL,

    CONSTRAINT "tie_out_difference_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tie_out_difference_organization_id_subject_kind_reference_key" ON "tie_out_difference"("organization_id", "subject", "kind", "reference");

-- CreateIndex
CREATE INDEX "tie_out_difference_organization_id_look_id_idx" ON "tie_out_difference"("organization_id", "look_id");
