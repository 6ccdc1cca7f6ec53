import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedFonts, pdfGlyphs } from '../../../../test/support/pdf-glyphs.js';
import { pdfPages } from '../../../../test/support/pdf-text.js';
import type { Letter } from './paragraphs.js';
import { payoffLetterPdf } from './payoff-letter-pdf.js';
import { writeLetter } from './write-letter.js';

const LETTER: Letter = {
  written_on: '2026-11-20',
  lender_name: 'Alder Lending LLC',
  borrower_names: ['Jordan Miller'],
  address_lines: [],
  loan_number: 'ALD-17',
  quote: {
    account_id: '01KAJ4Z6T3N8QW2V5X7Y9B1CDE',
    on: '2026-11-20',
    applied_on: '2026-11-20',
    good_through: '2026-11-20',
    amount_cents: 1_194_463,
    principal_cents: 1_184_250,
    interest_cents: 10_213,
    fees_cents: 0,
    per_diem_cents: 486,
    exact_per_diem: '486.3536',
    unsettled_cents: 0,
    currency: 'USD',
  },
};

const written = async (changes: Partial<Letter>) =>
  pdfPages(await buffer(await payoffLetterPdf({ ...LETTER, ...changes })));
const quoted = (changes: Partial<Letter['quote']>) => written({ quote: { ...LETTER.quote, ...changes } });

describe('the payoff letter', () => {
  it('is written in a thread, with the same bytes, while this one continues', async () => {
    const here = await buffer(await payoffLetterPdf(LETTER));
    let isWritten = false;
    const letters = Promise.all(Array.from({ length: 20 }, async () => buffer(await writeLetter(LETTER))));
    void letters.finally(() => {
      isWritten = true;
    });
    let turns = 0;
    for (; !isWritten; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    for (const letter of await letters) expect(letter.equals(here)).toBe(true);
    // Written in this thread, a letter would leave only a few turns of the event loop.
    expect(turns).toBeGreaterThan(1_000);
  });

  it('leaves out what is not known: split, growth, payments on their way', async () => {
    const [page = ''] = await quoted({
      principal_cents: null,
      interest_cents: null,
      fees_cents: null,
      per_diem_cents: 0,
      exact_per_diem: null,
    });
    for (const word of ['Principal', 'Interest', 'Fees', 'a day', 'on their way', 'next business day', 'Page']) {
      expect(page).not.toContain(word);
    }
    expect(page).toContain('Payoff amount $11,944.63');
  });

  it('shows payments on their way, and whole cents when no more digits are known', async () => {
    const [page = ''] = await quoted({ unsettled_cents: 12_500, exact_per_diem: null });
    expect(page).toContain('Payments of $125.00 are on their way.');
    expect(page).toContain('grows by $4.86 a day');
  });

  it('names that need more than a page get numbered pages, and all names are shown', async () => {
    const names = Array.from({ length: 70 }, (_, index) => `Person ${index} ${'Wilhelmina '.repeat(12)}end${index}`);
    const pages = await written({ borrower_names: names });
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    const whole = pages.join(' ');
    for (const index of names.keys()) expect(whole).toContain(`end${index}`);
    expect(whole).toContain('Payoff amount');
  });

  it.each(['Zoë Łukasz Öztürk', 'Юрий Иванов', 'Γεώργιος', 'Nguyễn Thị Hương'])('writes %s', async (name) => {
    expect((await written({ borrower_names: [name] }))[0]).toContain(name);
  });

  it.each(['李小龙', '陳大文', '高橋さくら', '김민준', 'กุลธิดา ที่อยู่', 'Chan Tai Man 陳大文 (David)'])(
    'writes %s, and no box',
    async (name) => {
      const pdf = await buffer(
        await payoffLetterPdf({ ...LETTER, borrower_names: [name], lender_name: `${name} LLC` }),
      );
      // A text extractor sees a gap between two fonts.
      expect((await pdfPages(pdf))[0]?.replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
      const glyphs = pdfGlyphs(pdf);
      expect(glyphs.length).toBeGreaterThan(400);
      expect(glyphs).not.toContain(0);
    },
  );

  it('composes decomposed characters', async () => {
    expect((await written({ borrower_names: ['김민준'.normalize('NFD')] }))[0]).toContain('김민준');
  });

  it('embeds the fonts that its text needs, and no others', async () => {
    const embedded = async (name: string) =>
      embeddedFonts(await buffer(await payoffLetterPdf({ ...LETTER, borrower_names: [name] })));
    expect(await embedded('Zoë')).toBe(2);
    expect(await embedded('李')).toBe(3);
    expect(await embedded('李 ที่')).toBe(4);
  });

  it('shows a box for a character that no font has', async () => {
    expect(pdfGlyphs(await buffer(await payoffLetterPdf({ ...LETTER, borrower_names: ['🧿'] })))).toContain(0);
  });

  it('every name gets a letter', { timeout: 120_000 }, async () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('李小龙', 'محمد', 'דוד', '🧑‍⚖️', '\ud800', '\u0000'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { maxLength: 3 }),
        name,
        name,
        async (borrower_names, lender_name, loan_number) => {
          const bytes = await buffer(await payoffLetterPdf({ ...LETTER, borrower_names, lender_name, loan_number }));
          expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
          expect(bytes.subarray(-6).toString()).toContain('%%EOF');
        },
      ),
      { numRuns: 20 },
    );
  });
});

it('a name with marks that the library cannot place is still written, without a box', async () => {
  const pdf = await buffer(await payoffLetterPdf({ ...LETTER, borrower_names: ['\u0e2c\u0e38\u0e33\u0e01', 'น้ำใจ'] }));
  expect(pdfGlyphs(pdf)).not.toContain(0);
});
