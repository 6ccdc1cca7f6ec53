-- What the ledger waived was told as an adjustment. Other systems call it a waiver.
UPDATE "transaction" t
   SET "type" = 'waiver'
  FROM "account" a, "ledger_entry" e
 WHERE a."id" = t."account_id" AND a."organization_id" = t."organization_id" AND a."loan_system_code" = 'ledger'
   AND e."organization_id" = a."organization_id" AND e."loan_id" = a."external_id" AND e."type" = 'waiver'
   AND t."external_id" = e."reference_number"::text AND t."type" = 'adjustment';

-- Interest that accrues is listed for no system any more. Only one of them told it.
DELETE FROM "transaction" t
 USING "transaction" o
 WHERE t."original_transaction_id" = o."id" AND t."organization_id" = o."organization_id" AND o."type" = 'accrual';
DELETE FROM "transaction" WHERE "type" = 'accrual';

-- A number that the loan system gave is no contract number.
UPDATE "account" a
   SET "external_contract_number" = NULL
  FROM "loan_system" s
 WHERE s."code" = a."loan_system_code" AND s."kind" IN ('fineract', 'mambu')
   AND a."external_contract_number" = a."external_account_number";

-- Every remote loan is read anew by the next pass that comes across it: a contract number that a client did give may be the
-- same text, and addresses and co-borrowers were not read before.
UPDATE "account" a
   SET "source_revision" = NULL
  FROM "loan_system" s
 WHERE s."code" = a."loan_system_code" AND s."kind" IN ('fineract', 'mambu');
