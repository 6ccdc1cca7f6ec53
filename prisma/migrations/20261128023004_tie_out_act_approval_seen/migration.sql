-- Whether a posting itself was seen waiting for approval: then its absence proves nothing.
ALTER TABLE "tie_out_act" ADD COLUMN "approval_seen_at" TIMESTAMPTZ(3);
