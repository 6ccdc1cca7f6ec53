-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "idempotency_state" AS ENUM ('in_progress', 'released', 'finished');

-- CreateEnum
CREATE TYPE "email_provider_code" AS ENUM ('sendgrid', 'mailgun', 'postmark', 'generic');

-- CreateEnum
CREATE TYPE "campaign_event_type" AS ENUM ('open', 'click', 'bounce', 'unsubscribe');

-- CreateEnum
CREATE TYPE "bounce_type" AS ENUM ('hard', 'soft');

-- CreateEnum
CREATE TYPE "webhook_batch_status" AS ENUM ('received', 'processed', 'malformed');

-- CreateEnum
CREATE TYPE "suppression_reason" AS ENUM ('hard_bounce', 'soft_bounces', 'unsubscribe', 'complaint');

-- CreateEnum
CREATE TYPE "collected_payment_status" AS ENUM ('pending', 'posted', 'pending_confirmation', 'reversal_pending', 'reversed', 'failed');

-- CreateEnum
CREATE TYPE "collected_payment_method" AS ENUM ('cash', 'check', 'card', 'money_order', 'cashiers_check');

-- CreateEnum
CREATE TYPE "card_brand" AS ENUM ('visa', 'mastercard', 'amex', 'discover', 'diners');

-- CreateEnum
CREATE TYPE "reversal_status" AS ENUM ('pending', 'pending_confirmation', 'reversed', 'refused');

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

-- CreateEnum
CREATE TYPE "account_status" AS ENUM ('pending', 'active', 'delinquent', 'charged_off', 'paid_in_full', 'closed', 'unknown');

-- CreateEnum
CREATE TYPE "lifecycle_event_type" AS ENUM ('opened', 'delinquent', 'current', 'charged_off', 'paid_in_full', 'reopened', 'closed');

-- CreateTable
CREATE TABLE "backfill" (
    "name" TEXT NOT NULL,
    "last_key" JSONB,
    "rows_walked" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "backfill_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "heartbeat" (
    "id" INTEGER NOT NULL,
    "beaten_at" TIMESTAMPTZ(3) NOT NULL,
    "padding" BYTEA NOT NULL,

    CONSTRAINT "heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "organization_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "state" "idempotency_state" NOT NULL,
    "subject_id" TEXT NOT NULL,
    "answer" JSONB,
    "answer_version" INTEGER NOT NULL DEFAULT 1,
    "answer_status" INTEGER,
    "answer_body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("organization_id","operation","key")
);

-- CreateTable
CREATE TABLE "api_key" (
    "prefix" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "organization_ids" TEXT[] NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("prefix")
);

-- CreateTable
CREATE TABLE "operator_token" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "organization_ids" TEXT[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,

    CONSTRAINT "operator_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "actor_kind" TEXT,
    "actor_name" TEXT,
    "issuer" TEXT,
    "request_id" TEXT,
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

    CONSTRAINT "ledger_loan_pkey" PRIMARY KEY ("organization_id","id")
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
    "reallocates_reference" BIGINT,
    "because_of_reference" BIGINT,
    "memo" TEXT,
    "posted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("organization_id","reference_number")
);

-- CreateTable
CREATE TABLE "ledger_line" (
    "reference_number" BIGINT NOT NULL,
    "line_number" INTEGER NOT NULL,
    "organization_id" TEXT NOT NULL,
    "ledger_account" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,

    CONSTRAINT "ledger_line_pkey" PRIMARY KEY ("organization_id","reference_number","line_number")
);

-- CreateTable
CREATE TABLE "ledger_day_end" (
    "organization_id" TEXT NOT NULL,
    "closed_through" DATE NOT NULL,

    CONSTRAINT "ledger_day_end_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("organization_id","id")
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

    CONSTRAINT "email_template_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "workspace_merge_field" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "placeholder" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_merge_field_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "workspace_asset" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "placeholder" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "url" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_asset_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "campaign" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "campaign_identifier" (
    "provider" "email_provider_code" NOT NULL,
    "identifier" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "campaign_id" TEXT NOT NULL,

    CONSTRAINT "campaign_identifier_pkey" PRIMARY KEY ("organization_id","provider","identifier")
);

