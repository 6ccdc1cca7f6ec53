-- AlterTable
ALTER TABLE "account" ADD COLUMN     "next_due_sort_on" DATE NOT NULL DEFAULT 'infinity'::date;

-- AlterTable
ALTER TABLE "operator_exception" ADD COLUMN     "resolution" TEXT,
ADD COLUMN     "resolved_by" TEXT;

-- Accounts that are there already: as their latest snapshot says
UPDATE "account" SET "next_due_sort_on" = latest."next_due_on"
FROM (
  SELECT DISTINCT ON ("account_id") "account_id", "next_due_on" FROM "past_due_snapshot" ORDER BY "account_id", "as_of" DESC
) latest
WHERE latest."account_id" = "account"."id" AND latest."next_due_on" IS NOT NULL;

-- CreateIndex
CREATE INDEX "account_organization_id_current_balance_cents_id_idx" ON "account"("organization_id", "current_balance_cents" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "account_organization_id_next_due_sort_on_id_idx" ON "account"("organization_id", "next_due_sort_on", "id");
