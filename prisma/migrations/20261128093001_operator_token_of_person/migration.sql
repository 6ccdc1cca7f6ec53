-- Nullable columns: sessions of earlier versions have none of them.
ALTER TABLE "operator_token" ADD COLUMN "identity_hash" BYTEA,
ADD COLUMN "last_active_at" TIMESTAMPTZ(3),
ADD COLUMN "authenticated_at" TIMESTAMPTZ(3);
