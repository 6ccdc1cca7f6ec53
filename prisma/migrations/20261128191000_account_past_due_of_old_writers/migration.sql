-- A process of the version before stores a snapshot and does not know the account's columns for it. The account then gets them here: a loan
-- that the collection queue finds in neither of its indexes is called by nobody. A process of this version writes both at once, and for it
-- this changes no row. On an engine that distributes rows it stands on a part of the table, from where it reaches no other table: there
-- the old processes are stopped first.
CREATE FUNCTION "account_past_due_follows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME <> 'past_due_snapshot' THEN
    RETURN NULL;
  END IF;
  UPDATE account SET past_due_cents = NEW.past_due_cents, oldest_unpaid_on = NEW.oldest_unpaid_on
   WHERE organization_id = NEW.organization_id AND id = NEW.account_id
     AND (past_due_cents, oldest_unpaid_on) IS DISTINCT FROM (NEW.past_due_cents, NEW.oldest_unpaid_on)
     AND NOT EXISTS (SELECT FROM past_due_snapshot later WHERE later.organization_id = NEW.organization_id
       AND later.account_id = NEW.account_id AND later.as_of > NEW.as_of);
  RETURN NULL;
END $$;
