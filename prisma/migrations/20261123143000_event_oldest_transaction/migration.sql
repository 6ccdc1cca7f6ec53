-- From an event on, none comes that is of an older transaction than this one: a place in time is found by one row. Of the events before, it is not known.
ALTER TABLE "event" ADD COLUMN "oldest_transaction_id" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "event" ALTER COLUMN "oldest_transaction_id" SET DEFAULT ((pg_snapshot_xmin(pg_current_snapshot()))::text)::bigint;
