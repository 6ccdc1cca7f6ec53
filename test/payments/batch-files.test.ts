import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiAnswer, send } from '../support/api.js';
import { graphClient } from '../support/graph.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * Files of payments as spreadsheets write them: which are accepted as intended, and which are refused by row and
 * column.
 */

let instance: TestInstance;
let token: string;
let account: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
});
// A new organization for each test, because one has at most ten open batches.
beforeEach(async () => {
  const lender = await instance.lender();
  ({ token } = await lender.api());
  account = await lender.ledgerAccount();
});
afterAll(() => instance.close());

const submit = (body: string | Buffer, { charset = '', key = randomUUID() } = {}): Promise<ApiAnswer> =>
  send(`${instance.baseUrl}/v1/payment-batches?dry_run=true`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': charset === '' ? 'text/csv' : `text/csv; charset=${charset}`,
      'idempotency-key': key,
    },
    body,
  });

const HEADER = 'idempotency_key,account_id,amount_cents,payment_method,memo';
const rowOf = (memo = '', cents: number | string = 100) => `${randomUUID()},${account},${cents},cash,${memo}`;
const withSemicolons = (text: string) => text.replaceAll(',', ';');

const storedMemos = async (id: string): Promise<readonly (string | null)[]> => {
  const text = 'select memo from payment_batch_row where batch_id = $1 order by position';
  return (await instance.resources.pool.query(text, [id])).rows.map(({ memo }) => memo);
};

