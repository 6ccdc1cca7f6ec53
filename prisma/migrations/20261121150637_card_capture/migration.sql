-- CreateTable
CREATE TABLE "card_capture" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "party_id" TEXT NOT NULL,
    "billing_address_id" TEXT,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "card_capture_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "card_capture_created_at_idx" ON "card_capture"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "card_capture_organization_id_id_key" ON "card_capture"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "card_capture" ADD CONSTRAINT "card_capture_organization_id_account_id_fkey" FOREIGN KEY ("organization_id", "account_id") REFERENCES "account"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_capture" ADD CONSTRAINT "card_capture_organization_id_party_id_fkey" FOREIGN KEY ("organization_id", "party_id") REFERENCES "person"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
