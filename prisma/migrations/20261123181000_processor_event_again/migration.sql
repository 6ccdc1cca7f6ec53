-- AlterTable
ALTER TABLE "processor_event" ADD COLUMN     "again" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "tried_at" TIMESTAMPTZ(3);
