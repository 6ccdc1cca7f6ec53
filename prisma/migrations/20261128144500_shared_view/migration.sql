-- Filters of a dashboard list that a supervisor saved for all operators of a lender. New table: nothing to backfill.
CREATE TYPE "shared_view_page" AS ENUM ('collections');

CREATE TABLE "shared_view" (
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "page" "shared_view_page" NOT NULL,
    "name" TEXT NOT NULL,
    "search" TEXT NOT NULL,
    "saved_by" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shared_view_pkey" PRIMARY KEY ("organization_id", "id")
);

CREATE UNIQUE INDEX "shared_view_organization_id_page_name_key" ON "shared_view"("organization_id", "page", "name");

ALTER TABLE "shared_view" ADD CONSTRAINT "shared_view_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
