-- The loans of a boarding are listed page by page, in the order of this index.
CREATE INDEX CONCURRENTLY "ledger_opening_organization_id_boarding_id_loan_id_idx" ON "ledger_opening"("organization_id", "boarding_id", "loan_id");
