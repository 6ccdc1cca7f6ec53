-- AlterEnum
ALTER TYPE "account_status" ADD VALUE 'unknown';

-- AlterTable
ALTER TABLE "account" ADD COLUMN     "source_deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "source_revision" TEXT,
ADD COLUMN     "source_status" TEXT,
ADD COLUMN     "synced_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "loan_system" ADD COLUMN     "is_active" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "organization_id" TEXT,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "person" ADD COLUMN     "external_id" TEXT,
ADD COLUMN     "loan_system_code" TEXT;

-- AlterTable
ALTER TABLE "transaction" ADD COLUMN     "source_deleted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "loan_system_sync" (
    "loan_system_code" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "since" TIMESTAMPTZ(3),
    "page" TEXT,
    "heads" INTEGER NOT NULL DEFAULT 0,
    "loans_read" INTEGER NOT NULL DEFAULT 0,
    "transactions" INTEGER NOT NULL DEFAULT 0,
    "loans_failed" INTEGER NOT NULL DEFAULT 0,
    "synced_through" TIMESTAMPTZ(3),
    "full_through" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "last_error_at" TIMESTAMPTZ(3),
    "lease" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "loan_system_sync_pkey" PRIMARY KEY ("loan_system_code")
);

-- CreateIndex
CREATE UNIQUE INDEX "person_organization_id_loan_system_code_external_id_key" ON "person"("organization_id", "loan_system_code", "external_id");

-- AddForeignKey
ALTER TABLE "loan_system" ADD CONSTRAINT "loan_system_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "loan_system_sync" ADD CONSTRAINT "loan_system_sync_loan_system_code_fkey" FOREIGN KEY ("loan_system_code") REFERENCES "loan_system"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_loan_system_code_fkey" FOREIGN KEY ("loan_system_code") REFERENCES "loan_system"("code") ON DELETE RESTRICT ON UPDATE CASCADE;
