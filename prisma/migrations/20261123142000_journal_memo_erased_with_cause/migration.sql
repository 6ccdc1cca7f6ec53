-- Whoever may call this may take memos away for good. So it does that for an erasure that is under way, and of names, each as words of its own: the
-- expression is the one that the product makes of them (core/erasure/terms.ts), and no other. Who may call it, `migrate` says.
CREATE OR REPLACE FUNCTION "erase_journal_memos"(of_organization text, of_loans text[], named text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- Two characters or more of one name; those that an expression reads otherwise have a backslash before them.
  one_name constant text := '([^][\\^$.*+?(){}|]|\\[][\\^$.*+?(){}|]|\\s\+){2,}';
  -- The words' ends around it, as they stand there.
  before constant text := '(^|[^[:alnum:]])(';
  behind constant text := ')($|[^[:alnum:]])';
  erased bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM erasure WHERE organization_id = of_organization AND finished_at IS NULL) THEN
    RAISE EXCEPTION 'no erasure of this organization is under way' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF named IS NULL OR length(named) <= length(before) + length(behind)
     OR left(named, length(before)) <> before OR right(named, length(behind)) <> behind
     OR substr(named, length(before) + 1, length(named) - length(before) - length(behind))
        !~ ('^' || one_name || '(\|' || one_name || ')*$') THEN
    RAISE EXCEPTION 'a memo is erased by the names in it' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE ledger_entry SET memo = '[erased]'
   WHERE organization_id = of_organization AND loan_id = ANY (of_loans) AND memo ~* named AND memo <> '[erased]';
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END $$;
