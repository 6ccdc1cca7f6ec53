-- Who works on a loan of the collection queue. New table: nothing to backfill.
CREATE TYPE "collection_skip_reason" AS ENUM ('no_answer', 'wrong_time', 'callback_requested', 'under_review', 'other');

CREATE TABLE "collection_assignment" (
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "assigned_to" TEXT,
    "assigned_by" TEXT,
    "assigned_at" TIMESTAMPTZ(3),
    "taken_by" TEXT,
    "taken_by_name" TEXT,
    "taken_until" TIMESTAMPTZ(3),
    "follow_up_on" DATE,
    "skip_reason" "collection_skip_reason",

    CONSTRAINT "collection_assignment_pkey" PRIMARY KEY ("organization_id", "account_id")
);

CREATE INDEX "collection_assignment_organization_id_taken_by_idx" ON "collection_assignment"("organization_id", "taken_by");

ALTER TABLE "collection_assignment" ADD CONSTRAINT "collection_assignment_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
