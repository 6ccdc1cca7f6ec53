-- An opening is of the books, and the product's role may not change it. What it keeps of a person goes with the person, by this and nothing else. Answers
-- of how many loans.
CREATE FUNCTION "erase_boarded_digests"(of_organization text, of_person text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased bigint;
BEGIN
  WITH meant AS MATERIALIZED (
    SELECT a.external_id AS loan_id, bool_or(b.role = 'primary') AS is_primary, bool_or(b.role <> 'primary') AS is_other
      FROM account_borrower b JOIN account a ON a.organization_id = b.organization_id AND a.id = b.account_id
     WHERE b.organization_id = of_organization AND b.person_id = of_person
     GROUP BY a.external_id
  )
  UPDATE ledger_opening o SET
    borrower_digests = CASE WHEN meant.is_primary THEN NULL ELSE o.borrower_digests END,
    co_borrower_digests = CASE WHEN meant.is_other THEN NULL ELSE o.co_borrower_digests END
  FROM meant WHERE o.organization_id = of_organization AND o.loan_id = meant.loan_id;
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END $$;
