import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { Api, type ApiAnswer } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* How a lender's own loans get into the ledger, and a servicer's operations on them, over the APIs. */

const DAY_ONE = '2026-03-02T15:00:00Z';
const clock = new SimulatedClock(DAY_ONE);
let instance: TestInstance;
let lender: Lender;
let other: Lender;
let admin: Ask;
let api: Api;
let reports: Api;
/** The code of the lender's own ledger. */
let code: string;
let sql: pg.Client;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
  sql = new pg.Client(instance.databaseUrl);
  await sql.connect();
  lender = await instance.lender();
  other = await instance.lender('Birch Credit');
  admin = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }));
  code = `own-${newId().slice(-8)}`;
  await addLedger(lender, code);
  api = await lender.api();
  reports = new Api(instance.baseUrl, (await lender.key()).plaintext);
});
afterAll(async () => {
  await sql.end();
  await instance.close();
});

const problem = refusalOf;

async function addLedger({ organizationId }: Lender, systemCode: string, more = '') {
  const answer = await admin(`mutation { addLoanSystem(input: {
    code: "${systemCode}", kind: "ledger", organizationId: "${organizationId}" ${more} }) {
      problems loanSystem { code kind organizationId isActive baseUrl sightings { part } sync { mode } } } }`);
  return answer.json.data.addLoanSystem;
}

const loanNumber = () => `ALD-${randomUUID().slice(0, 8)}`;
const loanBody = (fields: Readonly<Record<string, unknown>> = {}) => ({
  loan_number: loanNumber(),
  borrowers: [{ role: 'primary', display_name: 'Jordan Miller' }],
  originated_on: '2026-03-02',
  first_due_on: '2026-04-02',
  original_principal_cents: 1_000_000,
  annual_rate: '18',
  term_months: 24,
  ...fields,
});

const write = (path: string, body: unknown = {}, key: string = randomUUID(), by = api) =>
  by.post(`/v1/ledger/loans${path}`, body, { 'idempotency-key': key });

