-- What a file said of a person is kept in digests, beside amounts that are never changed: the product's role may change neither. Of a person who is
-- erased, or is being erased, this forgets the digests; answers of how many loans.
CREATE FUNCTION "forget_opening_digests"(of_organization text, of_person text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  forgotten bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM person WHERE organization_id = of_organization AND id = of_person AND erased_at IS NOT NULL)
     AND NOT EXISTS (SELECT FROM erasure
                      WHERE organization_id = of_organization AND kind = 'person' AND subject = of_person AND finished_at IS NULL) THEN
    RAISE EXCEPTION 'no erasure of this person is under way' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE ledger_opening o SET
    borrower_digests = CASE WHEN meant.as_primary THEN NULL ELSE o.borrower_digests END,
    co_borrower_digests = CASE WHEN meant.beside THEN NULL ELSE o.co_borrower_digests END
   FROM (SELECT a.external_id AS loan_id, bool_or(b.role = 'primary') AS as_primary, bool_or(b.role <> 'primary') AS beside
           FROM account_borrower b JOIN account a ON a.organization_id = b.organization_id AND a.id = b.account_id
          WHERE b.organization_id = of_organization AND b.person_id = of_person
          GROUP BY a.external_id) meant
   WHERE o.organization_id = of_organization AND o.loan_id = meant.loan_id;
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END $$;
