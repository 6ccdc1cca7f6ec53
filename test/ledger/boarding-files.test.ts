import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { board, csv, LOAN, PAYMENT, plainCsv } from '../support/board-file.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Files as spreadsheets write them: which are boarded as intended, and which are refused with a line. */

let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock: new SimulatedClock('2026-05-01T15:00:00Z'), worker: false });
});
afterAll(() => instance.close());

const boarded = async (file: Parameters<typeof board>[2], options: Parameters<typeof board>[3] = {}) => {
  const { organizationId } = await instance.lender();
  const { boarding, problems } = await board(instance.resources, organizationId, file, options);
  const text = 'select borrower_name from ledger_boarding_loan where organization_id = $1';
  expect((await instance.resources.pool.query(text, [organizationId])).rows).toEqual([]);
  return { organizationId, boarding, problems };
};

/** The borrower that every lender of these tests has. */
const OF_THE_LENDER = 'Ada Borrower';

const namesOf = async (organizationId: string): Promise<readonly string[]> => {
  const text = 'select display_name from person where organization_id = $1 and display_name <> $2';
  return (await instance.resources.pool.query(text, [organizationId, OF_THE_LENDER])).rows
    .map(({ display_name: name }) => name)
    .sort();
};

const NAME = 'José Núñez';
const NAMED = { ...LOAN, borrower_name: NAME };
const OTHER = { ...LOAN, loan_number: 'A-2', borrower_name: 'Žižek – “Z” €' };

/** As Excel saves its plain CSV. */
function inWindows1252(text: string): Buffer {
  const bytes: Readonly<Record<string, number>> = { '€': 0x80, '–': 0x96, '“': 0x93, '”': 0x94, Ž: 0x8e, ž: 0x9e };
  return Buffer.from([...text].map((character) => bytes[character] ?? character.charCodeAt(0)));
}