async function booked(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const answer = await write('', loanBody(fields));
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

/** A loan of 10,000.00 at 18 %, disbursed now. */
async function disbursed(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const account = await booked(fields);
  expect((await write(`/${account}/disbursement`)).status).toBe(201);
  return account;
}

/** Access tokens are valid for an hour: a test that moves the clock exchanges the key again. */
async function moveTo(instant: string): Promise<void> {
  clock.moveTo(instant);
  api = await lender.api();
}

async function journalOf(account: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql.query(
    `select line.ledger_account as name, sum(line.amount_cents)::int as cents from ledger_entry entry
       join ledger_line line using (organization_id, reference_number) where entry.loan_id = $1
      group by 1 having sum(line.amount_cents) <> 0 order by 1`,
    [account],
  );
  return Object.fromEntries(rows.map(({ name, cents }) => [name, cents]));
}

async function balancesOf(account: string) {
  const { rows } = await sql.query(
    'select status::text, principal_cents::int as p, interest_cents::int as i, fees_cents::int as f from ledger_loan where id = $1',
    [account],
  );
  return rows[0];
}

async function auditOf(account: string) {
  const { rows } = await sql.query(
    'select action, actor_kind, after from audit_log where subject = $1 order by occurred_at, id',
    [account],
  );
  return rows;
}

const reportOf = async (report: string, account: string) => {
  const { items } = (await reports.get(`/reports/${report}?from=2026-01-01&to=2026-12-31`)).json;
  return items.filter((row: { account_id: string }) => row.account_id === account);
};

describe('an organization’s own ledger', () => {
  it('is active at once, with no connection to check and nothing to sync', async () => {
    const listed = (await admin('{ loanSystems { code kind isActive accounts sync { mode } } }')).json.data.loanSystems;
    expect(listed.find((system: { code: string }) => system.code === code)).toMatchObject({
      kind: 'ledger',
      isActive: true,
      sync: null,
    });
  });

  it('is one at a time', async () => {
    const { problems } = await addLedger(lender, `second-${newId().slice(-6)}`);
    expect(problems).toEqual([`the organization already has a ledger, ${code}; it can have only one at a time`]);
  });

  it('when two are added at once, one succeeds', async () => {
    const racing = await instance.lender('Cedar Loans');
    const codes = ['a', 'b'].map((letter) => `race-${letter}-${newId().slice(-6)}`);
    const answers = await Promise.all(codes.map((one) => addLedger(racing, one)));
    expect(answers.map(({ problems }) => problems.length).sort()).toEqual([0, 1]);
  });

  it('has no address, no settings and no secrets', async () => {
    const more = `baseUrl: "https://core.example", settings: [{ name: "a", value: "b" }],
      secrets: [{ name: "password", value: "LEDGER_PASSWORD" }]`;
    const { problems } = await addLedger(other, `odd-${newId().slice(-6)}`, more);
    expect(problems).toEqual([
      'a ledger has no base URL: it is in this database',
      'a ledger has no settings; the terms of loans are in its products',
      'a ledger has no secrets',
    ]);
  });

  it('takes a payment in this process as soon as it is added', async () => {
    const fresh = await instance.lender('Dogwood Finance');
    await addLedger(fresh, `fresh-${newId().slice(-6)}`);
    const by = await fresh.api();
    const account = (await write('', loanBody(), randomUUID(), by)).json.id;
    await write(`/${account}/disbursement`, {}, randomUUID(), by);
    expect((await by.record(account)).json.status).toBe('posted');
  });

  it('once removed, its accounts are readable, take no payments and no operations, and day-end still processes them', async () => {
    await moveTo(DAY_ONE);
    const gone = await instance.lender('Elm Credit');
    const goneCode = `gone-${newId().slice(-6)}`;
    await addLedger(gone, goneCode);
    const by = await gone.api();
    const account = (await write('', loanBody({ first_due_on: '2026-03-03' }), randomUUID(), by)).json.id;
    await write(`/${account}/disbursement`, {}, randomUUID(), by);
    const removed = await admin(`mutation { removeLoanSystem(code: "${goneCode}", force: true) { problems } }`);
    expect(removed.json.data.removeLoanSystem.problems).toEqual([]);
    await instance.resources.addedSystems.refresh();
    expect((await by.get(`/v1/accounts/${account}`)).json).toMatchObject({ accepts_payments: null, payoff: null });
    expect((await by.record(account)).json).toEqual(problem('posting_unavailable'));
    const closing = await write(`/${account}/charge-off`, { reason: 'gone' }, randomUUID(), by);
    expect([closing.status, closing.json]).toEqual([503, problem('posting_unavailable')]);
    await moveTo('2026-03-10T15:00:00Z');
    await runDayEnd(instance.resources);
    expect((await balancesOf(account)).status).toBe('delinquent');
    await moveTo(DAY_ONE);
  });

  it('day-end closes the days of every ledger of an organization', async () => {
    await moveTo(DAY_ONE);
    const [own, builtIn] = [await disbursed({ first_due_on: '2026-03-03' }), await lender.ledgerAccount()];
    await moveTo('2026-03-12T15:00:00Z');
    await runDayEnd(instance.resources);
    expect(await Promise.all([own, builtIn].map(async (account) => (await balancesOf(account)).status))).toEqual([
      'delinquent',
      'delinquent',
    ]);
    await moveTo(DAY_ONE);
  });
});

describe('POST /v1/ledger/loans', () => {
  it('201 with the account as a read shows it', async () => {
    const co = await lender.person('Robin Miller');
    const address = { line1: '12 Alder Street', city: 'Springfield', state: 'IL', postal_code: '62701' };
    const answer = await write(
      '',
      loanBody({
        loan_number: 'ALD-2026-00001',
        annual_rate: '14.99',
        nsf_fee_cents: 2_500,
        borrowers: [
          { role: 'co_borrower', party_id: co },
          {
            role: 'primary',
            display_name: 'Jordan Miller',
            email: 'jordan@example.org',
            phone: '+1 555 010 0199',
            address,
          },
        ],
      }),
    );
    expect(answer.status).toBe(201);
    const read = await api.get(`/v1/ledger/loans/${answer.json.id}`);
    // A person named by id has no name in the response, which another key of the organization may request.
    expect(answer.text).toBe(read.text.replace('"display_name":"Robin Miller"', '"display_name":null'));
    expect(answer.json).toMatchObject({
      organization_id: lender.organizationId,
      external_contract_number: 'ALD-2026-00001',
      status_code: 'pending',
      contract: { annual_rate: '14.9900', scheduled_payment_cents: 48_482, maturity_on: '2028-03-02' },
      ledger: { loan_number: 'ALD-2026-00001', product_id: null, product_version: null, nsf_fee_cents: 2_500 },
    });
    const person = await api.get(`/v1/persons/${answer.json.primary_borrower_party_id}`);
    expect(person.json).toMatchObject({ display_name: 'Jordan Miller', email: 'jordan@example.org' });
    expect(await auditOf(answer.json.id)).toMatchObject([
      { action: 'ledger_loan.book', actor_kind: 'api_key', after: { loan_system_code: code, term_months: 24 } },
    ]);
  });

  it.each([
    ['6.875', '6.8750', null, 6_875_000],
    ['10.375000', '10.3750', null, 10_375_000],
    ['7.123456', '7.123456', null, 7_123_456],
    ['14.9900', '14.9900', 1_499, null],
    ['100.000000', '100.0000', 10_000, null],
  ])('at %s percent', async (annual_rate, shown, bps, millionths) => {
    const answer = await write('', loanBody({ annual_rate }));
    expect([answer.status, answer.json.contract.annual_rate]).toEqual([201, shown]);
    expect((await api.get(`/v1/accounts/${answer.json.id}`)).json.contract.annual_rate).toBe(shown);
    const { rows } = await sql.query(
      'select annual_rate_bps as bps, annual_rate_millionths as millionths from ledger_loan where id = $1',
      [answer.json.id],
    );
    expect(rows).toEqual([{ bps, millionths }]);
  });

  it.each(['6.8750001', '100.000001', '1e1', '.5', '-1', '6,875'])('422 at %s percent', async (annual_rate) => {
    const answer = await write('', loanBody({ annual_rate }));
    expect([answer.status, answer.json.detail.map(({ loc }: { loc: string[] }) => loc)]).toEqual([
      422,
      [['body', 'annual_rate']],
    ]);
  });

  it('five requests with one key at once book one loan, and get the same bytes', async () => {
    const [body, key] = [loanBody(), randomUUID()];
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => write('', body, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(4);
    const { rows } = await sql.query('select 1 from ledger_loan where loan_number = $1', [body.loan_number]);
    expect(rows).toHaveLength(1);
  });

  it('409 idempotency_conflict when the body differs', async () => {
    const key = randomUUID();
    await write('', loanBody(), key);
    expect((await write('', loanBody(), key)).json).toEqual(problem('idempotency_conflict'));
  });

  it('409 loan_number_in_use, also for two at once; another organization may use the same', async () => {
    const body = loanBody();
    const answers = await Promise.all([write('', body), write('', body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.json).toEqual(problem('loan_number_in_use'));
    const elsewhere = await write('', body, randomUUID(), await other.api());
    expect(elsewhere.status).toBe(201);
  });

  it('a refused booking leaves nothing, and releases its key', async () => {
    const [taken, key] = [loanBody(), randomUUID()];
    await write('', taken);
    const borrowers = [{ role: 'primary', display_name: 'Refused Person' }];
    expect((await write('', { ...taken, borrowers }, key)).status).toBe(409);
    const { rows } = await sql.query("select 1 from person where display_name = 'Refused Person'");
    expect(rows).toHaveLength(0);
    expect((await write('', loanBody({ borrowers }), key)).status).toBe(201);
  });

  it('422 with all problems of the form at once', async () => {
    const answer = await write('', {
      ...loanBody(),
      borrowers: [{ role: 'co_borrower', party_id: newId(), email: 'a@b' }, { role: 'co_borrower' }],
      first_due_on: '2026-03-02',
      original_principal_cents: 0,
      annual_rate: '100.01',
      term_months: 481,
      scheduled_payment_cents: -1,
      product_id: newId(),
      product_code: 'both',
      color: 'red',
    });
    expect(answer.status).toBe(422);
    const fields = answer.json.detail.map(({ loc }: { loc: readonly string[] }) => loc.slice(1).join('.'));
    expect(fields.sort()).toEqual([
      'annual_rate',
      'borrowers',
      'borrowers.0.email',
      'borrowers.1.display_name',
      'color',
      'first_due_on',
      'original_principal_cents',
      'product_code',
      'scheduled_payment_cents',
      'term_months',
    ]);
  });

  it('422 with all problems of references and dates: unknown, foreign, far off', async () => {
    const foreign = await other.person('Foreign Borrower');
    const answer = await write('', {
      ...loanBody({ product_code: 'nowhere', originated_on: '2020-01-01', first_due_on: '2020-02-01' }),
      borrowers: [
        { role: 'primary', party_id: foreign },
        { role: 'co_borrower', party_id: newId() },
        { role: 'co_borrower', party_id: 'no id' },
      ],
    });
    const issues = answer.json.detail.map(({ loc, msg }: { loc: readonly string[]; msg: string }) => [
      loc.slice(1).join('.'),
      msg,
    ]);
    expect(issues).toEqual([
      ['originated_on', 'Value error, originated_on must be within a year of today'],
      ['first_due_on', 'Value error, first_due_on must be after the business day'],
      ['product_code', 'Value error, no such product is within reach'],
      ['borrowers.0.party_id', 'Value error, no such person is within reach'],
      ['borrowers.1.party_id', 'Value error, no such person is within reach'],
      ['borrowers.2.party_id', 'Value error, no such person is within reach'],
    ]);
  });

  it('keeps the current version of its product and takes its NSF fee; an inactive one is refused', async () => {
    const { organizationId } = lender;
    const product = newId();
    await sql.query(
      `insert into ledger_product (organization_id, id, code, name, current_version, is_active, created_at)
       values ($1, $2, 'personal', 'Personal loan', 2, true, now())`,
      [organizationId, product],
    );
    await sql.query(
      `insert into ledger_product_version (organization_id, product_id, version, day_count, application_order, nsf_fee_cents,
         late_fee_cents, late_fee_grace_days, charge_off_at_days, tolerance_cents, payoff_rule, accrue_to, created_at, created_by)
       select $1, $2, v, 'actual_365', 'fees_interest_principal', v * 1000, 0, 0, 120, 0, 'to_payoff_day', 'business_day', now(), 't'
         from generate_series(1, 2) v`,
      [organizationId, product],
    );
    const answer = await write('', loanBody({ product_code: 'personal' }));
    expect(answer.json.ledger).toMatchObject({
      product_id: product,
      product_code: 'personal',
      product_version: 2,
      nsf_fee_cents: 2_000,
    });
    expect((await api.get(`/v1/ledger/loans/${answer.json.id}`)).text).toBe(answer.text);
    await sql.query('update ledger_product set is_active = false where id = $1', [product]);
    const refused = await write('', loanBody({ product_id: product }));
    expect(refused.json.detail[0]).toMatchObject({
      loc: ['body', 'product_id'],
      ctx: { error: 'the product takes no new loans' },
    });
  });

  it('409 no_ledger for an organization without one, if none is built in', async () => {
    await sql.query("update loan_system set is_active = false where code = 'ledger'");
    const answer = await write('', loanBody(), randomUUID(), await other.api());
    await sql.query("update loan_system set is_active = true where code = 'ledger'");
    expect([answer.status, answer.json]).toEqual([409, problem('no_ledger')]);
  });

  it('403 without the scope, and the same for a foreign organization as for an unknown one', async () => {
    const reader = await lender.api(['accounts:read', 'ledger:read']);
    expect((await write('', loanBody(), randomUUID(), reader)).json).toEqual(
      problem('insufficient_scope', { scope: 'ledger:write' }),
    );
    const answers = [other.organizationId, newId(), 'nothing'].map(async (organization_id) => {
      const { status, text } = await write('', loanBody({ organization_id }));
      return [status, text];
    });
    const refused = JSON.stringify(problem('organization_out_of_scope'));
    expect(await Promise.all(answers)).toEqual([403, 403, 403].map((status) => [status, refused]));
  });
});

/** Every operation with a valid body. */
const OPERATIONS: readonly (readonly [path: string, body: object])[] = [
  ['disbursement', {}],
  ['waivers', { component: 'interest', amount_cents: 1, reason: 'goodwill' }],
  ['adjustments', { principal_cents: 1, reason: 'correction' }],
  ['charge-off', { reason: 'bankruptcy' }],
  ['charge-off/reversal', { reason: 'mistake' }],
  ['closing', {}],
];

describe.each(OPERATIONS)('POST /v1/ledger/loans/{account_id}/%s', (path, body) => {
  it('403 without the scope; 404 in the same bytes for a foreign and an unknown account; 409 for another loan system', async () => {
    const account = await booked();
    const reader = await lender.api(['accounts:read', 'ledger:read']);
    expect((await write(`/${account}/${path}`, body, randomUUID(), reader)).json).toEqual(
      problem('insufficient_scope', { scope: 'ledger:write' }),
    );
    const foreign = await other.ledgerAccount();
    const texts = [foreign, newId(), 'nothing'].map(async (id) => (await write(`/${id}/${path}`, body)).text);
    expect(new Set(await Promise.all(texts))).toEqual(new Set([JSON.stringify(problem('account_not_found'))]));
    const elsewhere = await write(`/${await lender.sandboxAccount('SBX-POSTS')}/${path}`, body);
    expect([elsewhere.status, elsewhere.json]).toEqual([409, problem('not_a_ledger_account')]);
  });

  it('422 for an invalid body, and without a key', async () => {
    const account = await booked();
    const odd = await write(`/${account}/${path}`, { ...body, color: 'red' });
    expect(odd.json.detail).toMatchObject([{ loc: ['body', 'color'], type: 'extra_forbidden' }]);
    const keyless = await api.post(`/v1/ledger/loans/${account}/${path}`, body);
    expect(keyless.json.detail).toMatchObject([{ loc: ['header', 'Idempotency-Key'], type: 'missing' }]);
  });
});

describe('operations', () => {
  it('disburse: once for five requests with one key, in nsr from then on, audited', async () => {
    await moveTo(DAY_ONE);
    const account = await booked();
    expect(await reportOf('nsr', account)).toEqual([]);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => write(`/${account}/disbursement`, {}, key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const transactions = (await api.get(`/v1/accounts/${account}/transactions`)).json.items;
    expect(transactions).toHaveLength(1);
    expect(answers[0]?.json).toEqual({
      operation_id: expect.any(String),
      type: 'disbursement',
      account_id: account,
      effective_date: '2026-03-02',
      amount_cents: 1_000_000,
      transaction_ids: [transactions[0].transaction_id],
      reason: null,
      recorded_by: expect.any(String),
      recorded_at: '2026-03-02T15:00:00.000Z',
    });
    expect(await reportOf('nsr', account)).toMatchObject([{ amount_financed_cents: 1_000_000 }]);
    expect((await auditOf(account)).map(({ action }) => action)).toEqual([
      'ledger_loan.book',
      'ledger_loan.disbursement',
    ]);
    const again = await write(`/${account}/disbursement`);
    expect([again.status, again.json]).toEqual([422, problem('servicing_rejected', { reason: 'account_not_pending' })]);
  });

  it('waive, adjust: the balance changes, by no more than it holds, and every entry balances', async () => {
    await moveTo(DAY_ONE);
    const account = await disbursed();
    await moveTo('2026-04-01T15:00:00Z'); // 30 days: 147.94 of interest
    const waived = await write(`/${account}/waivers`, {
      component: 'interest',
      amount_cents: 4_794,
      reason: 'late statement',
    });
    expect(waived.json).toMatchObject({ type: 'waiver', amount_cents: -4_794, reason: 'late statement' });
    const adjustment = { principal_cents: -100_000, interest_cents: -10_000, fees_cents: 700, reason: 'misbooked' };
    const adjusted = await write(`/${account}/adjustments`, adjustment);
    expect(adjusted.json).toMatchObject({ type: 'adjustment', amount_cents: -109_300 });
    expect(await balancesOf(account)).toEqual({ status: 'active', p: 900_000, i: 0, f: 700 });
    expect(await journalOf(account)).toEqual({
      adjustment: 109_300,
      cash: -1_000_000,
      fee_receivable: 700,
      interest_income: -10_000,
      principal_receivable: 900_000,
    });
    for (const body of [{ principal_cents: -900_001 }, { interest_cents: -1 }, { fees_cents: -701 }]) {
      const refused = await write(`/${account}/adjustments`, { ...body, reason: 'too much' });
      expect(refused.json).toEqual(problem('servicing_rejected', { reason: 'amount_exceeds_balance' }));
    }
    const nothing = await write(`/${account}/adjustments`, { principal_cents: 0, reason: 'nothing' });
    expect(nothing.json.detail).toMatchObject([{ loc: ['body', 'principal_cents'] }]);
    const ncar = await reportOf('ncar', account);
    expect(
      ncar.map((row: Record<string, unknown>) => [row['type'], row['component'], row['amount_cents']]).sort(),
    ).toEqual([
      ['adjustment', 'fee', 700],
      ['adjustment', 'interest', -10_000],
      ['adjustment', 'principal', -100_000],
      ['waiver', 'interest', -4_794],
    ]);
  });

  it('charge off: in wor, and later payments are recoveries; reversed, it is as if it had never been', async () => {
    await moveTo(DAY_ONE);
    const [account, never] = [await disbursed(), await disbursed()];
    await moveTo('2026-04-01T15:00:00Z');
    const off = await write(`/${account}/charge-off`, { reason: 'bankruptcy' });
    expect(off.json).toMatchObject({ type: 'charge_off', amount_cents: 1_014_794, reason: 'bankruptcy' });
    expect(await reportOf('wor', account)).toMatchObject([{ charge_off_amount_cents: 1_014_794 }]);
    await moveTo('2026-05-01T15:00:00Z');
    for (const id of [account, never]) expect((await api.record(id, { amount_cents: 100_000 })).status).toBe(201);
    await moveTo('2026-05-04T15:00:00Z');
    const undone = await write(`/${account}/charge-off/reversal`, { reason: 'dismissed' });
    expect(undone.json).toMatchObject({ type: 'charge_off_reversal', amount_cents: 1_014_794, reason: 'dismissed' });
    expect(undone.json.transaction_ids).toHaveLength(2);
    // The other one's interest is accrued when something is posted.
    const touch = { component: 'interest', amount_cents: 1, reason: 'cent' };
    for (const id of [account, never]) expect((await write(`/${id}/waivers`, touch)).status).toBe(201);
    expect(await balancesOf(account)).toEqual(await balancesOf(never));
    expect(await journalOf(account)).toEqual(await journalOf(never));
    const [one, two] = await Promise.all([account, never].map((id) => api.get(`/v1/accounts/${id}`)));
    expect(comparable(one)).toEqual(comparable(two));
    expect(await reportOf('wor', account)).toEqual([]);
    const ncar = await reportOf('ncar', account);
    const sum = ncar.reduce((total: number, row: { amount_cents: number }) => total + row.amount_cents, 0);
    expect(sum).toBe(-1); // the waived cent
    const events = (await api.get(`/v1/accounts/${account}/lifecycle-events`)).json.items;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['charged_off', 'reopened']),
    );
    const again = await write(`/${account}/charge-off/reversal`, { reason: 'twice' });
    expect(again.json).toEqual(problem('servicing_rejected', { reason: 'account_not_charged_off' }));
  });

  it('a payment that was a recovery is reversed like any other', async () => {
    await moveTo(DAY_ONE);
    const [account, never] = [await disbursed(), await disbursed()];
    await write(`/${account}/charge-off`, { reason: 'mistake' });
    await moveTo('2026-04-01T15:00:00Z');
    const payment = (await api.record(account, { amount_cents: 100_000 })).json.payment_id;
    await write(`/${account}/charge-off/reversal`, { reason: 'mistake' });
    await moveTo('2026-04-08T15:00:00Z');
    expect((await api.reverse(payment, { reason: 'misposted' })).json.status).toBe('reversed');
    const touch = { component: 'interest', amount_cents: 1, reason: 'cent' };
    for (const id of [account, never]) await write(`/${id}/waivers`, touch);
    expect(await balancesOf(account)).toEqual(await balancesOf(never));
    expect(await journalOf(account)).toEqual(await journalOf(never));
  });

  it('close: a loan that is paid in full or was never disbursed, permanently', async () => {
    await moveTo(DAY_ONE);
    const [pending, open] = [await booked(), await disbursed()];
    const refused = await write(`/${open}/closing`);
    expect(refused.json).toEqual(problem('servicing_rejected', { reason: 'balance_outstanding' }));
    const closed = await write(`/${pending}/closing`);
    expect(closed.json).toMatchObject({
      type: 'closing',
      amount_cents: 0,
      transaction_ids: [],
      effective_date: '2026-03-02',
    });
    expect((await api.get(`/v1/accounts/${pending}`)).json.status_code).toBe('closed');
    expect((await write(`/${pending}/disbursement`)).json).toEqual(
      problem('servicing_rejected', { reason: 'account_not_pending' }),
    );
  });

  it('disburse: a loan is made on the day of its disbursement, in its account and in nsr', async () => {
    await moveTo(DAY_ONE);
    const account = await booked();
    await moveTo('2026-03-16T15:00:00Z');
    expect((await write(`/${account}/disbursement`)).status).toBe(201);
    expect((await api.get(`/v1/accounts/${account}`)).json.contract).toMatchObject({
      originated_on: '2026-03-16',
      first_due_on: '2026-04-02',
    });
    const soldIn = async (from: string, to: string) => {
      const { items } = (await reports.get(`/reports/nsr?from=${from}&to=${to}`)).json;
      return items.filter(({ account_id }: { account_id: string }) => account_id === account);
    };
    expect(await soldIn('2026-03-01', '2026-03-15')).toEqual([]);
    expect(await soldIn('2026-03-16', '2026-03-16')).toMatchObject([{ originated_on: '2026-03-16' }]);
    // Later events do not move the day.
    await moveTo('2026-04-01T15:00:00Z');
    expect((await api.record(account, { amount_cents: 100 })).status).toBe(201);
    expect(await soldIn('2026-03-16', '2026-03-16')).toHaveLength(1);
  });

  it('disburse: refused once the first due date has come, and nothing is stored', async () => {
    await moveTo(DAY_ONE);
    const account = await booked();
    const key = randomUUID();
    for (const day of ['2026-04-02', '2026-04-03']) {
      await moveTo(`${day}T15:00:00Z`);
      const refused = await write(`/${account}/disbursement`, {}, key);
      expect([refused.status, refused.json]).toEqual([
        422,
        problem('servicing_rejected', { reason: 'first_due_date_passed' }),
      ]);
    }
    await runDayEnd(instance.resources);
    expect(await balancesOf(account)).toMatchObject({ status: 'pending', p: 0 });
    expect(await journalOf(account)).toEqual({});
    // It is closed, and booked again with valid dates.
    expect((await write(`/${account}/closing`)).status).toBe(201);
    const rebooked = await booked({ originated_on: '2026-04-03', first_due_on: '2026-05-03' });
    expect((await write(`/${rebooked}/disbursement`, {}, key)).status).toBe(201);
  });

  it('a reversed payoff reopens a closed loan, once, as if it had never been paid', async () => {
    await moveTo(DAY_ONE);
    const [account, never] = [await disbursed(), await disbursed()];
    await moveTo('2026-03-20T15:00:00Z');
    const { amount_cents } = (await api.get(`/v1/accounts/${account}`)).json.payoff;
    const payment = (await api.record(account, { amount_cents })).json.payment_id;
    expect((await write(`/${account}/closing`)).status).toBe(201);
    expect(await reportOf('pif', account)).toHaveLength(1);
    await moveTo('2026-04-08T15:00:00Z');
    await runDayEnd(instance.resources);
    const key = randomUUID();
    const back = () => api.reverse(payment, { reason: 'returned check', is_nsf: false }, key);
    const [first, second] = [await back(), await back()];
    expect([first.status, first.json.status]).toEqual([201, 'reversed']);
    expect(second.text).toBe(first.text);
    const touch = { component: 'interest', amount_cents: 1, reason: 'cent' };
    for (const id of [account, never]) expect((await write(`/${id}/waivers`, touch)).status).toBe(201);
    expect(await balancesOf(account)).toEqual(await balancesOf(never));
    expect(await journalOf(account)).toEqual(await journalOf(never));
    const [one, two] = await Promise.all([account, never].map((id) => api.get(`/v1/accounts/${id}`)));
    expect(comparable(one)).toMatchObject({ status_code: 'delinquent', paid_off_on: null });
    expect(comparable(one)).toEqual(comparable(two));
    const events = await sql.query(
      "select status, previous_status from event where object_id = $1 and type = 'account.status_changed' order by sequence desc limit 1",
      [account],
    );
    expect(events.rows).toEqual([{ status: 'delinquent', previous_status: 'closed' }]);
    // A month that was over at the reversal still shows the payoff.
    expect(await reportOf('pif', account)).toMatchObject([{ paid_off_on: '2026-03-20', payoff_cents: amount_cents }]);
  });

  it('a payoff by check that bounces reopens a closed loan: it costs the NSF fee, and day-end processes the loan again', async () => {
    await moveTo(DAY_ONE);
    const account = await disbursed({ nsf_fee_cents: 2_500 });
    await moveTo('2026-03-20T15:00:00Z');
    const { amount_cents } = (await api.get(`/v1/accounts/${account}`)).json.payoff;
    const payment = (await api.record(account, { amount_cents })).json.payment_id;
    expect((await write(`/${account}/closing`)).status).toBe(201);
    await runDayEnd(instance.resources);
    await moveTo('2026-03-25T15:00:00Z');
    expect((await api.reverse(payment, { reason: 'NSF', is_nsf: true })).status).toBe(201);
    expect(await balancesOf(account)).toMatchObject({ status: 'active', p: 1_000_000, f: 2_500 });
    const read = async () => (await api.get(`/v1/accounts/${account}`)).json;
    expect(await read()).toMatchObject({ status_code: 'active', paid_off_on: null });
    // Its first installment is due on 2 April, and no operation touches the loan. Earlier tests may have closed later
    // days.
    await sql.query('delete from ledger_day_end where organization_id = $1', [lender.organizationId]);
    await moveTo('2026-04-08T15:00:00Z');
    await runDayEnd(instance.resources);
    expect(await read()).toMatchObject({ status_code: 'delinquent' });
    const events = await sql.query(
      "select status, previous_status from event where object_id = $1 and type = 'account.status_changed' order by sequence desc limit 2",
      [account],
    );
    expect(events.rows).toEqual([
      { status: 'delinquent', previous_status: 'active' },
      { status: 'active', previous_status: 'closed' },
    ]);
  });

  it('a waiver and a payment of the whole balance race: the second one finds less', async () => {
    await moveTo(DAY_ONE);
    const account = await disbursed();
    await moveTo('2026-04-01T15:00:00Z');
    const [waived, paid] = await Promise.all([
      write(`/${account}/waivers`, { component: 'interest', amount_cents: 14_794, reason: 'goodwill' }),
      api.record(account, { amount_cents: 1_014_794 }),
    ]);
    expect([waived.status, paid.status].sort()).toEqual([201, 422]);
    const { p, i } = await balancesOf(account);
    expect([p, i]).toEqual(paid.status === 201 ? [0, 0] : [1_000_000, 0]);
  });

  it('over GraphQL: by an operator, audited as such; a viewer is refused', async () => {
    await moveTo(DAY_ONE);
    const account = await booked();
    const by = async (role: 'operator' | 'viewer') =>
      graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: `o ${role}`, role }));
    const disburse = `mutation { disburseLedgerLoan(accountId: "${account}", idempotencyKey: "k") {
      replayed operation { type amountCents transactionIds recordedBy } } }`;
    const refused = await (await by('viewer'))(disburse);
    expect(refused.json.errors[0].extensions.code).toBe('insufficient_scope');
    const operator = await by('operator');
    const done = (await operator(disburse)).json.data.disburseLedgerLoan;
    expect(done).toMatchObject({ replayed: false, operation: { type: 'disbursement', recordedBy: 'o operator' } });
    const again = (await operator(disburse)).json.data.disburseLedgerLoan;
    expect(again).toEqual({ ...done, replayed: true });
    expect(await auditOf(account)).toMatchObject([
      { action: 'ledger_loan.book' },
      { action: 'ledger_loan.disbursement', actor_kind: 'operator' },
    ]);
  });
});

/** An account without what identifies it. */
function comparable({ json }: ApiAnswer | { json: any } = { json: {} }) {
  const {
    id: _,
    external_contract_number: __,
    external_account_number: _____,
    primary_borrower_party_id: ___,
    borrowers: ____,
    ...rest
  } = json;
  return rest;
}
