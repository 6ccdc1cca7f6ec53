-- CreateTable
CREATE TABLE "operator_token" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "organization_ids" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,

    CONSTRAINT "operator_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "loan_system_sighting" (
    "instance" TEXT NOT NULL,
    "loan_system_code" TEXT NOT NULL,
    "part" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "problems" TEXT[],
    "last_call_at" TIMESTAMPTZ(3),
    "last_outcome" TEXT,
    "is_reachable" BOOLEAN,
    "is_broken" BOOLEAN NOT NULL,

    CONSTRAINT "loan_system_sighting_pkey" PRIMARY KEY ("instance","loan_system_code")
);

-- CreateIndex
CREATE INDEX "loan_system_sighting_loan_system_code_idx" ON "loan_system_sighting"("loan_system_code");
