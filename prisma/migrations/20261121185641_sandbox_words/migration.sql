-- AlterTable
ALTER TABLE "sandbox_posting" ADD COLUMN     "payment_method" TEXT,
ADD COLUMN     "reason" TEXT;

-- What the sandbox took back was written with the sign of what came in.
UPDATE "transaction" t
   SET "amount_cents" = -t."amount_cents", "principal_cents" = -t."principal_cents"
  FROM "account" a
 WHERE a."id" = t."account_id" AND a."organization_id" = t."organization_id" AND a."loan_system_code" = 'sandbox'
   AND t."type" IN ('reversal', 'nsf') AND t."amount_cents" > 0;
