-- The amount past due and the oldest unpaid due date of the latest snapshot. Nullable: a backfill fills them, and null means "as in the latest snapshot".
ALTER TABLE "account" ADD COLUMN "past_due_cents" BIGINT, ADD COLUMN "oldest_unpaid_on" DATE;
