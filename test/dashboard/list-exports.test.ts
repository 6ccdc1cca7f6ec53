import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTOPAY_RUN_STATUSES } from '../../core/contract/autopay.js';
import { RUN_COLUMNS } from '../../subgraphs/payments/autopay/run/run-columns.js';
import { PAYMENT_COLUMNS } from '../../subgraphs/payments/collected/payment/payment-columns.js';
import { DISPUTE_COLUMNS } from '../../subgraphs/payments/disputes/dispute/dispute-columns.js';
import { RECEIPT_COLUMNS } from '../../subgraphs/reporting/receipts/receipt-columns.js';
import { ACCOUNT_COLUMNS } from '../../subgraphs/servicing/accounts/account/account-columns.js';
import { COLLECTION_COLUMNS } from '../../subgraphs/servicing/accounts/collection/collection-columns.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { demoSession } from '../support/demo-session.js';
import { operatorToken } from '../support/operators.js';
import { until } from '../support/until.js';

/* Lists of the graph, sorted and added, and `GET /exports/lists/{list}`: the same rows, in the same order, as a file. */

let demo: DemoInstance;
let origin: string;
let operator: Readonly<Record<string, string>>;
let lender: string;

beforeAll(async () => {
  demo = await openDemoInstance({}, { isDemo: true });
  origin = new URL(demo.instance.graphqlUrl).origin;
  const { cookie, token } = await demoSession(origin, 'operator');
  operator = { cookie, 'x-csrf-token': token };
  lender = demo.organizationIds[0] ?? '';
}, 300_000);
afterAll(() => demo.instance.close());

/** Days that cover the demo's receipts. */
const DAYS = { from: '2025-12-01', to: '2026-11-20' };

const LISTS = [
  [
    'loans',
    'accounts',
    'AccountColumn',
    ACCOUNT_COLUMNS,
    { minDaysPastDue: 'Int' },
    { minDaysPastDue: 1 },
    'Principal',
  ],
  [
    'collections',
    'collectionQueue',
    'CollectionColumn',
    COLLECTION_COLUMNS,
    { maxDaysPastDue: 'Int' },
    { maxDaysPastDue: 59 },
    'Past due',
  ],
  [
    'payments',
    'payments',
    'PaymentColumn',
    PAYMENT_COLUMNS,
    { paymentMethods: '[CollectedPaymentMethod!]' },
    { paymentMethods: ['check'] },
    'Amount',
  ],
  [
    'autopay',
    'autopayRuns',
    'AutopayRunColumn',
    RUN_COLUMNS,
    { statuses: '[AutopayRunStatus!]' },
    { statuses: AUTOPAY_RUN_STATUSES.filter((each) => each !== 'posted') },
    'Amount',
  ],
  [
    'disputes',
    'disputes',
    'DisputeColumn',
    DISPUTE_COLUMNS,
    { statuses: '[DisputeStatus!]' },
    { statuses: ['won', 'needs_response'] },
    'Amount',
  ],
  [
    'receipts',
    'receipts',
    'ReceiptColumn',
    RECEIPT_COLUMNS,
    { by: 'ReceiptDay!', from: 'Date', to: 'Date', paymentMethod: 'String' },
    { by: 'BUSINESS_DAY', ...DAYS, paymentMethod: 'check' },
    'Amount',
  ],
] as const;

const TOTALS = {
  accounts: 'accountTotals',
  collectionQueue: 'collectionQueueTotals',
  payments: 'paymentTotals',
  autopayRuns: 'autopayRunTotals',
  disputes: 'disputeTotals',
  receipts: 'receiptTotals',
} as const;

type Variables = Readonly<Record<string, unknown>>;

interface Answer {
  readonly items: readonly { readonly id: string }[];
  readonly page: { readonly nextCursor: string | null };
  readonly rows: number;
  readonly amountCents: number;
  readonly netCents: number;
}

async function ask(query: string, variables: Variables): Promise<Readonly<Record<string, Answer>>> {
  const answer = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...operator },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data: Readonly<Record<string, Answer>>; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

const read = async (list: string, variables: Variables, headers: Readonly<Record<string, string>> = operator) => {
  const search = new URLSearchParams({ variables: JSON.stringify(variables) });
  const answer = await fetch(`${origin}/exports/lists/${list}?${search}`, { headers });
  return { status: answer.status, text: await answer.text() };
};

/** Rows by heading. */
function rowsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = cellsOf(csv);
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

