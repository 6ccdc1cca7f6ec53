-- CreateEnum
CREATE TYPE "instrument_type" AS ENUM ('card', 'bank_account', 'wallet');

-- CreateEnum
CREATE TYPE "frequency_unit" AS ENUM ('day', 'week', 'month', 'year');

-- CreateEnum
CREATE TYPE "autopay_status" AS ENUM ('active', 'paused', 'cancelled', 'expired');

-- CreateEnum
CREATE TYPE "autopay_run_status" AS ENUM ('charging', 'retrying', 'charged', 'posting', 'posted', 'refunding', 'refunded', 'failed', 'missed');

-- CreateEnum
CREATE TYPE "autopay_attempt_status" AS ENUM ('charging', 'charged', 'declined', 'not_charged');

-- AlterTable
ALTER TABLE "account" ADD COLUMN     "annual_rate" DECIMAL(9,6),
ADD COLUMN     "charged_off_on" DATE,
ADD COLUMN     "first_due_on" DATE,
ADD COLUMN     "maturity_on" DATE,
ADD COLUMN     "original_principal_cents" BIGINT,
ADD COLUMN     "paid_off_on" DATE,
ADD COLUMN     "scheduled_payment_cents" BIGINT,
ADD COLUMN     "term_months" INTEGER;

