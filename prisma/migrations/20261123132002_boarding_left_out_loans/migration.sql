-- CreateTable
CREATE TABLE "ledger_boarding_left_out" (
    "organization_id" TEXT NOT NULL,
    "boarding_id" TEXT NOT NULL,
    "loan_number" TEXT NOT NULL,

    CONSTRAINT "ledger_boarding_left_out_pkey" PRIMARY KEY ("organization_id","boarding_id","loan_number")
);
