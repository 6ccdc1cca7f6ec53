-- CreateTable
CREATE TABLE "heartbeat" (
    "id" INTEGER NOT NULL,
    "beaten_at" TIMESTAMPTZ(3) NOT NULL,
    "padding" BYTEA NOT NULL,

    CONSTRAINT "heartbeat_pkey" PRIMARY KEY ("id")
);

-- What is compressed away would not be written anywhere.
ALTER TABLE "heartbeat" ALTER COLUMN "padding" SET STORAGE EXTERNAL;

-- What operators have not seen to yet, which is counted all the time: few of many.
CREATE INDEX "operator_exception_open_idx" ON "operator_exception"("kind") WHERE "resolved_at" IS NULL;
