-- The sessions of a person.
CREATE INDEX CONCURRENTLY "operator_token_identity_hash_idx" ON "operator_token"("identity_hash");
