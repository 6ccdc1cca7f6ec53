-- Why a person paused a schedule.
ALTER TABLE "autopay_schedule" ADD COLUMN "pause_reason" TEXT;
