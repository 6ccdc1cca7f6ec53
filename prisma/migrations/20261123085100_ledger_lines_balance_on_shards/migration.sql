-- On an engine that distributes rows the trigger stands on each part of the table, under that part's name: there it reads that part
-- alone, where all lines of an entry lie. Elsewhere the statement is as before, and keeps its plan.
CREATE OR REPLACE FUNCTION "ledger_lines_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced bigint;
  present bigint;
BEGIN
  SELECT added.reference_number INTO unbalanced FROM added
   GROUP BY added.organization_id, added.reference_number HAVING sum(added.amount_cents) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % does not balance', unbalanced USING ERRCODE = 'check_violation';
  END IF;
  IF TG_TABLE_NAME = 'ledger_line' THEN
    SELECT count(*) INTO present FROM (SELECT DISTINCT organization_id, reference_number FROM added) entry
      JOIN ledger_line line USING (organization_id, reference_number);
  ELSE
    EXECUTE format('SELECT count(*) FROM (SELECT DISTINCT organization_id, reference_number FROM added) entry
      JOIN %I.%I line USING (organization_id, reference_number)', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO present;
  END IF;
  IF (SELECT count(*) FROM added) <> present THEN
    RAISE EXCEPTION 'a ledger entry is given lines once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
