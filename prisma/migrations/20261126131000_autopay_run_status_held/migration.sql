-- AlterEnum
ALTER TYPE "autopay_run_status" ADD VALUE 'held';
