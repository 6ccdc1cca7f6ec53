-- Amount limits by role. New table: without rows nothing is limited, as before.
CREATE TYPE "limited_act" AS ENUM ('charge_off', 'waiver', 'adjustment', 'reversal', 'one_time_charge', 'booking');

CREATE TABLE "act_limit" (
    "organization_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "act" "limited_act" NOT NULL,
    "amount_cents" BIGINT,

    CONSTRAINT "act_limit_pkey" PRIMARY KEY ("organization_id", "role", "act")
);
