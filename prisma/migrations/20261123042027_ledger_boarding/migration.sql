-- CreateTable
CREATE TABLE "ledger_boarding" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "loan_system_code" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "is_dry_run" BOOLEAN NOT NULL,
    "key_hash" TEXT,
    "file_digest" TEXT,
    "requested_by" TEXT NOT NULL,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "loans" INTEGER NOT NULL DEFAULT 0,
    "transactions" INTEGER NOT NULL DEFAULT 0,
    "errors" INTEGER NOT NULL DEFAULT 0,
    "differences" INTEGER NOT NULL DEFAULT 0,
    "notices" INTEGER NOT NULL DEFAULT 0,
    "known_loans" INTEGER NOT NULL DEFAULT 0,
    "loans_written" INTEGER NOT NULL DEFAULT 0,
    "transactions_written" INTEGER NOT NULL DEFAULT 0,
    "control" JSONB,
    "tie_out" JSONB,
    "is_tied" BOOLEAN,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "ledger_boarding_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "ledger_boarding_loan" (
    "organization_id" TEXT NOT NULL,
    "boarding_id" TEXT NOT NULL,
    "loan_number" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "account_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "co_person_id" TEXT,
    "address_id" TEXT,
    "product_code" TEXT,
    "contract_number" TEXT,
    "borrower_name" TEXT NOT NULL,
    "borrower_email" TEXT,
    "borrower_phone" TEXT,
    "line1" TEXT,
    "line2" TEXT,
    "city" TEXT,
    "state" TEXT,
    "postal_code" TEXT,
    "country" TEXT,
    "co_borrower_name" TEXT,
    "co_borrower_email" TEXT,
    "co_borrower_phone" TEXT,
    "originated_on" DATE NOT NULL,
    "first_due_on" DATE NOT NULL,
    "original_principal_cents" BIGINT NOT NULL,
    "annual_rate_bps" INTEGER NOT NULL,
    "term_months" INTEGER NOT NULL,
    "scheduled_payment_cents" BIGINT NOT NULL,
    "nsf_fee_cents" BIGINT,
    "as_of" DATE NOT NULL,
    "status" "account_status" NOT NULL,
    "principal_cents" BIGINT NOT NULL,
    "interest_cents" BIGINT NOT NULL,
    "fees_cents" BIGINT NOT NULL,
    "scheduled_paid_cents" BIGINT NOT NULL,
    "charged_off_on" DATE,
    "paid_off_on" DATE,

    CONSTRAINT "ledger_boarding_loan_pkey" PRIMARY KEY ("organization_id","boarding_id","loan_number","line")
);

-- CreateTable
CREATE TABLE "ledger_boarding_transaction" (
    "organization_id" TEXT NOT NULL,
    "boarding_id" TEXT NOT NULL,
    "loan_number" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "amount_cents" BIGINT,
    "effective_on" DATE,
    "status" TEXT,
    "external_id" TEXT,
    "payment_method" TEXT,
    "reason" TEXT,
    "principal_cents" BIGINT,
    "interest_cents" BIGINT,
    "fees_cents" BIGINT,

    CONSTRAINT "ledger_boarding_transaction_pkey" PRIMARY KEY ("organization_id","boarding_id","loan_number","line")
);

-- CreateTable
CREATE TABLE "ledger_boarding_problem" (
    "organization_id" TEXT NOT NULL,
    "boarding_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "column_name" TEXT,
    "message" TEXT NOT NULL,
    "loan_number" TEXT,

    CONSTRAINT "ledger_boarding_problem_pkey" PRIMARY KEY ("organization_id","boarding_id","line","id")
);

-- CreateTable
CREATE TABLE "ledger_opening" (
    "organization_id" TEXT NOT NULL,
    "loan_id" TEXT NOT NULL,
    "reference_number" BIGINT NOT NULL,
    "boarding_id" TEXT NOT NULL,
    "principal_cents" BIGINT NOT NULL,
    "interest_cents" BIGINT NOT NULL,
    "fees_cents" BIGINT NOT NULL,
    "scheduled_paid_cents" BIGINT NOT NULL,
    "charged_off_on" DATE,
    "transactions" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,

    CONSTRAINT "ledger_opening_pkey" PRIMARY KEY ("organization_id","loan_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_boarding_organization_id_key_hash_key" ON "ledger_boarding"("organization_id", "key_hash");

-- CreateIndex
CREATE INDEX "ledger_opening_organization_id_boarding_id_idx" ON "ledger_opening"("organization_id", "boarding_id");

-- AddForeignKey
ALTER TABLE "ledger_boarding" ADD CONSTRAINT "ledger_boarding_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_opening" ADD CONSTRAINT "ledger_opening_organization_id_loan_id_fkey" FOREIGN KEY ("organization_id", "loan_id") REFERENCES "ledger_loan"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
