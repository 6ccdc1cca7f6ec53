-- Journal lines on accounts that ordinary payments do not touch: without it, a filter by a rare account reads the whole range of days.
CREATE INDEX CONCURRENTLY "ledger_line_rare_account_idx" ON "ledger_line"("organization_id", "ledger_account", "reference_number") WHERE "ledger_account" NOT IN ('cash', 'principal_receivable', 'interest_receivable', 'fee_receivable', 'interest_income');