describe('the charset of a file', () => {
  const ROWS = [NAMED, OTHER];
  const NDJSON = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');

  it.each([
    ['UTF-8', Buffer.from(csv(...ROWS)), {}],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${csv(...ROWS)}`), {}],
    ['Windows-1252', inWindows1252(csv(...ROWS)), { charset: 'windows-1252' }],
    ['UTF-16LE with a byte order mark', Buffer.from(`\uFEFF${csv(...ROWS)}`, 'utf16le'), { charset: 'utf-16le' }],
    ['NDJSON in UTF-8', Buffer.from(`\uFEFF${NDJSON}`), { format: 'ndjson' }],
    ['NDJSON in Windows-1252', inWindows1252(NDJSON), { format: 'ndjson', charset: 'windows-1252' }],
    ['NDJSON in UTF-16LE', Buffer.from(NDJSON, 'utf16le'), { format: 'ndjson', charset: 'utf-16le' }],
  ] as const)('%s: each name is stored as it was written', async (_, file, options) => {
    const { organizationId, boarding, problems } = await boarded(file, options);
    expect(problems).toEqual([]);
    expect(boarding).toMatchObject({ status: 'done', isTied: true });
    expect(await namesOf(organizationId)).toEqual([NAME, 'Žižek – “Z” €']);
  });

  it.each([
    [
      'Windows-1252 without naming it',
      inWindows1252(plainCsv([LOAN, NAMED])),
      {},
      3,
      /^byte 13 of this line is not UTF-8: .*CSV UTF-8/,
    ],
    [
      'UTF-16LE without naming it',
      Buffer.from(`\uFEFF${csv(LOAN)}`, 'utf16le'),
      {},
      1,
      /byte order mark of UTF-16LE.*utf-16le/,
    ],
    [
      'UTF-8 with a mark, as Windows-1252',
      Buffer.from(`\uFEFF${csv(LOAN)}`),
      { charset: 'windows-1252' },
      1,
      /byte order mark of UTF-8/,
    ],
    [
      'NDJSON in Windows-1252 without naming it',
      inWindows1252(`{"record_type":"loan"}\n{"a":"é"}`),
      { format: 'ndjson' },
      2,
      /^byte 7 of this line/,
    ],
    [
      'a file cut off inside a character',
      Buffer.from(`${plainCsv([NAMED]).split('é')[0]}é`).subarray(0, -1),
      {},
      2,
      /^byte 13 of this line is not UTF-8/,
    ],
  ] as const)(
    '%s: refused by line and byte, also when loans with an error are skipped',
    async (_, file, options, line, message) => {
      for (const skipsInvalid of [false, true]) {
        const { organizationId, boarding, problems } = await boarded(file, { ...options, skipsInvalid });
        expect(problems.at(-1)).toMatchObject({ line, severity: 'error', message: expect.stringMatching(message) });
        expect(boarding).toMatchObject({ status: 'refused', loansWritten: 0, isTied: null });
        expect(await namesOf(organizationId)).toEqual([]);
      }
    },
  );
});

describe('leftovers of spreadsheets', () => {
  const [header = '', loan = '', payment = ''] = plainCsv([LOAN, PAYMENT]).split('\n');
  const ended = (line: string, end: string) => `${line}${end}`;

  it.each([
    ['rows with only separators', `${header}\n${loan}\n${payment}\n${','.repeat(18)}\n,,\n\n`],
    ['unnamed columns at the end', [header, loan, payment].map((line) => `${line},,,\r\n`).join('')],
    [
      'an unnamed column first, and one between',
      [header, loan, payment].map((line) => `,${line.replace(',', ',,')}\r\n`).join(''),
    ],
    ['a header with CRLF, rows with LF', ended(header, '\r\n') + ended(loan, '\n') + ended(payment, '\n')],
    ['a header with LF, rows with CRLF', ended(header, '\n') + ended(loan, '\r\n') + ended(payment, '\r\n')],
    ['semicolons', plainCsv([LOAN, PAYMENT], { separator: ';' })],
    ['tabs', plainCsv([LOAN, PAYMENT], { separator: '\t' })],
    ['sep=;', `sep=;\r\n${plainCsv([LOAN, PAYMENT], { separator: ';', lineEnd: '\r\n' })}`],
    ['a byte order mark before sep=;', `\uFEFFsep=;\n${plainCsv([LOAN, PAYMENT], { separator: ';' })}`],
    ['blanks around cells', plainCsv([LOAN, PAYMENT], { separator: ' ,\u00a0' })],
  ])('%s: boarded as if it were not there', async (_, file) => {
    const { boarding, problems } = await boarded(file);
    expect(problems).toEqual([]);
    expect(boarding).toMatchObject({ status: 'done', isTied: true, loansWritten: 1, transactionsWritten: 1 });
  });

  it('lines are counted past sep=; and empty rows', async () => {
    const { problems } = await boarded(`sep=;\n;;\n${plainCsv([{ ...LOAN, status: 'late' }], { separator: ';' })}`);
    expect(problems).toMatchObject([{ line: 4, column: 'status' }]);
  });

  it.each([
    [
      'a row of totals',
      `${csv(LOAN)}\nTotal,,,,,1000000,,,,,,,762000,,,`,
      3,
      'record_type',
      /looks like a row of totals: delete it/,
    ],
    ['totals in German', `${csv(LOAN)}\n,Summe,,,,1000000,,,,,,,,,,`, 3, 'record_type', /row of totals/],
    [
      'a cell under no name',
      `${header},\n${loan},lost\n`,
      2,
      null,
      /cell \d+ is not empty, and its column has no name/,
    ],
    [
      'a separator that is not certain',
      'record_type;amount_cents,loan_number\nloan;1,A-1\n',
      1,
      null,
      /separator is not certain.* each/,
    ],
    [
      'no separator that gives a name',
      'art;nummer,betrag\nloan;A-1,1\n',
      1,
      null,
      /separator is not certain.* neither/,
    ],
    [
      'a quote that is not closed',
      `${csv(LOAN)}\n"loan","A-2\n${csv(PAYMENT)}\n`,
      3,
      null,
      /quote that opens in this row is not closed/,
    ],
    ['a header and no rows', 'record_type,loan_number\n', 1, 'record_type', /no row follows the header/],
    ['a header and empty rows', '\nrecord_type,loan_number\n,\n', 2, 'record_type', /no row follows the header/],
  ])('%s: refused by row and column', async (_, file, line, column, message) => {
    const { boarding, problems } = await boarded(file);
    expect(problems).toMatchObject([{ line, column, message: expect.stringMatching(message) }]);
    expect(boarding).toMatchObject({ status: 'refused', loansWritten: 0 });
  });

  it.each(['1,000', '1.000', '1000.00', '1,000,000.00'])('%s cents are refused, not guessed', async (cents) => {
    for (const [format, file] of [
      ['csv', csv({ ...LOAN, fees_cents: cents })],
      ['ndjson', JSON.stringify({ ...LOAN, fees_cents: cents })],
    ] as const) {
      const { boarding, problems } = await boarded(file, { format });
      const message = expect.stringMatching(/^must be whole cents without .* not guessed$/);
      expect(problems).toMatchObject([{ line: format === 'csv' ? 2 : 1, column: 'fees_cents', message }]);
      expect(boarding.status).toBe('refused');
    }
  });

  it('NDJSON: a number with more digits than JSON keeps is refused by row and column', async () => {
    const line = JSON.stringify(LOAN).replace('"A-1"', '12345678901234567890');
    const { boarding, problems } = await boarded(line, { format: 'ndjson' });
    expect(boarding.status).toBe('refused');
    expect(problems).toMatchObject([{ line: 1, column: 'loan_number', message: expect.stringContaining('as text') }]);
  });

  it('a filled column without a name is one problem, however many rows have it', async () => {
    const numbered = [`,${header}`, `0,${loan}`, `1,${payment}`].join('\n');
    const { boarding, problems } = await boarded(numbered);
    expect(boarding).toMatchObject({ status: 'refused', errors: 1 });
    expect(problems).toMatchObject([{ line: 2, message: 'cell 1 is not empty, and its column has no name' }]);
  });

  it('empty lines do not count as held memory, however many there are', async () => {
    const blank = Buffer.from(`${' '.repeat(60_000)}\n`);
    const file = Buffer.concat([
      Buffer.from(`${JSON.stringify(LOAN)}\n`),
      ...Array.from({ length: 1_200 }, () => blank),
      Buffer.from(JSON.stringify({ ...LOAN, loan_number: 'A-2', borrower_name: 'Ben Baker' })),
    ]);
    const pieces = Array.from({ length: Math.ceil(file.length / 1_000_000) }, (_, n) =>
      file.subarray(n * 1_000_000, (n + 1) * 1_000_000),
    );
    const { boarding } = await boarded(pieces, { format: 'ndjson' });
    expect([boarding.status, boarding.loansWritten]).toEqual(['done', 2]);
  });

  it('NDJSON with only empty lines is refused', async () => {
    const { boarding, problems } = await boarded('\n \n', { format: 'ndjson' });
    expect(problems).toMatchObject([{ line: 1, column: null }]);
    expect(boarding.status).toBe('refused');
  });
});

it('a name’s length is counted in code points, as over REST', async () => {
  const named = (length: number) => csv({ ...LOAN, borrower_name: '𝒜'.repeat(length) });
  expect((await boarded(named(200))).boarding.status).toBe('done');
  const { problems } = await boarded(named(201));
  expect(problems).toMatchObject([{ line: 2, column: 'borrower_name', message: 'must have at most 200 characters' }]);
});
