import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { Api, send } from '../support/api.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { readAllPages } from '../support/foreign-id-answers.js';
import { graphClient } from '../support/graph.js';
import { refusalOf } from '../support/refusal-of.js';

let demo: DemoInstance;
let a: string;
let b: string;
/** `/v1` of organization A. */
let api: Api;
const sql = async (text: string, values: readonly unknown[] = []) =>
  (await demo.instance.resources.pool.query(text, [...values])).rows;

async function apiOf(organizationIds: readonly string[], scopes: readonly string[]): Promise<Api> {
  const { createApiKey } = await import('../../core/auth/api-keys/administration.js');
  const { systemPrincipal } = await import('../../core/principal/principal.js');
  const made = await createApiKey(demo.instance.resources, {
    name: 't',
    organizationIds,
    scopes,
    by: systemPrincipal('test'),
  });
  if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
  return Api.exchange(demo.instance.baseUrl, { prefix: made.key.prefix, plaintext: made.plaintext });
}

beforeAll(async () => {
  demo = await openDemoInstance();
  [a = '', b = ''] = demo.demo.organizations.map(({ id }) => id);
  api = await apiOf([a], ['ledger:read', 'transactions:read', 'accounts:read']);
}, 300_000);
afterAll(() => demo.instance.close());

const entries = (query: string, limit: number, of = api) =>
  readAllPages({ prefix: '/v1', api: of }, `/ledger/entries?${query}`, limit);

describe('GET /v1/ledger/entries', () => {
  it('page by page every entry is returned once, with all its lines, latest day first', async () => {
    const rows = await entries('', 97);
    const expected = await sql(
      `select e.reference_number::text as number, e.effective_on::text as day, l.lines from ledger_entry e
         join (select organization_id, reference_number, sum(amount_cents)::int as sum, count(*)::int as lines from ledger_line group by 1, 2) l
        using (organization_id, reference_number)
        where organization_id = $1 order by effective_on desc, reference_number desc`,
      [a],
    );
    expect(expected.length).toBeGreaterThan(300);
    expect(rows.map((row) => [String(row.reference_number), row.effective_on, row.lines.length])).toEqual(
      expected.map(({ number, day, lines }) => [number, day, lines]),
    );
    for (const { lines, organization_id } of rows) {
      expect(organization_id).toBe(a);
      expect(lines.reduce((sum: number, line: { amount_cents: number }) => sum + line.amount_cents, 0)).toBe(0);
    }
  });

  it('filters by type, ledger account, business day and account, also all at once', async () => {
    const all = await entries('', 1000);
    const [loan] = await sql(
      `select a.id from account a where organization_id = $1 and loan_system_code = 'ledger' and exists (
         select from ledger_entry e where e.organization_id = a.organization_id and e.loan_id = a.external_id and e.type = 'nsf_fee') limit 1`,
      [a],
    );
    const filters: readonly (readonly [string, (entry: any) => boolean])[] = [
      ['type=nsf_fee', ({ type }) => type === 'nsf_fee'],
      [
        'ledger_account=charge_off_expense',
        ({ lines }) => lines.some((line: any) => line.ledger_account === 'charge_off_expense'),
      ],
      ['from=2026-03-02&to=2026-03-06', ({ effective_on: on }) => on >= '2026-03-02' && on <= '2026-03-06'],
      [`account_id=${loan?.id}`, ({ account_id }) => account_id === loan?.id],
      [
        `account_id=${loan?.id}&type=payment&ledger_account=cash&from=2026-01-01`,
        (entry) => entry.account_id === loan?.id && entry.type === 'payment' && entry.effective_on >= '2026-01-01',
      ],
    ];
    for (const [query, isIn] of filters) {
      const found = await entries(query, 7);
      expect(found).toEqual(all.filter(isIn));
      expect(found.length).toBeGreaterThan(0);
    }
    expect(await entries('type=unheard_of', 10)).toEqual([]);
  });

  it('a cursor is invalid for other filters', async () => {
    const { json } = await api.get('/v1/ledger/entries?limit=1');
    const next = encodeURIComponent(json.page.next_cursor);
    expect((await api.get(`/v1/ledger/entries?limit=1&type=payment&cursor=${next}`)).status).toBe(422);
  });

  it('an unknown ledger account is 422, an invalid date too', async () => {
    const wrong = await api.get('/v1/ledger/entries?ledger_account=petty_cash');
    expect([wrong.status, wrong.json.detail[0].loc]).toEqual([422, ['query', 'ledger_account']]);
    expect((await api.get('/v1/ledger/entries?from=2026-02-30')).status).toBe(422);
  });

  it('foreign, missing and malformed accounts get the same response; one of another loan system has no entries', async () => {
    const [foreign] = await sql('select id from account where organization_id = $1 limit 1', [b]);
    const answers = await Promise.all(
      [foreign?.id, newId(), 'nothing'].map((id) => api.get(`/v1/ledger/entries?account_id=${id}`)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`404 ${JSON.stringify(refusalOf('account_not_found'))}`]),
    );
    const [sandbox] = await sql(
      `select id from account where organization_id = $1 and loan_system_code = 'sandbox' limit 1`,
      [a],
    );
    expect(await entries(`account_id=${sandbox?.id}`, 10)).toEqual([]);
  });

  it('needs ledger:read, and shows no other organization', async () => {
    const other = await apiOf([a], ['accounts:read', 'transactions:read']);
    for (const path of ['entries', 'general-ledger']) expect((await other.get(`/v1/ledger/${path}`)).status).toBe(403);
    const ofB = await apiOf([b], ['ledger:read']);
    const rows = await entries('', 1000, ofB);
    expect(new Set(rows.map(({ organization_id }) => organization_id))).toEqual(new Set([b]));
    expect((await ofB.get(`/v1/ledger/entries?organization_id=${a}`)).status).toBe(403);
  });
});

