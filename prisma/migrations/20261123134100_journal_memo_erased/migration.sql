-- A memo is what somebody wrote about an entry, and may name a person: it alone may be erased, and no other word may be put there. Everything else of an
-- entry stays as it was written, whoever asks; the product's role may not even ask, but by the function below.
CREATE FUNCTION "journal_memo_is_erased"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.memo IS NOT NULL AND NEW.memo = '[erased]' AND to_jsonb(NEW) - 'memo' = to_jsonb(OLD) - 'memo' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the journal is never changed: an entry is taken back by another' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "ledger_entry_keeps" BEFORE UPDATE ON "ledger_entry"
  FOR EACH ROW EXECUTE FUNCTION "journal_memo_is_erased"();
CREATE OR REPLACE TRIGGER "ledger_entry_stays" BEFORE DELETE OR TRUNCATE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "journal_stays"();

-- Of these loans' entries, the memos that the expression finds. Answers how many.
CREATE FUNCTION "erase_journal_memos"(of_organization text, of_loans text[], named text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased bigint;
BEGIN
  UPDATE ledger_entry SET memo = '[erased]'
   WHERE organization_id = of_organization AND loan_id = ANY (of_loans) AND memo ~* named AND memo <> '[erased]';
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END $$;
