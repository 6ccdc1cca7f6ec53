-- Whether a loan system's commands wait for approval there, and whether our user may read those that do.
ALTER TABLE "loan_system" ADD COLUMN "approvals_seen_at" TIMESTAMPTZ(3),
ADD COLUMN "approvals_since" TIMESTAMPTZ(3);
