-- One-time charges and their authorizations. A constant default is no rewrite of the table.
ALTER TABLE "autopay_schedule" ADD COLUMN "is_one_time" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "authorized_by" TEXT,
  ADD COLUMN "authorized_on" DATE,
  ADD COLUMN "authorization_method" "charge_authorization_method";
