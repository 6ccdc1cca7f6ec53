-- CreateTable
CREATE TABLE "tie_out_loan" (
    "organization_id" TEXT NOT NULL,
    "loan_system_code" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "revision" TEXT,
    "look_id" TEXT NOT NULL,
    "is_read" BOOLEAN NOT NULL,

    CONSTRAINT "tie_out_loan_pkey" PRIMARY KEY ("organization_id","loan_system_code","external_id")
);

-- CreateIndex
CREATE INDEX "tie_out_loan_organization_id_look_id_external_id_idx" ON "tie_out_loan"("organization_id", "look_id", "external_id");
