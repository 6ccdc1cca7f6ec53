-- CreateTable
CREATE TABLE "audit_masking" (
    "entry_id" TEXT NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "masked_at" TIMESTAMPTZ(3) NOT NULL,
    "mac" TEXT NOT NULL,

    CONSTRAINT "audit_masking_pkey" PRIMARY KEY ("entry_id","previous_hash")
);
