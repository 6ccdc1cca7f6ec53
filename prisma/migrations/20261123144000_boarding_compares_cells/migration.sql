-- AlterTable
ALTER TABLE "ledger_boarding" ADD COLUMN     "compares_cells" BOOLEAN NOT NULL DEFAULT false;
