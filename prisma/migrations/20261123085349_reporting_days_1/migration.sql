-- CreateTable
CREATE TABLE "daily_position" (
    "organization_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "loan_system_code" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "status_code" "account_status" NOT NULL,
    "bucket" TEXT NOT NULL,
    "accounts" INTEGER NOT NULL,
    "balance_cents" BIGINT NOT NULL,
    "past_due_cents" BIGINT NOT NULL,

    CONSTRAINT "daily_position_pkey" PRIMARY KEY ("organization_id","day","loan_system_code","product_id","status_code","bucket")
);

-- CreateTable
CREATE TABLE "monthly_roll" (
    "organization_id" TEXT NOT NULL,
    "month_end" DATE NOT NULL,
    "loan_system_code" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "from_state" TEXT NOT NULL,
    "to_state" TEXT NOT NULL,
    "accounts" INTEGER NOT NULL,
    "balance_cents" BIGINT NOT NULL,

    CONSTRAINT "monthly_roll_pkey" PRIMARY KEY ("organization_id","month_end","loan_system_code","product_id","from_state","to_state")
);

-- CreateTable
CREATE TABLE "positions_written" (
    "organization_id" TEXT NOT NULL,
    "through" DATE NOT NULL,

    CONSTRAINT "positions_written_pkey" PRIMARY KEY ("organization_id")
);
