-- Rows that have just come in by the ten thousand are not in the statistics yet: joins of what is staged, and the checks of foreign
-- keys on a table that was empty, would go through all of them for each row. Only a table's owner may have it analyzed.
CREATE FUNCTION "analyze_staged_boarding"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ANALYZE ledger_boarding_loan, ledger_boarding_transaction;
EXCEPTION WHEN lock_not_available THEN
  -- Somebody else is at it, or at an index. It would be sooner, and changes nothing.
  NULL;
END $$;

CREATE FUNCTION "analyze_boarded_loans"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ANALYZE (SKIP_LOCKED) person, account, ledger_loan, ledger_entry, ledger_opening;
END $$;