-- CreateTable
CREATE TABLE "payment_method" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "party_id" TEXT NOT NULL,
    "instrument_type" "instrument_type" NOT NULL,
    "nickname" TEXT,
    "holder_name" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "card_brand" "card_brand",
    "expiration_month" INTEGER,
    "expiration_year" INTEGER,
    "bank_name" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "processor" TEXT,
    "processor_token" TEXT,
    "processor_customer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deactivated_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_method_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "autopay_schedule" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "payment_method_id" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "frequency_unit" "frequency_unit" NOT NULL,
    "frequency_interval" INTEGER NOT NULL,
    "start_date" DATE NOT NULL,
    "anchor_day" INTEGER,
    "end_date" DATE,
    "next_run_date" DATE NOT NULL,
    "status" "autopay_status" NOT NULL DEFAULT 'active',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "autopay_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "autopay_run" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "schedule_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "due_on" DATE NOT NULL,
    "status" "autopay_run_status" NOT NULL,
    "amount_cents" BIGINT,
    "next_try_on" DATE,
    "failure_code" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "effective_date" DATE,
    "reference_number" BIGINT,
    "posting_external_id" TEXT,
    "posted_at" TIMESTAMPTZ(3),
    "refunded_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(6),

    CONSTRAINT "autopay_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "autopay_attempt" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "payment_method_id" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "status" "autopay_attempt_status" NOT NULL,
    "failure_code" TEXT,
    "charge_external_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "autopay_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_charge" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "refund_reference" TEXT,
    "refunded_at" TIMESTAMPTZ(3),

    CONSTRAINT "sandbox_charge_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payment_method_organization_id_party_id_idx" ON "payment_method"("organization_id", "party_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_method_organization_id_id_key" ON "payment_method"("organization_id", "id");

-- CreateIndex
CREATE INDEX "autopay_schedule_organization_id_account_id_idx" ON "autopay_schedule"("organization_id", "account_id");

-- CreateIndex
CREATE INDEX "autopay_schedule_organization_id_payment_method_id_idx" ON "autopay_schedule"("organization_id", "payment_method_id");

-- CreateIndex
CREATE UNIQUE INDEX "autopay_schedule_organization_id_id_key" ON "autopay_schedule"("organization_id", "id");

-- CreateIndex
CREATE INDEX "autopay_run_organization_id_account_id_idx" ON "autopay_run"("organization_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "autopay_run_organization_id_id_key" ON "autopay_run"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "autopay_run_schedule_id_due_on_key" ON "autopay_run"("schedule_id", "due_on");

-- CreateIndex
CREATE UNIQUE INDEX "autopay_attempt_organization_id_id_key" ON "autopay_attempt"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "autopay_attempt_run_id_number_key" ON "autopay_attempt"("run_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_charge_reference_key" ON "sandbox_charge"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_charge_refund_reference_key" ON "sandbox_charge"("refund_reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_charge_organization_id_id_key" ON "sandbox_charge"("organization_id", "id");

-- CreateIndex
CREATE INDEX "account_organization_id_originated_on_id_idx" ON "account"("organization_id", "originated_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "account_organization_id_charged_off_on_id_idx" ON "account"("organization_id", "charged_off_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "account_organization_id_paid_off_on_id_idx" ON "account"("organization_id", "paid_off_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "transaction_organization_id_type_sort_on_id_idx" ON "transaction"("organization_id", "type", "sort_on" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "payment_method" ADD CONSTRAINT "payment_method_organization_id_party_id_fkey" FOREIGN KEY ("organization_id", "party_id") REFERENCES "person"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_organization_id_payment_method_id_fkey" FOREIGN KEY ("organization_id", "payment_method_id") REFERENCES "payment_method"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autopay_run" ADD CONSTRAINT "autopay_run_organization_id_schedule_id_fkey" FOREIGN KEY ("organization_id", "schedule_id") REFERENCES "autopay_schedule"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autopay_attempt" ADD CONSTRAINT "autopay_attempt_organization_id_run_id_fkey" FOREIGN KEY ("organization_id", "run_id") REFERENCES "autopay_run"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What workers and reservations look for is few among many.
CREATE INDEX "autopay_schedule_due_idx" ON "autopay_schedule"("next_run_date") WHERE "status" = 'active';
CREATE INDEX "autopay_run_open_idx" ON "autopay_run"("lease_until") WHERE "status" IN ('charging', 'charged', 'posting', 'refunding');
CREATE INDEX "autopay_run_retrying_idx" ON "autopay_run"("next_try_on") WHERE "status" = 'retrying';
CREATE INDEX "autopay_run_reserved_idx" ON "autopay_run"("account_id") WHERE "status" IN ('charging', 'charged', 'posting');

-- What must hold whatever the code does.
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_amount_positive" CHECK ("amount_cents" > 0);
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_interval_positive" CHECK ("frequency_interval" > 0);
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_anchor_fits" CHECK ("anchor_day" IS NULL OR ("anchor_day" BETWEEN 1 AND 31 AND "frequency_unit" IN ('month', 'year')));
ALTER TABLE "autopay_attempt" ADD CONSTRAINT "autopay_attempt_amount_positive" CHECK ("amount_cents" > 0);
ALTER TABLE "sandbox_charge" ADD CONSTRAINT "sandbox_charge_amount_positive" CHECK ("amount_cents" > 0);

-- Loans of the ledger that were booked before accounts carried their contract.
UPDATE "account" SET "first_due_on" = l."first_due_on", "maturity_on" = (l."first_due_on" + make_interval(months => l."term_months" - 1))::date,
  "original_principal_cents" = l."original_principal_cents", "scheduled_payment_cents" = l."scheduled_payment_cents",
  "annual_rate" = l."annual_rate_bps" / 100.0, "term_months" = l."term_months",
  "charged_off_on" = l."charged_off_on", "paid_off_on" = l."paid_off_on"
FROM "ledger_loan" l WHERE l."id" = "account"."external_id" AND l."organization_id" = "account"."organization_id" AND "account"."loan_system_code" = 'ledger';

-- Returned payments were journaled as any other reversal. Their transactions tell them apart.
UPDATE "ledger_entry" SET "type" = 'nsf_return'
FROM "transaction" t JOIN "account" a ON a."organization_id" = t."organization_id" AND a."id" = t."account_id"
WHERE "ledger_entry"."type" = 'payment_reversal' AND t."type" = 'nsf' AND a."loan_system_code" = 'ledger'
  AND t."external_id" = "ledger_entry"."reference_number"::text AND a."external_id" = "ledger_entry"."loan_id";
