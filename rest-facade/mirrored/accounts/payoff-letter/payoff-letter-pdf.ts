import type { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import { COMMON, runsOf } from './font-runs.js';
import { longDate } from './format.js';
import type { Weight } from './letter-font.js';
import { type Letter, opening, remarks, rows } from './paragraphs.js';
import { UsedSlices } from './sliced-font.js';

/** In points: US Letter is 612 × 792. */
const MARGIN = 72;
const GAP = 14;
const ROW = 20;
const SIZE = { title: 16, body: 10.5, footer: 8 };

type Page = InstanceType<typeof PDFDocument>;

/** Slices of fonts that each letter uses. */
const slicesOfPage = new WeakMap<Page, UsedSlices>();

/** The letter as PDF: the same letter gives the same bytes. */
export async function payoffLetterPdf(letter: Letter): Promise<Readable> {
  const page = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `Payoff of loan ${plain(letter.loan_number)}`,
      Author: plain(letter.lender_name),
      CreationDate: new Date(letter.written_on),
      ModDate: new Date(letter.written_on),
    },
  });
  for (const { name, bytes } of Object.values(COMMON)) page.registerFont(name, bytes);
  await writeHead(page, letter);
  await paragraph(page, opening(letter));
  page.moveDown();
  writeRows(page, rows(letter));
  for (const remark of remarks(letter)) await paragraph(page, remark);
  numberPages(page);
  page.end();
  return page;
}

async function writeHead(page: Page, letter: Letter): Promise<void> {
  const { lender_name, written_on, borrower_names, address_lines, loan_number } = letter;
  await write(page, 'strong', lender_name, 0);
  page.font('body').text(longDate(written_on), { lineGap: 2 }).moveDown(2);
  for (const line of [...borrower_names, ...address_lines]) await write(page, 'body', line, 2);
  page.moveDown(2);
  page.font('strong').fontSize(SIZE.title).text('Payoff letter').moveDown(0.5);
  await write(page, 'body', `Loan number ${loan_number}`, 0);
  page.moveDown();
}

async function paragraph(page: Page, text: string): Promise<void> {
  await write(page, 'body', text, 3);
  page.moveDown(0.7);
}

/**
 * Writes a text in any script. Baselines and lines follow the common font whichever fonts are used, and the common font
 * is current again afterwards.
 */
async function write(page: Page, weight: Weight, text: string, gap: number): Promise<void> {
  const common = COMMON[weight];
  const slices = slicesOfPage.get(page) ?? new UsedSlices();
  slicesOfPage.set(page, slices);
  const runs = await runsOf(plain(text), weight, slices);
  const baseline = -common.ascent * SIZE.body;
  page.fontSize(SIZE.body);
  const marks = runs.every(({ font, text: part }) => font.placesMarks(part)) ? {} : unplacedMarks();
  for (const [index, { font, text: part }] of runs.entries()) {
    const lineGap = gap + (common.height - font.height) * SIZE.body;
    page.registerFont(font.name, font.bytes);
    page.font(font.name).text(part, { lineGap, baseline, ...marks, continued: index < runs.length - 1 });
  }
  page.font(weight);
}

/**
 * Feature settings for fonts that have marks as separate glyphs. The library accepts this object, although its types
 * allow only a list.
 */
function unplacedMarks(): { readonly features: PDFKit.Mixins.OpenTypeFeatures[] } {
  const features: unknown = { mark: false, mkmk: false };
  return { features: features as PDFKit.Mixins.OpenTypeFeatures[] };
}

/** Labels on the left, amounts on the right; the total is below a line. */
function writeRows(page: Page, table: ReturnType<typeof rows>): void {
  const width = page.page.width - 2 * MARGIN;
  if (page.y + (table.length + 1) * ROW > page.page.height - MARGIN) page.addPage();
  for (const [index, [label, amount]] of table.entries()) {
    const isLast = index === table.length - 1;
    const { y } = page;
    if (isLast)
      page
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + width, y)
        .lineWidth(0.75)
        .stroke();
    const at = isLast ? y + GAP / 2 : y;
    page.font(isLast ? 'strong' : 'body').fontSize(SIZE.body);
    page.text(label, MARGIN, at, { width: width / 2, lineBreak: false });
    page.text(amount, MARGIN + width / 2, at, { width: width / 2, align: 'right', lineBreak: false });
    page.x = MARGIN;
    page.y = at + ROW;
  }
  page.moveDown(0.5);
}

/** Only if there are several pages. */
function numberPages(page: Page): void {
  const { start, count } = page.bufferedPageRange();
  if (count === 1) return;
  for (let index = 0; index < count; index += 1) {
    page.switchToPage(start + index);
    // Text below the margin would start another page.
    page.page.margins.bottom = 0;
    page.font('body').fontSize(SIZE.footer);
    page.text(`Page ${index + 1} of ${count}`, MARGIN, page.page.height - MARGIN / 2, {
      width: page.page.width - 2 * MARGIN,
      align: 'center',
      lineBreak: false,
    });
  }
}

/** On one line, composed, and without unprintable characters. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').normalize('NFC');
}
