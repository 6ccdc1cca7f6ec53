-- CreateTable
CREATE TABLE "tie_out_look" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "business_day" DATE NOT NULL,
    "first_day" DATE NOT NULL,
    "settled_since" TIMESTAMPTZ(6) NOT NULL,
    "step" TEXT NOT NULL,
    "place" TEXT NOT NULL DEFAULT '',
    "pages" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "loans_read" INTEGER NOT NULL DEFAULT 0,
    "loans_unread" INTEGER NOT NULL DEFAULT 0,
    "began_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tie_out_look_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "tie_out_look_organization_id_step_idx" ON "tie_out_look"("organization_id", "step");

-- CreateIndex
CREATE UNIQUE INDEX "tie_out_look_organization_id_subject_business_day_key" ON "tie_out_look"("organization_id", "subject", "business_day");
