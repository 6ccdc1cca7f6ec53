-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "idempotency_state" AS ENUM ('in_progress', 'released', 'finished');

-- CreateEnum
CREATE TYPE "collected_payment_status" AS ENUM ('pending', 'posted', 'pending_confirmation', 'reversal_pending', 'reversed', 'failed');

-- CreateEnum
CREATE TYPE "collected_payment_method" AS ENUM ('cash', 'check', 'card', 'money_order', 'cashiers_check');

-- CreateEnum
CREATE TYPE "card_brand" AS ENUM ('visa', 'mastercard', 'amex', 'discover', 'diners');

-- CreateEnum
CREATE TYPE "reversal_status" AS ENUM ('pending', 'pending_confirmation', 'reversed', 'refused');

-- CreateEnum
CREATE TYPE "account_status" AS ENUM ('pending', 'active', 'delinquent', 'charged_off', 'paid_in_full', 'closed');

-- CreateEnum
CREATE TYPE "lifecycle_event_type" AS ENUM ('opened', 'delinquent', 'current', 'charged_off', 'paid_in_full', 'reopened', 'closed');

-- CreateTable
CREATE TABLE "idempotency_record" (
    "organization_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "state" "idempotency_state" NOT NULL,
    "subject_id" TEXT NOT NULL,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("organization_id","operation","key")
);

-- CreateTable
CREATE TABLE "api_key" (
    "prefix" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "organization_ids" TEXT[],
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("prefix")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_loan" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "status" "account_status" NOT NULL,
    "originated_on" DATE NOT NULL,
    "first_due_on" DATE NOT NULL,
    "original_principal_cents" BIGINT NOT NULL,
    "annual_rate_bps" INTEGER NOT NULL,
    "term_months" INTEGER NOT NULL,
    "scheduled_payment_cents" BIGINT NOT NULL,
    "nsf_fee_cents" BIGINT NOT NULL,
    "principal_cents" BIGINT NOT NULL,
    "interest_cents" BIGINT NOT NULL,
    "accrual_remainder" BIGINT NOT NULL,
    "accrued_through" DATE NOT NULL,
    "fees_cents" BIGINT NOT NULL,
    "scheduled_paid_cents" BIGINT NOT NULL,
    "charged_off_on" DATE,
    "paid_off_on" DATE,
    "day_end_through" DATE,

    CONSTRAINT "ledger_loan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "reference_number" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "loan_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "effective_on" DATE NOT NULL,
    "external_reference" TEXT,
    "reverses_reference" BIGINT,
    "memo" TEXT,
    "posted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("reference_number")
);

-- CreateTable
CREATE TABLE "ledger_line" (
    "reference_number" BIGINT NOT NULL,
    "line_number" INTEGER NOT NULL,
    "organization_id" TEXT NOT NULL,
    "ledger_account" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,

    CONSTRAINT "ledger_line_pkey" PRIMARY KEY ("reference_number","line_number")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_template" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "subject_template" TEXT NOT NULL,
    "description" TEXT,
    "html_template" TEXT,
    "text_template" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collected_payment" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "payment_method" "collected_payment_method" NOT NULL,
    "check_number" BIGINT,
    "card_brand" "card_brand",
    "external_reference" TEXT,
    "memo" TEXT,
    "status" "collected_payment_status" NOT NULL,
    "effective_date" DATE,
    "reference_number" BIGINT,
    "posted_at" TIMESTAMPTZ(3),
    "posting_external_id" TEXT,
    "recorded_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(6),

    CONSTRAINT "collected_payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_reversal" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "status" "reversal_status" NOT NULL,
    "reason" TEXT,
    "is_nsf" BOOLEAN NOT NULL,
    "reversed_by" TEXT NOT NULL,
    "reversed_at" TIMESTAMPTZ(3),
    "reference_number" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "payment_reversal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_exception" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_exception_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit_window" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_window_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "sandbox_loan" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "scenario" TEXT NOT NULL,
    "status" "account_status" NOT NULL,
    "payoff_cents" BIGINT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sandbox_loan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_posting" (
    "reference_number" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "loan_id" TEXT NOT NULL,
    "external_reference" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "effective_on" DATE NOT NULL,
    "reverses_reference" BIGINT,
    "posted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_posting_pkey" PRIMARY KEY ("reference_number")
);

