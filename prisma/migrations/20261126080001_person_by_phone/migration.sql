-- Persons are searched by their whole telephone number: by its digits.
CREATE INDEX CONCURRENTLY "person_phone_idx" ON "person"("organization_id", regexp_replace("phone", '[^0-9]', '', 'g'), "id");
