-- What matched before goes on matching: rows that are there get the moment of this statement, later ones null.
ALTER TABLE "campaign_identifier" ADD COLUMN     "approved_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "approved_by" TEXT;
ALTER TABLE "campaign_identifier" ALTER COLUMN "approved_at" DROP DEFAULT;