/** RFC 4180. */
function cellsOf(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}

const ID = {
  loans: 'Account ID',
  collections: 'Account ID',
  payments: 'Payment ID',
  autopay: 'Run ID',
  disputes: 'Dispute ID',
  receipts: 'Transaction ID',
};

describe.each(LISTS)('%s', (list, field, type, columns, types, sought, amount) => {
  const id = list === 'receipts' ? 'transactionId' : 'id';
  const declared = Object.entries({ organizationId: 'ID', ...types })
    .map(([name, its]) => `$${name}: ${its}`)
    .join(', ');
  const given = ['organizationId', ...Object.keys(types)].map((name) => `${name}: $${name}`).join(', ');
  const document = `query Walk(${declared}, $sortBy: ${type}, $isDescending: Boolean, $cursor: String) {
    ${field}(${given}, sortBy: $sortBy, isDescending: $isDescending, cursor: $cursor, limit: 7) {
      items { id: ${id} } page { nextCursor } } }`;
  const totals = `query Totals(${declared}) { ${TOTALS[field]}(${given}) { rows amountCents netCents isExact } }`;
  const all = list === 'receipts' ? { by: 'BUSINESS_DAY', ...DAYS } : {};

  async function walked(variables: Variables): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
      const { [field]: page } = await ask(document, { ...variables, cursor });
      ids.push(...(page?.items ?? []).map((item) => item.id));
      cursor = page?.page.nextCursor ?? undefined;
    }
    return ids;
  }

  it.each([undefined, ...columns])(
    'pages and file have the same rows in the same order, sorted by %s',
    async (sortBy) => {
      for (const isDescending of sortBy === undefined ? [null] : [false, true]) {
        const variables = { ...all, ...sought, organizationId: lender, ...(sortBy && { sortBy, isDescending }) };
        const file = await read(list, variables);
        expect(file.status).toBe(200);
        const ids = rowsOf(file.text).map((row) => row[ID[list]]);
        expect(await walked(variables)).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
      }
    },
  );

  it('totals are the number and the sum of the rows of the file', async () => {
    for (const filters of [{ ...all }, { ...all, ...sought }]) {
      const rows = rowsOf((await read(list, { ...filters, organizationId: lender })).text);
      expect(rows.length).toBeGreaterThan(0);
      const { [TOTALS[field]]: found } = await ask(totals, { ...filters, organizationId: lender });
      const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[amount] ?? 0) * 100), 0);
      expect(found).toMatchObject({ rows: rows.length, amountCents: cents, isExact: true });
      expect(found?.netCents).toBeLessThanOrEqual(cents);
      for (const row of rows) expect(row[amount]).toMatch(/^(\d+\.\d\d)?$/);
    }
  });

  it('has names and contract numbers beside ids, and nothing of another lender', async () => {
    const [own, other] = await Promise.all(
      demo.organizationIds.slice(0, 2).map(async (organizationId) => {
        const token = await operatorToken(demo.instance.resources, {
          ...{ subject: `of-${organizationId}`, role: 'operator', organizationIds: [organizationId] },
        });
        return rowsOf((await read(list, all, { authorization: `Bearer ${token}` })).text);
      }),
    );
    const ids = new Set(own?.map((row) => row[ID[list]]));
    expect(other?.filter((row) => ids.has(row[ID[list]] ?? ''))).toEqual([]);
    expect(own?.length).toBeGreaterThan(0);
    for (const row of own ?? [])
      if (row['Account ID'] !== '') expect([row['Borrower'], row['Contract number']]).not.toContain('');
  });
});

