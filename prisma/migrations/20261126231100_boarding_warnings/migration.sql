-- Rows that are implausible and not wrong, and whether they refuse the file.
ALTER TABLE "ledger_boarding" ADD COLUMN "is_strict" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "warning_counts" JSONB;
