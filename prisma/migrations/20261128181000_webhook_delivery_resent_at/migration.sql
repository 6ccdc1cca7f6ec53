-- When a delivery was last queued again, so that a repeated request does not send the same events twice. Null in existing rows: they were queued once, or it is not known.
ALTER TABLE "webhook_delivery" ADD COLUMN "resent_at" TIMESTAMPTZ(3);
