-- The same two checks in one query instead of three: a payment writes two or three lines, and the queries cost as much as
-- the lines.
CREATE OR REPLACE FUNCTION "ledger_lines_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  faulty record;
BEGIN
  IF TG_TABLE_NAME = 'ledger_line' THEN
    SELECT entry.reference_number, entry.cents INTO faulty FROM (
      SELECT organization_id, reference_number, sum(amount_cents) AS cents, count(*) AS lines FROM added GROUP BY 1, 2) entry
     WHERE entry.cents <> 0 OR entry.lines <> (SELECT count(*) FROM ledger_line line
       WHERE line.organization_id = entry.organization_id AND line.reference_number = entry.reference_number)
     LIMIT 1;
  ELSE
    EXECUTE format('SELECT entry.reference_number, entry.cents FROM (
      SELECT organization_id, reference_number, sum(amount_cents) AS cents, count(*) AS lines FROM added GROUP BY 1, 2) entry
     WHERE entry.cents <> 0 OR entry.lines <> (SELECT count(*) FROM %I.%I line
       WHERE line.organization_id = entry.organization_id AND line.reference_number = entry.reference_number)
     LIMIT 1', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO faulty;
  END IF;
  IF faulty.cents <> 0 THEN
    RAISE EXCEPTION 'ledger entry % does not balance', faulty.reference_number USING ERRCODE = 'check_violation';
  ELSIF faulty.cents = 0 THEN
    RAISE EXCEPTION 'a ledger entry is given lines once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
