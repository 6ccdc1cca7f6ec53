-- Persons are searched by their whole email address, without regard to case.
CREATE INDEX CONCURRENTLY "person_email_idx" ON "person"("organization_id", lower("email"), "id");
