-- What a lender's flags stop, where it differs from the product's defaults. New table: nothing to backfill.
CREATE TABLE "account_flag_rule" (
    "organization_id" TEXT NOT NULL,
    "kind" "account_flag_kind" NOT NULL,
    "stops_charges" BOOLEAN NOT NULL,
    "stops_marketing" BOOLEAN NOT NULL,
    "stops_collection_contact" BOOLEAN NOT NULL,
    "stops_required_notices" BOOLEAN NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_flag_rule_pkey" PRIMARY KEY ("organization_id", "kind")
);

ALTER TABLE "account_flag_rule" ADD CONSTRAINT "account_flag_rule_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
