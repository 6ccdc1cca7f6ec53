-- A card's number that a version before stored in a memo or a reference of an entry may be masked: what stands around it stays to the letter. Whether it was
-- one, the command that masks decides; as before, everything else of an entry stays as it was written, and the product's role may not even ask.
CREATE FUNCTION "journal_text_is_masked"(was text, becomes text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT was IS NOT DISTINCT FROM becomes
      OR (position('[card number]' in becomes) > 0
          AND was LIKE replace(replace(replace(replace(becomes, '\', '\\'), '%', '\%'), '_', '\_'), '[card number]', '%'))
$$;
CREATE OR REPLACE FUNCTION "journal_memo_is_erased"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'memo' = to_jsonb(OLD) - 'memo' AND OLD.memo IS NOT NULL AND NEW.memo = '[erased]' THEN
    RETURN NEW;
  END IF;
  IF to_jsonb(NEW) - 'memo' - 'external_reference' = to_jsonb(OLD) - 'memo' - 'external_reference'
     AND public.journal_text_is_masked(OLD.memo, NEW.memo)
     AND public.journal_text_is_masked(OLD.external_reference, NEW.external_reference) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the journal is never changed: an entry is taken back by another' USING ERRCODE = 'restrict_violation';
END $$;
