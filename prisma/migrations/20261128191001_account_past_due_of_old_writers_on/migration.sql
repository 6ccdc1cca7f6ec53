-- Only for loans that are past due: the queue takes one that no longer is by its latest snapshot.
CREATE TRIGGER "past_due_snapshot_on_account" AFTER INSERT OR UPDATE ON "past_due_snapshot"
  FOR EACH ROW WHEN (NEW.past_due_cents > 0) EXECUTE FUNCTION "account_past_due_follows"();
