-- Flags on loans, set and lifted by staff. New table: nothing to backfill.
CREATE TYPE "account_flag_kind" AS ENUM ('bankruptcy', 'deceased', 'fraud', 'cease_and_desist', 'do_not_contact', 'dispute', 'scra');

CREATE TABLE "account_flag" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" "account_flag_kind" NOT NULL,
    "reason" TEXT,
    "effective_from" DATE NOT NULL,
    "effective_until" DATE,
    "set_by" TEXT NOT NULL,
    "set_by_name" TEXT,
    "set_at" TIMESTAMPTZ(3) NOT NULL,
    "lifted_by" TEXT,
    "lifted_by_name" TEXT,
    "lifted_at" TIMESTAMPTZ(3),
    "lift_reason" TEXT,

    CONSTRAINT "account_flag_pkey" PRIMARY KEY ("organization_id", "id")
);

CREATE INDEX "account_flag_organization_id_account_id_id_idx" ON "account_flag"("organization_id", "account_id", "id" DESC);

ALTER TABLE "account_flag" ADD CONSTRAINT "account_flag_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
