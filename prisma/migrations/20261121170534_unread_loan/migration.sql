-- CreateTable
CREATE TABLE "unread_loan" (
    "loan_system_code" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "revision" TEXT,
    "noted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unread_loan_pkey" PRIMARY KEY ("loan_system_code","external_id")
);

-- AddForeignKey
ALTER TABLE "unread_loan" ADD CONSTRAINT "unread_loan_loan_system_code_fkey" FOREIGN KEY ("loan_system_code") REFERENCES "loan_system"("code") ON DELETE RESTRICT ON UPDATE CASCADE;
