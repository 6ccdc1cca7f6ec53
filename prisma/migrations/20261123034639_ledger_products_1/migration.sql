-- CreateTable
CREATE TABLE "ledger_product" (
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "current_version" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_product_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "ledger_product_version" (
    "organization_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "day_count" TEXT NOT NULL,
    "application_order" TEXT NOT NULL,
    "nsf_fee_cents" BIGINT NOT NULL,
    "late_fee_cents" BIGINT NOT NULL,
    "late_fee_grace_days" INTEGER NOT NULL,
    "charge_off_at_days" INTEGER,
    "tolerance_cents" BIGINT NOT NULL,
    "payoff_rule" TEXT NOT NULL,
    "accrue_to" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "ledger_product_version_pkey" PRIMARY KEY ("organization_id","product_id","version")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_product_organization_id_code_key" ON "ledger_product"("organization_id", "code");

-- AddForeignKey
ALTER TABLE "ledger_product" ADD CONSTRAINT "ledger_product_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_product_version" ADD CONSTRAINT "ledger_product_version_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "ledger_product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
