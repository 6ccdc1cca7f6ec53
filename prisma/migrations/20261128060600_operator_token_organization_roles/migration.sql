-- A constant default is no rewrite of the table.
ALTER TABLE "operator_token" ADD COLUMN "organization_roles" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
