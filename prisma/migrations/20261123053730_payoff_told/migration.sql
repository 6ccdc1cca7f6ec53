-- CreateTable
CREATE TABLE "payoff_told" (
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "paid_off_on" DATE NOT NULL,
    "final_payment_cents" BIGINT,
    "payoff_cents" BIGINT,

    CONSTRAINT "payoff_told_pkey" PRIMARY KEY ("organization_id","paid_off_on","account_id")
);

-- AddForeignKey
ALTER TABLE "payoff_told" ADD CONSTRAINT "payoff_told_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
