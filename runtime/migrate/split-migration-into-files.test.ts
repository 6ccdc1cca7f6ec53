import { expect, test } from 'vitest';
import { asMigrationFiles } from './split-migration-into-files.js';

const TABLE = '-- CreateTable\nCREATE TABLE "note" (\n    "id" TEXT NOT NULL\n);';
const OWN_INDEX = '-- CreateIndex\nCREATE INDEX "note_text" ON "note"("text");';
const OWN_KEY =
  '-- AddForeignKey\nALTER TABLE "note" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "payment"("id");';
const DROPPED = '-- DropIndex\nDROP INDEX "payment_old";';
const PAYMENT = '-- AlterTable\nALTER TABLE "payment" ADD COLUMN     "note" TEXT;';
const ACCOUNT = '-- AlterTable\nALTER TABLE "account" ADD COLUMN     "note" TEXT;';
const INDEX = '-- CreateIndex\nCREATE UNIQUE INDEX "payment_note" ON "payment"("note", "id" DESC);';

test('existing tables are altered in one file each, their indexes built and dropped CONCURRENTLY', () => {
  expect(asMigrationFiles([DROPPED, PAYMENT, ACCOUNT, TABLE, OWN_INDEX, INDEX, OWN_KEY].join('\n\n'))).toEqual([
    `${TABLE}\n\n${OWN_INDEX}\n\n${OWN_KEY}\n`,
    `${PAYMENT}\n`,
    `${ACCOUNT}\n`,
    '-- DropIndex\nDROP INDEX CONCURRENTLY IF EXISTS "payment_old";\n',
    '-- CreateIndex\nCREATE UNIQUE INDEX CONCURRENTLY "payment_note" ON "payment"("note", "id" DESC);\n',
  ]);
});

test('changes that fit into one file are one file', () => {
  expect(asMigrationFiles(`${PAYMENT}\n`)).toEqual([`${PAYMENT}\n`]);
});
