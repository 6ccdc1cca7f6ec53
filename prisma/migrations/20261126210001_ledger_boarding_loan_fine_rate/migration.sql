-- A rate that is finer than a basis point. Parts of earlier versions cannot read it: they must have ended (docs/operations.md).
ALTER TABLE "ledger_boarding_loan" ALTER COLUMN "annual_rate_bps" DROP NOT NULL,
  ADD COLUMN "annual_rate_millionths" INTEGER,
  ADD CONSTRAINT "ledger_boarding_loan_one_rate" CHECK (("annual_rate_bps" IS NULL) <> ("annual_rate_millionths" IS NULL)) NOT VALID;