-- CreateTable
CREATE TABLE "campaign_event" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "campaign_id" TEXT NOT NULL,
    "event_type" "campaign_event_type" NOT NULL,
    "bounce_type" "bounce_type",
    "recipient" TEXT NOT NULL,
    "url" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "provider_message_id" TEXT,
    "is_machine" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_event_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "webhook_batch" (
    "id" TEXT NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "source" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "organization_ids" TEXT[] NOT NULL,
    "is_signed" BOOLEAN NOT NULL,
    "status" "webhook_batch_status" NOT NULL DEFAULT 'received',
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_receipt" (
    "source" TEXT NOT NULL,
    "provider_event_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_receipt_pkey" PRIMARY KEY ("source","provider_event_id")
);

-- CreateTable
CREATE TABLE "webhook_token" (
    "provider" "email_provider_code" NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "batch_id" TEXT NOT NULL,
    "body_sha256" BYTEA NOT NULL,

    CONSTRAINT "webhook_token_pkey" PRIMARY KEY ("provider","token")
);

-- CreateTable
CREATE TABLE "waiting_event" (
    "id" TEXT NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "identifiers" TEXT[] NOT NULL,
    "organization_ids" TEXT[] NOT NULL,
    "is_signed" BOOLEAN NOT NULL,
    "event" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "waiting_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "poison_event" (
    "id" TEXT NOT NULL,
    "batch_id" TEXT,
    "position" INTEGER,
    "provider" "email_provider_code" NOT NULL,
    "event" JSONB NOT NULL,
    "error" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replayed_at" TIMESTAMPTZ(3),

    CONSTRAINT "poison_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppression" (
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "reason" "suppression_reason" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppression_pkey" PRIMARY KEY ("organization_id","workspace_id","address")
);

-- CreateTable
CREATE TABLE "suppression_removal" (
    "organization_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppression_removal_pkey" PRIMARY KEY ("organization_id","workspace_id","address")
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

    CONSTRAINT "collected_payment_pkey" PRIMARY KEY ("organization_id","id")
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

    CONSTRAINT "payment_reversal_pkey" PRIMARY KEY ("organization_id","id")
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
    "resolved_by" TEXT,
    "resolution" TEXT,

    CONSTRAINT "operator_exception_pkey" PRIMARY KEY ("organization_id","id")
);

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

    CONSTRAINT "payment_method_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "card_capture" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "party_id" TEXT NOT NULL,
    "billing_address_id" TEXT,
    "customer" TEXT,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "card_capture_pkey" PRIMARY KEY ("organization_id","id")
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

    CONSTRAINT "autopay_schedule_pkey" PRIMARY KEY ("organization_id","id")
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

    CONSTRAINT "autopay_run_pkey" PRIMARY KEY ("organization_id","id")
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

    CONSTRAINT "autopay_attempt_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "client_write" (
    "client" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "client_write_pkey" PRIMARY KEY ("client")
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

    CONSTRAINT "sandbox_loan_pkey" PRIMARY KEY ("organization_id","id")
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
    "payment_method" TEXT,
    "reason" TEXT,
    "posted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_posting_pkey" PRIMARY KEY ("organization_id","reference_number")
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

    CONSTRAINT "sandbox_charge_pkey" PRIMARY KEY ("organization_id","id")
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
    "organization_id" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "loan_system_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "loan_system_sync" (
    "loan_system_code" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "since" TIMESTAMPTZ(3),
    "page" TEXT,
    "heads" INTEGER NOT NULL DEFAULT 0,
    "loans_read" INTEGER NOT NULL DEFAULT 0,
    "transactions" INTEGER NOT NULL DEFAULT 0,
    "loans_failed" INTEGER NOT NULL DEFAULT 0,
    "synced_through" TIMESTAMPTZ(3),
    "full_through" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "last_error_at" TIMESTAMPTZ(3),
    "lease" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "loan_system_sync_pkey" PRIMARY KEY ("loan_system_code")
);

