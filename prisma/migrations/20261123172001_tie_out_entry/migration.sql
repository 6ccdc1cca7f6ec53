-- CreateTable
CREATE TABLE "tie_out_entry" (
    "organization_id" TEXT NOT NULL,
    "look_id" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "amount_cents" BIGINT,
    "is_reversed" BOOLEAN NOT NULL,
    "effective_on" DATE,
    "loan_external_id" TEXT,

    CONSTRAINT "tie_out_entry_pkey" PRIMARY KEY ("organization_id","look_id","about","external_id")
);

-- CreateIndex
CREATE INDEX "tie_out_entry_organization_id_look_id_about_reference_idx" ON "tie_out_entry"("organization_id", "look_id", "about", "reference");
