-- Read by nothing: ledger_opening_organization_id_boarding_id_loan_id_idx begins with the same columns.
DROP INDEX CONCURRENTLY IF EXISTS "ledger_opening_organization_id_boarding_id_idx";
