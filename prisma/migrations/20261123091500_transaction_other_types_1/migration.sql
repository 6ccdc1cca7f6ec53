-- Nearly every transaction is a payment, and those lie along (organization, date, id): the index by type has the others.
CREATE INDEX CONCURRENTLY "transaction_other_types_idx" ON "transaction"("organization_id", "type", "sort_on" DESC, "id" DESC) WHERE "type" <> 'payment';