describe('POST /v1/payment-batches with a file', () => {
  it.each([
    ['UTF-8', '', 'utf8'],
    ['windows-1252', 'windows-1252', 'latin1'],
    ['iso-8859-1', 'ISO-8859-1', 'latin1'],
    ['utf-16le', 'utf-16le', 'utf16le'],
  ] as const)('in %s: texts are stored as written', async (_, charset, encoding) => {
    const answer = await submit(Buffer.from(`${HEADER}\n${rowOf('José at the till')}\n`, encoding), { charset });
    expect([answer.status, answer.json.row_count]).toEqual([202, 1]);
    expect(await storedMemos(answer.json.batch_id)).toEqual(['José at the till']);
  });

  it('400 malformed_request with line, byte and advice, when it is not UTF-8', async () => {
    const answer = await submit(Buffer.from(`${HEADER}\n${rowOf()}\n${rowOf('José')}\n`, 'latin1'));
    expect([answer.status, answer.json.detail]).toMatchObject([
      400,
      {
        error_code: 'malformed_request',
        reason: 'not_utf8',
        line: 3,
        byte: 36 + 1 + account.length + ',100,cash,Jos'.length + 1,
        hint: expect.stringMatching(/CSV UTF-8.*charset=windows-1252/),
      },
    ]);
    const marked = await submit(Buffer.from(`\uFEFF${HEADER}\n${rowOf()}\n`, 'utf16le'));
    expect([marked.status, marked.json.detail]).toMatchObject([
      400,
      { line: 1, hint: expect.stringContaining('utf-16le') },
    ]);
    const halved = await submit(Buffer.from(`${HEADER}\n`, 'utf16le').subarray(0, -1), { charset: 'utf-16le' });
    expect([halved.status, halved.json.detail]).toMatchObject([400, { reason: 'not_in_charset', line: 1 }]);
  });

  it('415 with the supported charsets', async () => {
    const answer = await submit(`${HEADER}\n${rowOf()}\n`, { charset: 'utf-32' });
    expect([answer.status, answer.json.detail]).toMatchObject([
      415,
      { reason: 'charset', charsets: 'utf-8, windows-1252, utf-16le' },
    ]);
  });

  it('the same bytes in another charset under the same key: 409 if the rows differ', async () => {
    const [key, file] = [randomUUID(), Buffer.from(`${HEADER}\n${rowOf('José')}\n`)];
    const first = await submit(file, { key });
    expect((await submit(file, { key })).json.batch_id).toBe(first.json.batch_id);
    const other = await submit(file, { key, charset: 'windows-1252' });
    expect([other.status, other.json.detail.error_code]).toEqual([409, 'idempotency_conflict']);
  });

  it.each([
    ['rows of nothing but separators', () => `${HEADER}\n${rowOf('a')}\n,,,,\n${rowOf('b')}\n,,,,\n,,\n`],
    ['unnamed columns at the end', () => `${HEADER},,\r\n${rowOf('a')},,\r\n${rowOf('b')},,\r\n`],
    ['a header with CRLF, rows with LF', () => `${HEADER}\r\n${rowOf('a')}\n${rowOf('b')}\n`],
    ['a header with LF, rows with CRLF', () => `${HEADER}\n${rowOf('a')}\r\n${rowOf('b')}`],
    ['semicolons', () => withSemicolons(`${HEADER}\n${rowOf('a')}\n${rowOf('b')}\n`)],
    ['tabs', () => `${HEADER}\n${rowOf('a')}\n${rowOf('b')}\n`.replaceAll(',', '\t')],
    ['a byte order mark and sep=;', () => `\uFEFFsep=;\n${withSemicolons(`${HEADER}\n${rowOf('a')}\n${rowOf('b')}`)}`],
    [
      'spaces around names and cells',
      () => ` ${HEADER.replaceAll(',', ' , ')} \n${rowOf('a').replaceAll(/,(?!a)/g, ' , ')}\n${rowOf('b')}\n`,
    ],
  ])('%s: 202, and no effect', async (_, file) => {
    const answer = await submit(file());
    expect([answer.status, answer.json.row_count, answer.json.sum_cents]).toEqual([202, 2, 200]);
    expect(await storedMemos(answer.json.batch_id)).toEqual(['a', 'b']);
  });

  it.each([
    [
      'a row of totals',
      () => `${HEADER}\n${rowOf()}\nTotal,,100,,\n`,
      ['rows', '1'],
      /looks like a row of totals: delete it/,
    ],
    ['a row of numbers alone', () => `${HEADER}\n${rowOf()}\n,,"1,100",,\n`, ['rows', '1'], /row of totals/],
    ['a short row of totals', () => `${HEADER}\n${rowOf()}\nSumme,100\n`, [], /line 3: looks like a row of totals/],
    ['cents with a comma', () => `${HEADER}\n${rowOf('', '"1,000"')}\n`, ['rows', '0', 'amount_cents'], /not guessed/],
    ['cents with a point', () => `${HEADER}\n${rowOf('', '1000.00')}\n`, ['rows', '0', 'amount_cents'], /not guessed/],
    [
      'thousands with a point',
      () => withSemicolons(`${HEADER}\n${rowOf('', '1.000')}\n`),
      ['rows', '0', 'amount_cents'],
      /not guessed/,
    ],
    [
      'an ambiguous separator',
      () => 'amount_cents;memo,account_id\n1;x,y\n',
      [],
      /line 1: the separator is not certain/,
    ],
    [
      'an unclosed quote',
      () => `${HEADER}\n${rowOf('"a')}\n${rowOf()}\n${rowOf()}\n`,
      [],
      /line 2: a quote that opens/,
    ],
    ['a truncated row', () => `${HEADER}\n20261127001,4471,5000\n`, [], /line 2: must have 5 cells/],
    ['a cell without a column', () => `${HEADER},\n${rowOf()},x\n`, [], /line 2: cell 6 is not empty/],
  ])('%s: 422 with one problem', async (_, file, place, message) => {
    const answer = await submit(file());
    expect([answer.status, answer.json.detail]).toEqual([
      422,
      [expect.objectContaining({ loc: ['body', ...place], msg: expect.stringMatching(message), type: 'value_error' })],
    ]);
  });

  it('422 for a payment without its method: a row that names a payment is not a row of totals', async () => {
    const answer = await submit(`${HEADER}\n1001,20044,12500,,\n`);
    expect([answer.status, answer.json.detail]).toEqual([
      422,
      [expect.objectContaining({ loc: ['body', 'rows', '0', 'payment_method'], type: 'missing' })],
    ]);
  });

  it('422 for keys rounded by a spreadsheet, which would become one payment', async () => {
    const answer = await submit(`${HEADER}\n1.23457E+11,${account},100,cash,\n`);
    expect([answer.status, answer.json.detail]).toEqual([
      422,
      [
        expect.objectContaining({
          loc: ['body', 'rows', '0', 'idempotency_key'],
          msg: expect.stringContaining('rounded'),
        }),
      ],
    ]);
  });

  it('422 together with problems of other rows', async () => {
    const answer = await submit(`${HEADER}\n${rowOf('', '1.50')}\nk,${account},0,cash,\nTotal,,,,\n`);
    const places = answer.json.detail.map(({ loc }: { loc: readonly string[] }) => loc.slice(2).join(' '));
    expect([answer.status, places]).toEqual([422, ['0 amount_cents', '2', '1 amount_cents']]);
  });

  it('a memo’s length is counted in code points, as in JSON', async () => {
    expect((await submit(`${HEADER}\n${rowOf('𝒜'.repeat(200))}\n`)).status).toBe(202);
    const answer = await submit(`${HEADER}\n${rowOf('𝒜'.repeat(201))}\n`);
    expect(answer.json.detail).toMatchObject([{ loc: ['body', 'rows', '0', 'memo'], type: 'string_too_long' }]);
  });
});

it('createPaymentBatch refuses a text with half of a surrogate pair', async () => {
  const ask = graphClient(instance.graphqlUrl, token);
  const document =
    'mutation ($key: String!, $input: CreatePaymentBatchInput!) { createPaymentBatch(idempotencyKey: $key, input: $input) { replayed } }';
  const answer = await ask(document, {
    key: randomUUID(),
    input: { csv: `${HEADER}\n${rowOf('\ud800')}\n`, dryRun: true },
  });
  expect(answer.json.errors[0].extensions.issues).toMatchObject([{ loc: ['input', 'csv'] }]);
});