-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "legal_name" TEXT NOT NULL,
    "dba_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "loan_system" (
    "code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "base_url" TEXT,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "secret_env" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "loan_system_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "person" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person_address" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'billing',
    "is_current" BOOLEAN NOT NULL DEFAULT true,
    "line1" TEXT NOT NULL,
    "line2" TEXT,
    "city" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "postal_code" TEXT NOT NULL,
    "country" TEXT NOT NULL DEFAULT 'US',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_address_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "loan_system_code" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "primary_borrower_party_id" TEXT NOT NULL,
    "external_contract_number" TEXT,
    "external_account_number" TEXT,
    "current_balance_cents" BIGINT NOT NULL,
    "status_code" "account_status" NOT NULL,
    "originated_on" DATE,
    "loan_system_version" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_borrower" (
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "account_borrower_pkey" PRIMARY KEY ("account_id","person_id")
);

-- CreateTable
CREATE TABLE "transaction" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "amount_cents" BIGINT,
    "effective_at" DATE,
    "sort_on" DATE NOT NULL DEFAULT '-infinity'::date,
    "status" TEXT,
    "external_id" TEXT,
    "original_transaction_id" TEXT,
    "payment_method" TEXT,
    "reason" TEXT,
    "principal_cents" BIGINT,
    "interest_cents" BIGINT,
    "fees_cents" BIGINT,
    "ending_balance_cents" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lifecycle_event" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "type" "lifecycle_event_type" NOT NULL,
    "from_status" "account_status",
    "to_status" "account_status" NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "lifecycle_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "past_due_snapshot" (
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "as_of" DATE NOT NULL,
    "status_code" "account_status" NOT NULL,
    "balance_cents" BIGINT NOT NULL,
    "past_due_cents" BIGINT NOT NULL,
    "oldest_unpaid_on" DATE,
    "next_due_on" DATE,
    "next_due_cents" BIGINT,

    CONSTRAINT "past_due_snapshot_pkey" PRIMARY KEY ("account_id","as_of")
);

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_record_subject_id_key" ON "idempotency_record"("subject_id");

-- CreateIndex
CREATE INDEX "idempotency_record_expires_at_idx" ON "idempotency_record"("expires_at");

