-- CreateEnum
CREATE TYPE "erasure_kind" AS ENUM ('person', 'recipient');

-- CreateTable
CREATE TABLE "erasure" (
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "erasure_kind" NOT NULL,
    "subject" TEXT NOT NULL,
    "sealed_terms" TEXT,
    "step" TEXT,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "erasure_tombstone" (
    "organization_id" TEXT NOT NULL,
    "kind" "erasure_kind" NOT NULL,
    "digest" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erasure_tombstone_pkey" PRIMARY KEY ("organization_id","kind","digest")
);

-- CreateTable
CREATE TABLE "erasure_key" (
    "id" TEXT NOT NULL,
    "sealed_key" TEXT NOT NULL,

    CONSTRAINT "erasure_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_address" (
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "path_id" TEXT NOT NULL,
    "provider" "email_provider_code" NOT NULL,
    "name" TEXT NOT NULL,
    "public_key" TEXT,
    "sealed_secret" TEXT,
    "secret_hash" BYTEA,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_address_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "erasure_organization_id_kind_subject_idx" ON "erasure"("organization_id", "kind", "subject");

-- CreateIndex
CREATE INDEX "webhook_address_path_id_idx" ON "webhook_address"("path_id");

-- AddForeignKey
ALTER TABLE "webhook_address" ADD CONSTRAINT "webhook_address_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
