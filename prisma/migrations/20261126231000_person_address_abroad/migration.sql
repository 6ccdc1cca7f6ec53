-- Addresses outside the US and Canada may have no state or no postal code. Parts of earlier versions cannot show them (docs/operations.md).
ALTER TABLE "person_address" ALTER COLUMN "state" DROP NOT NULL,
  ALTER COLUMN "postal_code" DROP NOT NULL;