-- CreateTable
CREATE TABLE "loan_system_sighting" (
    "instance" TEXT NOT NULL,
    "loan_system_code" TEXT NOT NULL,
    "part" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "problems" TEXT[] NOT NULL,
    "last_call_at" TIMESTAMPTZ(3),
    "last_outcome" TEXT,
    "is_reachable" BOOLEAN,
    "is_broken" BOOLEAN NOT NULL,

    CONSTRAINT "loan_system_sighting_pkey" PRIMARY KEY ("instance","loan_system_code")
);

-- CreateTable
CREATE TABLE "unread_loan" (
    "loan_system_code" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "revision" TEXT,
    "noted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unread_loan_pkey" PRIMARY KEY ("loan_system_code","external_id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "loan_system_code" TEXT,
    "external_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_pkey" PRIMARY KEY ("organization_id","id")
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

    CONSTRAINT "person_address_pkey" PRIMARY KEY ("organization_id","id")
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
    "first_due_on" DATE,
    "maturity_on" DATE,
    "original_principal_cents" BIGINT,
    "scheduled_payment_cents" BIGINT,
    "annual_rate" DECIMAL(9,6),
    "term_months" INTEGER,
    "charged_off_on" DATE,
    "paid_off_on" DATE,
    "next_due_sort_on" DATE NOT NULL DEFAULT 'infinity'::date,
    "loan_system_version" BIGINT,
    "source_revision" TEXT,
    "source_status" TEXT,
    "synced_at" TIMESTAMPTZ(3),
    "source_deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "account_borrower" (
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "account_borrower_pkey" PRIMARY KEY ("organization_id","account_id","person_id")
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
    "reallocates_transaction_id" TEXT,
    "because_of_transaction_id" TEXT,
    "received_on" DATE,
    "source_deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transaction_pkey" PRIMARY KEY ("organization_id","id")
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

    CONSTRAINT "lifecycle_event_pkey" PRIMARY KEY ("organization_id","id")
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
    "oldest_unpaid_cents" BIGINT,
    "next_due_on" DATE,
    "next_due_cents" BIGINT,

    CONSTRAINT "past_due_snapshot_pkey" PRIMARY KEY ("organization_id","account_id","as_of")
);

-- CreateIndex
CREATE INDEX "idempotency_record_organization_id_expires_at_idx" ON "idempotency_record"("organization_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_record_organization_id_subject_id_key" ON "idempotency_record"("organization_id", "subject_id");

-- CreateIndex
CREATE INDEX "audit_log_occurred_at_id_idx" ON "audit_log"("occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_organization_id_external_reference_key" ON "ledger_entry"("organization_id", "external_reference");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_organization_id_reverses_reference_key" ON "ledger_entry"("organization_id", "reverses_reference");

-- CreateIndex
CREATE INDEX "ledger_entry_organization_id_loan_id_reference_number_idx" ON "ledger_entry"("organization_id", "loan_id", "reference_number");

-- CreateIndex
CREATE INDEX "email_template_organization_id_workspace_id_idx" ON "email_template"("organization_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_merge_field_organization_id_workspace_id_placehol_key" ON "workspace_merge_field"("organization_id", "workspace_id", "placeholder");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_asset_organization_id_workspace_id_placeholder_key" ON "workspace_asset"("organization_id", "workspace_id", "placeholder");

-- CreateIndex
CREATE INDEX "campaign_organization_id_workspace_id_idx" ON "campaign"("organization_id", "workspace_id");

-- CreateIndex
CREATE INDEX "campaign_identifier_provider_identifier_idx" ON "campaign_identifier"("provider", "identifier");

-- CreateIndex
CREATE INDEX "campaign_identifier_organization_id_campaign_id_idx" ON "campaign_identifier"("organization_id", "campaign_id");

-- CreateIndex
CREATE INDEX "campaign_event_organization_id_workspace_id_occurred_at_id_idx" ON "campaign_event"("organization_id", "workspace_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "campaign_event_organization_id_campaign_id_event_type_idx" ON "campaign_event"("organization_id", "campaign_id", "event_type");

-- CreateIndex
CREATE INDEX "webhook_batch_status_received_at_idx" ON "webhook_batch"("status", "received_at");

-- CreateIndex
CREATE INDEX "event_receipt_received_at_idx" ON "event_receipt"("received_at");

-- CreateIndex
CREATE INDEX "webhook_token_expires_at_idx" ON "webhook_token"("expires_at");

-- CreateIndex
CREATE INDEX "waiting_event_identifiers_idx" ON "waiting_event" USING GIN ("identifiers");

-- CreateIndex
CREATE INDEX "waiting_event_created_at_idx" ON "waiting_event"("created_at");

-- CreateIndex
CREATE INDEX "poison_event_created_at_idx" ON "poison_event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "poison_event_batch_id_position_key" ON "poison_event"("batch_id", "position");

-- CreateIndex
CREATE INDEX "suppression_organization_id_workspace_id_created_at_address_idx" ON "suppression"("organization_id", "workspace_id", "created_at" DESC, "address" DESC);

-- CreateIndex
CREATE INDEX "collected_payment_organization_id_account_id_id_idx" ON "collected_payment"("organization_id", "account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "payment_reversal_organization_id_payment_id_idx" ON "payment_reversal"("organization_id", "payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "operator_exception_organization_id_kind_subject_id_key" ON "operator_exception"("organization_id", "kind", "subject_id");

-- CreateIndex
CREATE INDEX "payment_method_organization_id_party_id_idx" ON "payment_method"("organization_id", "party_id");

-- CreateIndex
CREATE INDEX "card_capture_organization_id_created_at_idx" ON "card_capture"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "autopay_schedule_organization_id_account_id_idx" ON "autopay_schedule"("organization_id", "account_id");

-- CreateIndex
CREATE INDEX "autopay_schedule_organization_id_payment_method_id_idx" ON "autopay_schedule"("organization_id", "payment_method_id");

-- CreateIndex
CREATE INDEX "autopay_run_organization_id_account_id_idx" ON "autopay_run"("organization_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "autopay_run_organization_id_schedule_id_due_on_key" ON "autopay_run"("organization_id", "schedule_id", "due_on");

-- CreateIndex
CREATE UNIQUE INDEX "autopay_attempt_organization_id_run_id_number_key" ON "autopay_attempt"("organization_id", "run_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_posting_organization_id_external_reference_key" ON "sandbox_posting"("organization_id", "external_reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_posting_organization_id_reverses_reference_key" ON "sandbox_posting"("organization_id", "reverses_reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_charge_organization_id_reference_key" ON "sandbox_charge"("organization_id", "reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_charge_organization_id_refund_reference_key" ON "sandbox_charge"("organization_id", "refund_reference");

-- CreateIndex
CREATE INDEX "loan_system_sighting_loan_system_code_idx" ON "loan_system_sighting"("loan_system_code");

-- CreateIndex
CREATE UNIQUE INDEX "person_organization_id_loan_system_code_external_id_key" ON "person"("organization_id", "loan_system_code", "external_id");

-- CreateIndex
CREATE INDEX "person_address_organization_id_person_id_idx" ON "person_address"("organization_id", "person_id");

-- CreateIndex
CREATE INDEX "account_organization_id_primary_borrower_party_id_idx" ON "account"("organization_id", "primary_borrower_party_id");

-- CreateIndex
CREATE INDEX "account_organization_id_current_balance_cents_id_idx" ON "account"("organization_id", "current_balance_cents" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "account_organization_id_next_due_sort_on_id_idx" ON "account"("organization_id", "next_due_sort_on", "id");

-- CreateIndex
CREATE INDEX "account_organization_id_originated_on_id_idx" ON "account"("organization_id", "originated_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "account_organization_id_charged_off_on_id_idx" ON "account"("organization_id", "charged_off_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "account_organization_id_paid_off_on_id_idx" ON "account"("organization_id", "paid_off_on" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "account_organization_id_loan_system_code_external_id_key" ON "account"("organization_id", "loan_system_code", "external_id");

-- CreateIndex
CREATE INDEX "account_borrower_organization_id_person_id_idx" ON "account_borrower"("organization_id", "person_id");

-- CreateIndex
CREATE INDEX "transaction_organization_id_sort_on_id_idx" ON "transaction"("organization_id", "sort_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "transaction_organization_id_account_id_sort_on_idx" ON "transaction"("organization_id", "account_id", "sort_on" DESC);

-- CreateIndex
CREATE INDEX "transaction_organization_id_type_sort_on_id_idx" ON "transaction"("organization_id", "type", "sort_on" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "transaction_organization_id_account_id_external_id_key" ON "transaction"("organization_id", "account_id", "external_id");

-- CreateIndex
CREATE INDEX "lifecycle_event_organization_id_account_id_occurred_at_id_idx" ON "lifecycle_event"("organization_id", "account_id", "occurred_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_organization_id_loan_id_fkey" FOREIGN KEY ("organization_id", "loan_id") REFERENCES "ledger_loan"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ledger_line" ADD CONSTRAINT "ledger_line_organization_id_reference_number_fkey" FOREIGN KEY ("organization_id", "reference_number") REFERENCES "ledger_entry"("organization_id", "reference_number") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_template" ADD CONSTRAINT "email_template_organization_id_workspace_id_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_merge_field" ADD CONSTRAINT "workspace_merge_field_organization_id_workspace_id_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_asset" ADD CONSTRAINT "workspace_asset_organization_id_workspace_id_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_organization_id_workspace_id_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_identifier" ADD CONSTRAINT "campaign_identifier_organization_id_campaign_id_fkey" FOREIGN KEY ("organization_id", "campaign_id") REFERENCES "campaign"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_event" ADD CONSTRAINT "campaign_event_organization_id_campaign_id_fkey" FOREIGN KEY ("organization_id", "campaign_id") REFERENCES "campaign"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collected_payment" ADD CONSTRAINT "collected_payment_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_reversal" ADD CONSTRAINT "payment_reversal_organization_id_payment_id_fkey" FOREIGN KEY ("organization_id", "payment_id") REFERENCES "collected_payment"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_method" ADD CONSTRAINT "payment_method_organization_id_party_id_fkey" FOREIGN KEY ("organization_id", "party_id") REFERENCES "person"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_capture" ADD CONSTRAINT "card_capture_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_capture" ADD CONSTRAINT "card_capture_organization_id_party_id_fkey" FOREIGN KEY ("organization_id", "party_id") REFERENCES "person"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_organization_id_payment_method_id_fkey" FOREIGN KEY ("organization_id", "payment_method_id") REFERENCES "payment_method"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autopay_run" ADD CONSTRAINT "autopay_run_organization_id_schedule_id_fkey" FOREIGN KEY ("organization_id", "schedule_id") REFERENCES "autopay_schedule"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autopay_attempt" ADD CONSTRAINT "autopay_attempt_organization_id_run_id_fkey" FOREIGN KEY ("organization_id", "run_id") REFERENCES "autopay_run"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sandbox_posting" ADD CONSTRAINT "sandbox_posting_organization_id_loan_id_fkey" FOREIGN KEY ("organization_id", "loan_id") REFERENCES "sandbox_loan"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "loan_system" ADD CONSTRAINT "loan_system_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "loan_system_sync" ADD CONSTRAINT "loan_system_sync_loan_system_code_fkey" FOREIGN KEY ("loan_system_code") REFERENCES "loan_system"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unread_loan" ADD CONSTRAINT "unread_loan_loan_system_code_fkey" FOREIGN KEY ("loan_system_code") REFERENCES "loan_system"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_loan_system_code_fkey" FOREIGN KEY ("loan_system_code") REFERENCES "loan_system"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

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

-- What prisma/schema cannot say.

-- Sweeps read an organization's open rows, of many that are done, along these.
CREATE INDEX "collected_payment_open_idx" ON "collected_payment"("organization_id", "lease_until") WHERE "status" IN ('pending', 'pending_confirmation');
CREATE INDEX "payment_reversal_open_idx" ON "payment_reversal"("organization_id", "lease_until") WHERE "status" IN ('pending', 'pending_confirmation');
CREATE INDEX "autopay_schedule_due_idx" ON "autopay_schedule"("organization_id", "next_run_date", "id") WHERE "status" = 'active';
CREATE INDEX "autopay_schedule_past_end_idx" ON "autopay_schedule"("organization_id") WHERE "status" IN ('active', 'paused') AND "next_run_date" > "end_date";
CREATE INDEX "autopay_schedule_paused_idx" ON "autopay_schedule"("organization_id", "end_date") WHERE "status" = 'paused';
CREATE INDEX "autopay_run_open_idx" ON "autopay_run"("organization_id", "lease_until") WHERE "status" IN ('charging', 'charged', 'posting', 'refunding');
CREATE INDEX "autopay_run_retrying_idx" ON "autopay_run"("organization_id", "next_try_on") WHERE "status" = 'retrying';
CREATE INDEX "operator_exception_open_idx" ON "operator_exception"("organization_id", "kind") WHERE "resolved_at" IS NULL;
CREATE INDEX "campaign_event_soft_bounce_idx" ON "campaign_event"("organization_id", "workspace_id", "recipient", "occurred_at") WHERE "event_type" = 'bounce' AND "bounce_type" = 'soft';

-- Nearly every payment is posted, and few say a reference: those that are sought by the one or the other.
CREATE INDEX "collected_payment_not_posted_idx" ON "collected_payment"("organization_id", "status", "id" DESC) WHERE "status" <> 'posted';
CREATE INDEX "collected_payment_external_reference_idx" ON "collected_payment"("organization_id", "external_reference", "id" DESC) WHERE "external_reference" IS NOT NULL;

-- At most one reversal of a payment is not refused.
CREATE UNIQUE INDEX "payment_reversal_live_key" ON "payment_reversal"("organization_id", "payment_id") WHERE "status" <> 'refused';

ALTER TABLE "collected_payment" ADD CONSTRAINT "collected_payment_amount_positive" CHECK ("amount_cents" > 0);
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_amount_positive" CHECK ("amount_cents" > 0);
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_interval_positive" CHECK ("frequency_interval" > 0);
ALTER TABLE "autopay_schedule" ADD CONSTRAINT "autopay_schedule_anchor_fits" CHECK ("anchor_day" IS NULL OR ("anchor_day" BETWEEN 1 AND 31 AND "frequency_unit" IN ('month', 'year')));
ALTER TABLE "autopay_attempt" ADD CONSTRAINT "autopay_attempt_amount_positive" CHECK ("amount_cents" > 0);
ALTER TABLE "sandbox_charge" ADD CONSTRAINT "sandbox_charge_amount_positive" CHECK ("amount_cents" > 0);

-- What is compressed away would not be written anywhere.
ALTER TABLE "heartbeat" ALTER COLUMN "padding" SET STORAGE EXTERNAL;

-- The journal holds for itself, whoever writes there: entries balance, and what is written stays. One look for each statement and not for
-- each line, so that a portfolio is boarded at COPY's speed. All lines of an entry come in one statement: nobody adds to one that is there.
CREATE FUNCTION "ledger_lines_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced bigint;
BEGIN
  SELECT added.reference_number INTO unbalanced FROM added
   GROUP BY added.organization_id, added.reference_number HAVING sum(added.amount_cents) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % does not balance', unbalanced USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT count(*) FROM added) <> (
    SELECT count(*) FROM (SELECT DISTINCT organization_id, reference_number FROM added) entry
      JOIN ledger_line line USING (organization_id, reference_number)
  ) THEN
    RAISE EXCEPTION 'a ledger entry is given lines once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "ledger_line_balances" AFTER INSERT ON "ledger_line" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_lines_balance"();

CREATE FUNCTION "journal_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal is never changed: an entry is taken back by another' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "ledger_entry_stays" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "journal_stays"();
CREATE TRIGGER "ledger_line_stays" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_line"
  FOR EACH STATEMENT EXECUTE FUNCTION "journal_stays"();
