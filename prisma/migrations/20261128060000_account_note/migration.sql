-- Notes of operators on loans, and borrowers' promises to pay. New table: nothing to backfill.
CREATE TYPE "account_note_kind" AS ENUM ('call', 'email', 'letter', 'promise_to_pay', 'other');

CREATE TABLE "account_note" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" "account_note_kind" NOT NULL,
    "text" TEXT,
    "written_by" TEXT NOT NULL,
    "written_by_name" TEXT,
    "noted_on" DATE NOT NULL,
    "promised_cents" BIGINT,
    "promised_on" DATE,
    "promise_ends_on" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_note_pkey" PRIMARY KEY ("organization_id", "id")
);

CREATE INDEX "account_note_organization_id_account_id_id_idx" ON "account_note"("organization_id", "account_id", "id" DESC);

ALTER TABLE "account_note" ADD CONSTRAINT "account_note_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
