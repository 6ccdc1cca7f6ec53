import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import type { ResultRow } from '../subgraphs/payments/tie-out/comparison/result.store.js';

const require = createRequire(import.meta.url);
const FONT = readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/** In points. */
const MARGIN = 54;
const SIZE = { title: 14, body: 8 };
/** Limit of the PDF; the JSON and CSV contain everything. */
const MOST_ON_PAPER = 200;

const COLUMNS = [
  'organization_id',
  'business_day',
  'subject',
  'completeness',
  'ours_count',
  'ours_cents',
  'theirs_count',
  'theirs_cents',
  'open_count',
  'loans_read',
  'loans_unread',
  'difference_count',
  'sequence',
  'hash',
] as const;

/** One line for each side of the day; the values are Tributary's own: ids, codes, numbers, hashes. */
export function resultsCsv(results: readonly ResultRow[]): string {
  const lines = results.map((row) => [
    row.organizationId,
    row.businessDay,
    row.subject,
    row.completeness,
    row.oursCount,
    row.oursCents,
    row.theirsCount,
    row.theirsCents,
    row.openCount,
    row.loansRead,
    row.loansUnread,
    row.differenceCount,
    row.sequence,
    // A hash may begin with a hyphen, which a spreadsheet takes for a formula.
    `sha256:${row.hash}`,
  ]);
  return `${[COLUMNS, ...lines].map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** The same as PDF, with the differences. */
export function resultsPdf(day: string, results: readonly ResultRow[]): Readable {
  const page = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `Tie-out of ${day}`, CreationDate: new Date(day), ModDate: new Date(day) },
  });
  page.registerFont('body', FONT);
  page.font('body').fontSize(SIZE.title).text(`Tie-out of ${day}`).moveDown().fontSize(SIZE.body);
  if (results.length === 0) page.text('This day was not compared.');
  for (const row of results) {
    page.text(`${row.organizationId}  ${row.subject}: ${row.completeness}`);
    page.text(
      `Tributary ${row.oursCount} of ${dollars(row.oursCents)}, other side ${row.theirsCount} of ${dollars(row.theirsCents)}.`,
    );
    page.text(
      `Without an outcome ${row.openCount}, loans not read ${row.loansUnread}, differences ${row.differenceCount}.`,
    );
    for (const difference of differencesOf(row).slice(0, MOST_ON_PAPER)) page.text(JSON.stringify(difference));
    page.text(`Compared at ${row.lookedAt}. Result ${row.sequence}, seal ${row.hash}.`).moveDown();
  }
  page.end();
  return page;
}

function differencesOf({ differences }: ResultRow): readonly unknown[] {
  return JSON.parse(differences);
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
