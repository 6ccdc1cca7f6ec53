-- The loans that are assigned to an operator, for the next loan of the collection queue.
CREATE INDEX CONCURRENTLY "collection_assignment_assigned_to_idx" ON "collection_assignment"("organization_id", "assigned_to") WHERE "assigned_to" IS NOT NULL;
