import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import { type Letter, opening, remarks, rows } from './paragraphs.js';
import { longDate } from './words.js';

/** DejaVu has Latin, Greek, Cyrillic, Hebrew, Arabic and more; what it lacks is shown as a box. */
const require = createRequire(import.meta.url);
const FONT = {
  body: readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  strong: readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
};

/** In points: US Letter has 612 × 792. */
const MARGIN = 72;
const GAP = 14;
const ROW = 20;
const SIZE = { title: 16, body: 10.5, footer: 8 };

type Page = InstanceType<typeof PDFDocument>;

/** The letter as a PDF: the same bytes for the same letter. */
export function payoffLetterPdf(letter: Letter): Readable {
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
  page.registerFont('body', FONT.body);
  page.registerFont('strong', FONT.strong);
  writeHead(page, letter);
  paragraph(page, opening(letter));
  page.moveDown();
  writeRows(page, rows(letter));
  for (const remark of remarks(letter)) paragraph(page, remark);
  numberPages(page);
  page.end();
  return page;
}

function writeHead(page: Page, { lender_name, written_on, borrower_names, address_lines, loan_number }: Letter): void {
  page.font('strong').fontSize(SIZE.body).text(plain(lender_name));
  page.font('body').text(longDate(written_on), { lineGap: 2 }).moveDown(2);
  for (const line of [...borrower_names, ...address_lines]) page.text(plain(line), { lineGap: 2 });
  page.moveDown(2);
  page.font('strong').fontSize(SIZE.title).text('Payoff letter').moveDown(0.5);
  page
    .font('body')
    .fontSize(SIZE.body)
    .text(`Loan number ${plain(loan_number)}`)
    .moveDown();
}

function paragraph(page: Page, text: string): void {
  page.font('body').fontSize(SIZE.body).text(plain(text), { lineGap: 3 }).moveDown(0.7);
}

/** Labels at the left, amounts at the right; the last row, the whole, stands under a line. */
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

/** Only where there are several. */
function numberPages(page: Page): void {
  const { start, count } = page.bufferedPageRange();
  if (count === 1) return;
  for (let index = 0; index < count; index += 1) {
    page.switchToPage(start + index);
    // Text below the margin would begin another page.
    page.page.margins.bottom = 0;
    page.font('body').fontSize(SIZE.footer);
    page.text(`Page ${index + 1} of ${count}`, MARGIN, page.page.height - MARGIN / 2, {
      width: page.page.width - 2 * MARGIN,
      align: 'center',
      lineBreak: false,
    });
  }
}

/** On one line, without what no printer shows. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
}
