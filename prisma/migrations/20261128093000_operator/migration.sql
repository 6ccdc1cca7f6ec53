-- People admitted by an admin before they first sign in. New table: nothing to backfill.
CREATE TABLE "operator" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "issuer" TEXT,
    "subject" TEXT,
    "identity_hash" BYTEA,
    "role" TEXT NOT NULL,
    "organization_ids" TEXT[],
    "organization_roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "last_signed_in_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "operator_email_key" ON "operator"("email");

CREATE UNIQUE INDEX "operator_identity_hash_key" ON "operator"("identity_hash");