describe('GET /exports/lists/{list}', () => {
  it('403 for a viewer, without an entry in the audit log; 404 for another list, 422 for a wrong variable', async () => {
    const before = await endedEntries();
    const { cookie, token } = await demoSession(origin, 'viewer');
    const refused = await read('loans', {}, { cookie, 'x-csrf-token': token });
    expect([refused.status, JSON.parse(refused.text).detail.error_code]).toEqual([403, 'insufficient_scope']);
    expect((await read('operators', {})).status).toBe(404);
    expect((await read('loans', { minimum: 1 })).status).toBe(422);
    expect((await fetch(`${origin}/exports/lists/loans?variables={`, { headers: operator })).status).toBe(422);
    expect(await entries()).toEqual(before);
  });

  it('an operator whose roles differ may export where the role suffices, and nowhere else', async () => {
    const [own = '', other = ''] = demo.organizationIds;
    const rolesAt = { [own]: 'supervisor', [other]: 'viewer' } as const;
    const token = await operatorToken(demo.instance.resources, { subject: 'bea', role: 'viewer', rolesAt });
    const headers = { authorization: `Bearer ${token}` };
    for (const list of LISTS.map(([name]) => name)) {
      const filters = list === 'receipts' ? { by: 'BUSINESS_DAY', ...DAYS } : {};
      const statuses = [];
      for (const organizationId of [own, other, null])
        statuses.push((await read(list, { ...filters, organizationId }, headers)).status);
      expect([list, statuses]).toEqual([list, [200, 403, 403]]);
    }
    const report = (organizationId: string) =>
      fetch(`${origin}/exports/crr?organization_id=${organizationId}&names=true`, { headers });
    const [allowed, refused] = [await report(own), await report(other)];
    await Promise.all([allowed.arrayBuffer(), refused.arrayBuffer()]);
    expect([allowed.status, refused.status]).toEqual([200, 403]);
  });

  it('a formula in a name is text, and a searched name is not recorded', async () => {
    const { rows } = await demo.instance.resources.pool.query(
      `update person set display_name = '=HYPERLINK("http://evil.example","Zqx")' where id = (
         select primary_borrower_party_id from account where organization_id = $1 limit 1) and organization_id = $1 returning id`,
      [lender],
    );
    expect(rows).toHaveLength(1);
    const [row] = rowsOf((await read('loans', { organizationId: lender, text: 'Zqx' })).text);
    expect(row?.['Borrower']).toBe(`'=HYPERLINK("http://evil.example","Zqx")`);
    const [ended, begun] = await endedEntries();
    expect(JSON.stringify([begun, ended])).not.toContain('Zqx');
  });

  it('records filters before the first byte, and outcome and rows at the end', async () => {
    const { text } = await read('loans', { organizationId: lender, minDaysPastDue: 30, maxDaysPastDue: 59 });
    const [ended, begun] = await endedEntries();
    const rows = rowsOf(text).length;
    expect(begun).toMatchObject({ action: 'list.export', subject: 'loans', organization_id: lender });
    expect(begun?.after).toMatchObject({ filters: { min_days_past_due: 30, max_days_past_due: 59 } });
    expect(ended).toMatchObject({ action: 'list.export_ended', after: { outcome: 'complete', rows } });
    for (const row of rowsOf(text)) expect(Number(row['Days past due'])).toBeGreaterThanOrEqual(30);
    for (const row of rowsOf(text)) expect(Number(row['Days past due'])).toBeLessThanOrEqual(59);
  });

  it('of 100,000 rows a client that leaves gets a part, and the audit log says so: the file is never held whole', async () => {
    const { pool } = demo.instance.resources;
    const { rows } = await pool.query('select id from account where organization_id = $1 limit 1', [lender]);
    await pool.query(
      `insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on, status, payment_method)
       select '01J' || lpad(n::text, 23, '0'), $1, $2, 'payment', n, '2020-06-01', '2020-06-01', 'posted', 'cash'
       from generate_series(1, 100000) n`,
      [lender, rows[0].id],
    );
    const variables = { organizationId: lender, by: 'BUSINESS_DAY', from: '2020-06-01', to: '2020-06-01' };
    const search = new URLSearchParams({ variables: JSON.stringify(variables) });
    const request = get(`${origin}/exports/lists/receipts?${search}`, { agent: false, headers: operator });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'readable');
    response.destroy();
    const [ended] = await endedEntries();
    expect(ended?.after).toMatchObject({ outcome: 'broken_off' });
    expect(Number(ended?.after.rows)).toBeLessThan(100_000);
    expect(rowsOf((await read('receipts', variables)).text)).toHaveLength(100_000);
  });
});

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly after: Readonly<Record<string, unknown>>;
}

async function entries(): Promise<readonly Entry[]> {
  const { rows } = await demo.instance.resources.pool.query<Entry>(
    `select id, action, subject, organization_id, after from audit_log where action like 'list.export%' order by occurred_at desc, id desc`,
  );
  return rows;
}

/** The entries, the latest first, once every export has ended. */
async function endedEntries(): Promise<readonly Entry[]> {
  let found: readonly Entry[] = [];
  await until(async () => {
    found = await entries();
    return found.filter(({ action }) => action === 'list.export').length * 2 === found.length;
  }, 'the end of the export is recorded');
  return found;
}
