-- CreateTable
CREATE TABLE "posting_reference_secret" (
    "check_value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "posting_reference_secret_pkey" PRIMARY KEY ("check_value")
);
