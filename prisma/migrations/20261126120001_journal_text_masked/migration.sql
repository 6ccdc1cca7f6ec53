-- A card's number that a version before stored in a memo of an entry may be masked: what stands around it stays to the letter, and only digits with
-- what stands between groups of them may go. Whether it was a card's number, the command that masks decides; as before, everything else of an entry
-- stays as it was written, and the product's role may not even ask.
CREATE FUNCTION "journal_memo_is_masked"(was text, becomes text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT position('[card number]' in becomes) > 0
     AND was ~ ('^' || replace(regexp_replace(becomes, '([]^$*+?(){}|.[\\-])', '\\\1', 'g'), '\[card number\]', '[[:digit:]][^[:alpha:]]{11,60}') || '$')
$$;
CREATE OR REPLACE FUNCTION "journal_memo_is_erased"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.memo IS NOT NULL AND to_jsonb(NEW) - 'memo' = to_jsonb(OLD) - 'memo'
     AND (NEW.memo = '[erased]' OR public.journal_memo_is_masked(OLD.memo, NEW.memo)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the journal is never changed: an entry is taken back by another' USING ERRCODE = 'restrict_violation';
END $$;
