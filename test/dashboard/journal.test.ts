import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEDGER_ACCOUNT_NAMES } from '../../core/contract/ledger-accounts.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { centsIn, openDashboard } from '../support/dashboard.js';
import { linksIn, type Opened, rowsBehind, sumOf, TALL } from '../support/dashboard-figures.js';
import { DEMO_NOW, type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { demoSession } from '../support/demo-session.js';
import { operatorToken } from '../support/operators.js';
import { navigate } from '../support/settled-page.js';

/* The general ledger and the journal of the dashboard: each sum equals its lines, on the pages and in the files. */

const DAYS = { from: '2026-10-01', to: '2026-11-17' };

let demo: DemoInstance;
let origin: string;
let headers: Readonly<Record<string, string>>;

beforeAll(async () => {
  const settings = { RATE_LIMIT_API_PER_MINUTE: '100000', RATE_LIMIT_API_BURST: '100000' };
  demo = await openDemoInstance(settings, { isDemo: true, areDaysClosed: true });
  origin = new URL(demo.instance.graphqlUrl).origin;
  const { cookie, token } = await demoSession(origin, 'supervisor');
  headers = { cookie, 'x-csrf-token': token };
}, 300_000);
afterAll(() => demo?.instance.close());

describe.skipIf(BROWSER === undefined)(`the pages${NO_BROWSER}`, { timeout: 300_000 }, () => {
  let page: Page;
  let complaints: readonly string[];
  let rowsOf: (path: string) => Promise<Opened>;

  beforeAll(async () => {
    ({ page, complaints } = await openDashboard(await workerBrowser(), origin, { viewport: TALL, now: DEMO_NOW }));
    rowsOf = rowsBehind(page);
  });
  afterAll(() => page?.context().close());

  it('the general ledger: every account equals the lines that it opens, and all add up to zero', async () => {
    await navigate(page, `/general-ledger?from=${DAYS.from}&to=${DAYS.to}`);
    const accounts = await linksIn(page, 'tbody a');
    const { rows, foot } = await rowsOf(`/general-ledger?from=${DAYS.from}&to=${DAYS.to}`);
    expect(rows.length).toBeGreaterThan(5);
    expect(accounts.map(({ text }) => text)).toEqual(rows.map(([name]) => name));
    for (const [at, [name, debits = '', credits = '', net = '', lines = '']] of rows.entries()) {
      const opened = await rowsOf(accounts[at]?.href ?? '');
      const [debit, credit] = [sumOf(opened, DEBIT), sumOf(opened, CREDIT)];
      expect([name, centsIn(debits), centsIn(credits), centsIn(net)]).toEqual([name, debit, credit, debit - credit]);
      expect([name, Number(lines.replaceAll(',', ''))]).toEqual([name, opened.rows.length]);
      expect([name, centsIn(opened.foot[DEBIT] ?? ''), centsIn(opened.foot[CREDIT] ?? '')]).toEqual([
        ...[name, debit, credit],
      ]);
      expect(new Set(opened.rows.map((row) => row[ACCOUNT]))).toEqual(new Set([name]));
    }
    const sums = [1, 2, 3].map((column) => sumOf({ rows }, column));
    expect(foot.slice(1, 4).map(centsIn)).toEqual(sums);
    expect(sums[2]).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('by type: the same, and a reversal opens the entry that it reverses', async () => {
    await navigate(page, `/journal?from=2025-01-01&to=${DAYS.to}&type=payment_reversal`);
    const { rows, foot } = await rowsOf(`/journal?from=2025-01-01&to=${DAYS.to}&type=payment_reversal`);
    expect(rows.length).toBeGreaterThan(0);
    expect(foot[0]).toBe(`${rows.length} lines`);
    expect([centsIn(foot[DEBIT] ?? ''), centsIn(foot[CREDIT] ?? '')]).toEqual([
      sumOf({ rows }, DEBIT),
      sumOf({ rows }, CREDIT),
    ]);
    const [reversed] = (await linksIn(page, `tbody td:nth-child(${REVERSES + 1}) a`)).map(({ href }) => href);
    const entry = await rowsOf(reversed ?? '');
    expect(entry.rows.length).toBeGreaterThan(1);
    expect(new Set(entry.rows.map((row) => row[TYPE]))).toEqual(new Set(['Payment']));
    expect(sumOf(entry, DEBIT)).toBe(sumOf(entry, CREDIT));
    expect(centsIn(entry.foot[DEBIT] ?? '')).toBe(sumOf(entry, DEBIT));
  });

  it('a line opens its loan; without dates the days are the lender’s month so far', async () => {
    await navigate(page, '/journal');
    const { rows } = await rowsOf('/journal');
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row[DAY]).toMatch(/^Nov \d+, 2026$/);
    const [loan] = await linksIn(page, 'tbody td:first-child a');
    await navigate(page, loan?.href ?? '');
    await page.getByRole('heading', { level: 1, name: loan?.text ?? '' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

const [DAY, TYPE, ACCOUNT, DEBIT, CREDIT, REVERSES] = [2, 3, 4, 5, 6, 8] as const;

interface Line {
  readonly referenceNumber: number;
  readonly lineNumber: number;
  readonly organizationId: string;
  readonly ledgerAccount: string;
  readonly amountCents: number;
}

interface Answer {
  readonly journalLines: { readonly items: readonly Line[]; readonly page: { readonly nextCursor: string | null } };
  readonly generalLedger: {
    readonly items: readonly {
      readonly ledgerAccount: string;
      readonly debitCents: number;
      readonly creditCents: number;
      readonly lines: number;
    }[];
  };
}

type Variables = Readonly<Record<string, unknown>>;

async function ask(query: string, variables: Variables): Promise<Answer> {
  const answer = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data: Answer; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

const PAGE = `query Walk($organizationId: ID, $from: Date, $to: Date, $type: String, $ledgerAccount: String, $cursor: String, $limit: Int) {
  journalLines(organizationId: $organizationId, from: $from, to: $to, type: $type, ledgerAccount: $ledgerAccount, cursor: $cursor, limit: $limit) {
    items { referenceNumber lineNumber organizationId ledgerAccount amountCents } page { nextCursor } } }`;
const TOTALS = `query Totals($organizationId: ID, $from: Date, $to: Date, $type: String) {
  generalLedger(organizationId: $organizationId, from: $from, to: $to, type: $type) { items { ledgerAccount debitCents creditCents lines } } }`;

async function walked(variables: Variables, limit: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const { items, page }: Answer['journalLines'] = (await ask(PAGE, { ...variables, cursor, limit })).journalLines;
    lines.push(...items);
    cursor = page.nextCursor ?? undefined;
  }
  return lines;
}

const file = async (list: string, variables: Variables, by = headers) => {
  const search = new URLSearchParams({ variables: JSON.stringify(variables) });
  const answer = await fetch(`${origin}/exports/lists/${list}?${search}`, { headers: by });
  const text = await answer.text();
  return { status: answer.status, text, rows: text.trimEnd().split('\n').slice(1) };
};

describe('the files', () => {
  it.each([{}, { ledgerAccount: 'cash' }, { type: 'payment' }])(
    'the journal has the lines of the pages, in their order, with %o',
    async (filters) => {
      const variables = { organizationId: demo.organizationIds[0], ...DAYS, ...filters };
      const lines = await walked(variables, 7);
      expect(lines.length).toBeGreaterThan(20);
      const { rows } = await file('journal', variables);
      const cells = rows.map((row) => row.split(',').slice(2, 8));
      expect(cells.map(([reference, line, , account]) => [reference, line, account])).toEqual(
        lines.map((line) => [String(line.referenceNumber), String(line.lineNumber), line.ledgerAccount]),
      );
      expect(cells.map(([, , , , debit, credit]) => Number(debit) - Number(credit))).toEqual(
        lines.map(({ amountCents }) => amountCents / 100),
      );
    },
  );

  it('the general ledger adds the lines of all lenders without their sandboxes, by lender in the order of the chart', async () => {
    const { pool } = demo.instance.resources;
    await pool.query('update organization set sandbox = true where id = $1', [demo.organizationIds[1]]);
    try {
      const lines = await walked(DAYS, 200);
      expect(lines.some(({ organizationId }) => organizationId === demo.organizationIds[1])).toBe(false);
      const { rows: lenders } = await pool.query<{ id: string; display_name: string }>(
        'select id, display_name from organization where not sandbox order by display_name, id',
      );
      const expected = lenders.flatMap(({ id, display_name: lender }) =>
        LEDGER_ACCOUNT_NAMES.flatMap((name) => {
          const own = lines.filter((line) => line.organizationId === id && line.ledgerAccount === name);
          const sum = (sign: 1 | -1) => own.reduce((total, line) => total + Math.max(0, sign * line.amountCents), 0);
          const [debit, credit] = [sum(1), sum(-1)];
          const cells = [debit, credit, debit - credit].map((cents) => (cents / 100).toFixed(2));
          return own.length === 0 ? [] : [[lender, name, ...cells, own.length, id].join(',')];
        }),
      );
      expect((await file('general-ledger', DAYS)).rows).toEqual(expected);
      const { items } = (await ask(TOTALS, DAYS)).generalLedger;
      for (const { ledgerAccount, lines: counted } of items)
        expect([ledgerAccount, counted]).toEqual([
          ledgerAccount,
          lines.filter((line) => line.ledgerAccount === ledgerAccount).length,
        ]);
    } finally {
      await pool.query('update organization set sandbox = false where id = $1', [demo.organizationIds[1]]);
    }
  });

  it('403 for an agent; a formula in a name is text; nothing of another lender', async () => {
    const [own = '', other = ''] = demo.organizationIds;
    const rolesAt = { [own]: 'supervisor', [other]: 'agent' } as const;
    const token = await operatorToken(demo.instance.resources, { subject: 'cleo', role: 'viewer', rolesAt });
    const by = { authorization: `Bearer ${token}` };
    for (const list of ['journal', 'general-ledger'])
      expect([
        list,
        ...(await Promise.all(
          [own, other, null].map(async (organizationId) => (await file(list, { ...DAYS, organizationId }, by)).status),
        )),
      ]).toEqual([list, 200, 403, 403]);
    const { pool } = demo.instance.resources;
    await pool.query(`update person set display_name = '=1+1' where organization_id = $1`, [own]);
    const { rows } = await file('journal', { ...DAYS, organizationId: own }, by);
    expect(rows.length).toBeGreaterThan(20);
    const { rows: foreign } = await pool.query<{ display_name: string }>(
      'select display_name from organization where id = $1',
      [other],
    );
    for (const row of rows)
      expect([row.includes(",'=1+1,"), row.includes(foreign[0]?.display_name ?? '')]).toEqual([true, false]);
    const { rows: audited } = await pool.query(
      `select after from audit_log where action = 'list.export' and subject = 'journal' and organization_id = $1 order by id desc limit 1`,
      [own],
    );
    expect(audited[0]?.after).toMatchObject({ filters: DAYS });
  });
});
