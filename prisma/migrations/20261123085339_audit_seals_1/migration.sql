-- CreateTable
CREATE TABLE "audit_seal" (
    "organization_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "entry_ids" TEXT[] NOT NULL,
    "entry_hashes" TEXT[] NOT NULL,
    "through_xid" BIGINT NOT NULL,
    "through_id" TEXT NOT NULL,
    "is_restart" BOOLEAN NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_seal_pkey" PRIMARY KEY ("organization_id","sequence")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "organization_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "through_xid" BIGINT NOT NULL,
    "through_id" TEXT NOT NULL,
    "mac" TEXT NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "audit_sealing" (
    "id" TEXT NOT NULL,
    "through_xid" BIGINT NOT NULL,

    CONSTRAINT "audit_sealing_pkey" PRIMARY KEY ("id")
);