describe('GET /v1/ledger/general-ledger', () => {
  async function file(query: string, of = api): Promise<readonly (readonly string[])[]> {
    const answer = await send(`${demo.instance.baseUrl}/v1/ledger/general-ledger?${query}`, {
      headers: { authorization: `Bearer ${of.token}`, accept: 'text/csv' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    return answer.text
      .trim()
      .split('\n')
      .map((line) => line.split(','));
  }

  it('as a file: debits, credits and net by day and ledger account; every day of every organization sums to zero', async () => {
    const both = await apiOf([a, b], ['ledger:read']);
    const [heads, ...rows] = await file('', both);
    expect(heads).toEqual([
      'organization_id',
      'effective_on',
      'ledger_account',
      'debit_cents',
      'credit_cents',
      'net_cents',
    ]);
    const expected = await sql(
      `select e.organization_id, e.effective_on::text as day, l.ledger_account, sum(greatest(l.amount_cents, 0))::text as debit,
              sum(greatest(-l.amount_cents, 0))::text as credit, sum(l.amount_cents)::text as net
         from ledger_entry e join ledger_line l using (organization_id, reference_number)
        where organization_id = any($1) group by 1, 2, 3 order by 2, 1, 3`,
      [[a, b]],
    );
    expect(rows).toEqual(expected.map((row) => Object.values(row)));
    const perDay = new Map<string, number>();
    for (const [organization, day, , debit, credit, net] of rows) {
      expect(Number(net)).toBe(Number(debit) - Number(credit));
      perDay.set(`${organization} ${day}`, (perDay.get(`${organization} ${day}`) ?? 0) + Number(net));
    }
    expect(perDay.size).toBeGreaterThan(200);
    expect([...perDay.values()].filter((net) => net !== 0)).toEqual([]);
  });

  it('as JSON: the whole range by ledger account, equal to the sum of the file’s days', async () => {
    const range = 'from=2026-02-01&to=2026-04-30';
    const [, ...rows] = await file(range);
    const { status, json } = await api.get(`/v1/ledger/general-ledger?${range}`);
    expect(status).toBe(200);
    const sums = new Map<string, number[]>();
    for (const [, day = '', name = '', ...cents] of rows) {
      expect(day >= '2026-02-01' && day <= '2026-04-30').toBe(true);
      const before = sums.get(name) ?? [0, 0, 0];
      sums.set(
        name,
        before.map((sum, index) => sum + Number(cents[index])),
      );
    }
    expect(json.items).toEqual(
      [...sums]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([ledger_account, [debit_cents, credit_cents, net_cents]]) => ({
          ledger_account,
          debit_cents,
          credit_cents,
          net_cents,
        })),
    );
    expect(json.items.reduce((sum: number, { net_cents }: { net_cents: number }) => sum + net_cents, 0)).toBe(0);
  });

  it('a range that ends before it begins is refused', async () => {
    expect((await api.get('/v1/ledger/general-ledger?from=2026-03-02&to=2026-03-01')).status).toBe(422);
  });
});

describe('over GraphQL', () => {
  it('the journal equals REST’s, and so does the general ledger', async () => {
    const ask = graphClient(demo.instance.graphqlUrl, api.token);
    const { json } = await ask(`{
      ledgerEntries(type: "charge_off", limit: 1000) { items { referenceNumber accountId lines { ledgerAccount amountCents } } }
      generalLedger(from: "2026-03-01", to: "2026-03-31") { items { ledgerAccount netCents } } }`);
    const rest = await entries('type=charge_off', 1000);
    expect(json.data.ledgerEntries.items.map(({ referenceNumber }: any) => referenceNumber)).toEqual(
      rest.map(({ reference_number }) => reference_number),
    );
    expect(json.data.generalLedger.items).toContainEqual({ ledgerAccount: 'cash', netCents: expect.any(Number) });
  });

  it('a schedule: as many installments as months; paid and remaining amounts agree with past due', async () => {
    const ask = graphClient(demo.instance.graphqlUrl, api.token);
    const accounts = await sql(
      `select a.id, a.term_months, l.scheduled_paid_cents::bigint as paid, l.fees_cents as fees from account a
         join ledger_loan l on l.organization_id = a.organization_id and l.id = a.external_id
        where a.organization_id = $1 and a.status_code in ('active', 'delinquent') order by a.id limit 20`,
      [a],
    );
    const query = `query ($id: ID!) {
      ledgerSchedule(accountId: $id) { asOf levelPaymentCents feesCents installments { number dueOn amountCents paidCents unpaidCents daysLate } }
      account(id: $id) { pastDueCents daysPastDue } }`;
    let late = 0;
    for (const { id, term_months, paid, fees } of accounts) {
      const { json } = await ask(query, { id });
      const { installments, feesCents } = json.data.ledgerSchedule;
      expect(installments).toHaveLength(term_months);
      expect(feesCents).toBe(Number(fees));
      const sum = (rows: any[], of: string) => rows.reduce((total, row) => total + row[of], 0);
      expect(sum(installments, 'paidCents')).toBe(Number(paid));
      expect(sum(installments, 'amountCents')).toBe(sum(installments, 'paidCents') + sum(installments, 'unpaidCents'));
      const isLate = installments.filter(({ daysLate }: any) => daysLate > 0);
      if (isLate.length > 0) {
        late += 1;
        expect(sum(isLate, 'unpaidCents') + feesCents).toBe(json.data.account.pastDueCents);
        expect(isLate[0].daysLate).toBe(json.data.account.daysPastDue);
      } else expect(json.data.account.pastDueCents).toBe(0);
    }
    expect(late).toBeGreaterThan(0);
  });

  it('the schedule of a loan in another system is null, a foreign loan is not found; without ledger:read it is denied', async () => {
    const [sandbox] = await sql(
      `select id from account where organization_id = $1 and loan_system_code = 'sandbox' limit 1`,
      [a],
    );
    const [foreign] = await sql('select id from account where organization_id = $1 limit 1', [b]);
    const query = 'query ($id: ID!) { ledgerSchedule(accountId: $id) { asOf } }';
    const ask = graphClient(demo.instance.graphqlUrl, api.token);
    expect((await ask(query, { id: sandbox?.id })).json).toEqual({ data: { ledgerSchedule: null } });
    for (const id of [foreign?.id, newId(), 'nothing'])
      expect((await ask(query, { id })).json.errors[0].extensions.code).toBe('account_not_found');
    const blind = graphClient(demo.instance.graphqlUrl, (await apiOf([a], ['accounts:read'])).token);
    expect((await blind(query, { id: sandbox?.id })).json.errors[0].extensions.code).toBe('insufficient_scope');
  });

  it('the allocation of every transaction is shown: as posted, and a payment’s current one', async () => {
    const ask = graphClient(demo.instance.graphqlUrl, api.token);
    const { json } = await ask(`{ transactions(limit: 200) { items {
      type status amountCents split { principalCents interestCents feesCents } presentSplit { principalCents interestCents feesCents } } } }`);
    const payments = json.data.transactions.items.filter(({ type }: any) => type === 'payment');
    expect(payments.length).toBeGreaterThan(20);
    for (const { status, amountCents, split, presentSplit } of payments.filter(({ split }: any) => split !== null)) {
      const sum = ({ principalCents, interestCents, feesCents }: any) => principalCents + interestCents + feesCents;
      expect(sum(split)).toBe(amountCents);
      expect(sum(presentSplit)).toBe(status === 'reversed' ? 0 : amountCents);
    }
  });
});