-- CreateIndex
CREATE INDEX "audit_log_occurred_at_id_idx" ON "audit_log"("occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_loan_organization_id_id_key" ON "ledger_loan"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_external_reference_key" ON "ledger_entry"("external_reference");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_reverses_reference_key" ON "ledger_entry"("reverses_reference");

-- CreateIndex
CREATE INDEX "ledger_entry_organization_id_loan_id_reference_number_idx" ON "ledger_entry"("organization_id", "loan_id", "reference_number");

-- CreateIndex
CREATE INDEX "ledger_entry_organization_id_effective_on_idx" ON "ledger_entry"("organization_id", "effective_on");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_organization_id_id_key" ON "workspace"("organization_id", "id");

-- CreateIndex
CREATE INDEX "email_template_organization_id_workspace_id_idx" ON "email_template"("organization_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_template_organization_id_id_key" ON "email_template"("organization_id", "id");

-- CreateIndex
CREATE INDEX "collected_payment_organization_id_account_id_id_idx" ON "collected_payment"("organization_id", "account_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "collected_payment_organization_id_id_key" ON "collected_payment"("organization_id", "id");

-- CreateIndex
CREATE INDEX "payment_reversal_organization_id_payment_id_idx" ON "payment_reversal"("organization_id", "payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_reversal_organization_id_id_key" ON "payment_reversal"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "operator_exception_organization_id_id_key" ON "operator_exception"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "operator_exception_kind_subject_id_key" ON "operator_exception"("kind", "subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_loan_organization_id_id_key" ON "sandbox_loan"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_posting_external_reference_key" ON "sandbox_posting"("external_reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_posting_reverses_reference_key" ON "sandbox_posting"("reverses_reference");

-- CreateIndex
CREATE INDEX "sandbox_posting_organization_id_loan_id_idx" ON "sandbox_posting"("organization_id", "loan_id");

-- CreateIndex
CREATE UNIQUE INDEX "person_organization_id_id_key" ON "person"("organization_id", "id");

-- CreateIndex
CREATE INDEX "person_address_organization_id_person_id_idx" ON "person_address"("organization_id", "person_id");

-- CreateIndex
CREATE UNIQUE INDEX "person_address_organization_id_id_key" ON "person_address"("organization_id", "id");

-- CreateIndex
CREATE INDEX "account_organization_id_primary_borrower_party_id_idx" ON "account"("organization_id", "primary_borrower_party_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_organization_id_id_key" ON "account"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "account_loan_system_code_external_id_key" ON "account"("loan_system_code", "external_id");

-- CreateIndex
CREATE INDEX "account_borrower_organization_id_person_id_idx" ON "account_borrower"("organization_id", "person_id");

-- CreateIndex
CREATE INDEX "transaction_organization_id_sort_on_id_idx" ON "transaction"("organization_id", "sort_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "transaction_organization_id_account_id_sort_on_id_idx" ON "transaction"("organization_id", "account_id", "sort_on" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "transaction_organization_id_id_key" ON "transaction"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "transaction_account_id_external_id_key" ON "transaction"("account_id", "external_id");

-- CreateIndex
CREATE INDEX "lifecycle_event_organization_id_account_id_occurred_at_id_idx" ON "lifecycle_event"("organization_id", "account_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "lifecycle_event_organization_id_id_key" ON "lifecycle_event"("organization_id", "id");

-- CreateIndex
CREATE INDEX "past_due_snapshot_organization_id_as_of_idx" ON "past_due_snapshot"("organization_id", "as_of");

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_organization_id_loan_id_fkey" FOREIGN KEY ("organization_id", "loan_id") REFERENCES "ledger_loan"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_line" ADD CONSTRAINT "ledger_line_reference_number_fkey" FOREIGN KEY ("reference_number") REFERENCES "ledger_entry"("reference_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_template" ADD CONSTRAINT "email_template_organization_id_workspace_id_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collected_payment" ADD CONSTRAINT "collected_payment_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_reversal" ADD CONSTRAINT "payment_reversal_organization_id_payment_id_fkey" FOREIGN KEY ("organization_id", "payment_id") REFERENCES "collected_payment"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sandbox_posting" ADD CONSTRAINT "sandbox_posting_organization_id_loan_id_fkey" FOREIGN KEY ("organization_id", "loan_id") REFERENCES "sandbox_loan"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_address" ADD CONSTRAINT "person_address_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id") REFERENCES "person"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_loan_system_code_fkey" FOREIGN KEY ("loan_system_code") REFERENCES "loan_system"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_organization_id_primary_borrower_party_id_fkey" FOREIGN KEY ("organization_id", "primary_borrower_party_id") REFERENCES "person"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_borrower" ADD CONSTRAINT "account_borrower_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_borrower" ADD CONSTRAINT "account_borrower_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id") REFERENCES "person"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transaction" ADD CONSTRAINT "transaction_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lifecycle_event" ADD CONSTRAINT "lifecycle_event_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Few rows are ever without an outcome, and whoever looks for them must not read the rest.
CREATE INDEX "collected_payment_open_idx" ON "collected_payment"("lease_until") WHERE "status" IN ('pending', 'pending_confirmation');
CREATE INDEX "payment_reversal_open_idx" ON "payment_reversal"("lease_until") WHERE "status" IN ('pending', 'pending_confirmation');

-- What must hold whatever the code does: a payment is of something, and is taken back at most once.
ALTER TABLE "collected_payment" ADD CONSTRAINT "collected_payment_amount_positive" CHECK ("amount_cents" > 0);
CREATE UNIQUE INDEX "payment_reversal_live_key" ON "payment_reversal"("payment_id") WHERE "status" <> 'refused';
