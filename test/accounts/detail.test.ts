import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import {
  type AccountDetail,
  AccountDetailService,
} from '../../subgraphs/servicing/accounts/account/account-detail.service.js';
import { Api } from '../support/api.js';
import { answersToIds, type PrefixedSurface, prefixedSurfaces } from '../support/foreign-id-answers.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { lenderWithRows } from '../support/lender-with-rows.js';
import { recordStatements } from '../support/record-statements.js';
import { refusalOf } from '../support/refusal-of.js';
import { ScriptedLoanSystem } from '../support/scripted-loan-system.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let doors: readonly PrefixedSurface[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  doors = await prefixedSurfaces(instance, lender);
});
afterAll(() => instance.close());

/** The record, the same over both APIs. */
async function read(accountId: string) {
  const answers = await Promise.all(doors.map(({ prefix, api }) => api.get(`${prefix}/accounts/${accountId}`)));
  for (const answer of answers) expect([answer.status, answer.json]).toEqual([200, answers[0]?.json]);
  return answers[0]?.json;
}

const sql = (text: string, values: readonly unknown[] = []) => instance.resources.pool.query(text, [...values]);

/** Past due for this many days before `asOf`, as day-end writes it. */
function snapshot(accountId: string, asOf: string, daysBefore: number | null) {
  return sql(
    `insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents,
       oldest_unpaid_on, next_due_on, next_due_cents)
     select organization_id, id, $2::date, 'delinquent', current_balance_cents, case when $3::int is null then 0 else 60000 end,
       $2::date - $3::int, $2::date + 10, 30000 from account where id = $1
     on conflict (organization_id, account_id, as_of) do update set past_due_cents = excluded.past_due_cents,
       oldest_unpaid_on = excluded.oldest_unpaid_on, next_due_on = excluded.next_due_on, next_due_cents = excluded.next_due_cents`,
    [accountId, asOf, daysBefore],
  );
}

describe('GET /accounts/{id}', () => {
  it('on the ledger: the list row, borrowers, contract, due amounts, and a payoff that is the principal on the first day', async () => {
    const accountId = await lender.ledgerAccount(1_000_000);
    const record = await read(accountId);
    const today = record.payoff.as_of;
    expect(record).toEqual({
      id: accountId,
      organization_id: lender.organizationId,
      primary_borrower_party_id: lender.personId,
      external_contract_number: expect.stringMatching(/^LN-/),
      external_account_number: null,
      current_balance_cents: 1_000_000,
      status_code: 'active',
      borrowers: [{ party_id: lender.personId, display_name: 'Ada Borrower', role: 'primary', is_active: true }],
      contract: {
        originated_on: today,
        first_due_on: addDays(today, 1),
        maturity_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        original_principal_cents: 1_000_000,
        scheduled_payment_cents: 50_000,
        annual_rate: '18.0000',
        term_months: 24,
      },
      next_due_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      next_due_cents: 50_000,
      past_due_cents: 0,
      days_past_due: 0,
      charged_off_on: null,
      paid_off_on: null,
      accepts_payments: true,
      not_payable_reason: null,
      loan_system_code: 'ledger',
      payoff: { amount_cents: 1_000_000, as_of: today },
      synced_through: null,
    });
  });

  it('the payoff is live: less after a payment, null once the loan is paid off, and the record says when', async () => {
    const accountId = await lender.ledgerAccount(100_000);
    const api = await lender.api();
    await api.record(accountId, { amount_cents: 40_000 });
    const { as_of: today, amount_cents } = (await read(accountId)).payoff;
    expect(amount_cents).toBe(60_000);
    await api.record(accountId, { amount_cents: 60_000 });
    expect(await read(accountId)).toMatchObject({
      status_code: 'paid_in_full',
      current_balance_cents: 0,
      paid_off_on: today,
      accepts_payments: false,
      not_payable_reason: 'paid_in_full',
      payoff: null,
    });
  });

  it('a loan system that reports little: nulls for what it never reported, and its quote', async () => {
    expect(await read(await lender.sandboxAccount('SBX-POSTS', 777_00))).toMatchObject({
      external_contract_number: 'SBX-POSTS',
      contract: {
        originated_on: null,
        first_due_on: null,
        maturity_on: null,
        original_principal_cents: null,
        scheduled_payment_cents: null,
        annual_rate: null,
        term_months: null,
      },
      next_due_on: null,
      next_due_cents: null,
      past_due_cents: null,
      days_past_due: null,
      payoff: { amount_cents: 777_00, as_of: expect.any(String) },
    });
    const held = await lender.sandboxAccount('SBX-NOT-PAYABLE');
    expect(await read(held)).toMatchObject({
      accepts_payments: false,
      not_payable_reason: 'held_by_loan_system',
      payoff: null,
    });
    const refused = await (await lender.api()).record(held, { amount_cents: 100 });
    expect([refused.status, refused.json.detail.error_code]).toEqual([422, 'account_not_payable']);
  });

  it('past due comes from the latest snapshot; its days are counted to today in New York', async () => {
    const accountId = await lender.sandboxAccount('SBX-POSTS');
    const today = servicingDate(instance.resources.clock.now());
    const earlier = (await sql('select $1::date - 9 as day', [today])).rows[0].day;
    await snapshot(accountId, earlier, 31);
    expect(await read(accountId)).toMatchObject({ past_due_cents: 60_000, days_past_due: 40, next_due_cents: 30_000 });
    await snapshot(accountId, today, null);
    expect(await read(accountId)).toMatchObject({ past_due_cents: 0, days_past_due: 0 });
  });

  it('names every borrower, the primary one first', async () => {
    const accountId = await lender.ledgerAccount();
    const [bo, cy] = [await lender.person('Bo Borrower'), await lender.person('Cy Borrower')];
    await lender.coBorrower(accountId, bo);
    await lender.coBorrower(accountId, cy);
    await sql('update account_borrower set is_active = false where account_id = $1 and person_id = $2', [
      accountId,
      cy,
    ]);
    const primary = { party_id: lender.personId, display_name: 'Ada Borrower', role: 'primary', is_active: true };
    const others = [
      { party_id: bo, display_name: 'Bo Borrower', role: 'co_borrower', is_active: true },
      { party_id: cy, display_name: 'Cy Borrower', role: 'co_borrower', is_active: false },
    ];
    expect((await read(accountId)).borrowers).toEqual([primary, ...others]);
    await sql('delete from account_borrower where account_id = $1 and person_id = $2', [accountId, lender.personId]);
    expect((await read(accountId)).borrowers).toEqual([primary, ...others]);
  });

  it('a loan system that does not answer in time: 200, with payoff null', async () => {
    const accountId = await lender.sandboxAccount('SBX-POSTS');
    const hang = new pg.Client(instance.databaseUrl);
    await hang.connect();
    try {
      await hang.query('begin; lock table sandbox_loan in access exclusive mode');
      expect(await read(accountId)).toMatchObject({ id: accountId, status_code: 'active', payoff: null });
    } finally {
      await hang.end();
    }
    await expect.poll(async () => (await read(accountId)).payoff).not.toBeNull();
  });

  it('404 account_not_found for a foreign, a missing and a malformed id, and when organization_id names another: the same bytes', async () => {
    const birch = await instance.lender('Birch Credit');
    const foreign = await birch.ledgerAccount();
    const notFound = `404 ${JSON.stringify(refusalOf('account_not_found'))}`;
    expect(await answersToIds(doors, '/accounts/ID', [foreign, newId(), 'x', '\u0000'])).toEqual([notFound]);
    const organizationIds = [lender.organizationId, birch.organizationId];
    const made = await createApiKey(instance.resources, {
      name: 'two',
      organizationIds,
      scopes: [],
      by: systemPrincipal('test'),
    });
    if (made.outcome === 'refused') throw new Error(made.problems.join());
    const both = [{ prefix: '', api: new Api(instance.baseUrl, made.plaintext) }] as const;
    const narrowed = `/accounts/ID?organization_id=${lender.organizationId}`;
    expect(await answersToIds(both, narrowed, [foreign])).toEqual([notFound]);
    expect((await both[0].api.get(`/accounts/${foreign}`)).status).toBe(200);
  });

  it.each([
    [['accounts:read'], null],
    [['accounts:read', 'persons:read'], 'Ada Borrower'],
  ])(
    'a token with %j gets the borrower’s name %j, over REST and GraphQL alike; the borrower’s id is always shown',
    async (scopes, name) => {
      const accountId = await lender.ledgerAccount();
      const api = await lender.api(scopes);
      const rest = await api.get(`/v1/accounts/${accountId}`);
      const borrower = { party_id: lender.personId, display_name: name, role: 'primary', is_active: true };
      expect(rest.json.borrowers).toEqual([borrower]);
      const graph = await graphClient(instance.graphqlUrl, api.token)(
        'query ($id: ID!) { account(id: $id) { borrowers { partyId displayName } } }',
        { id: accountId },
      );
      expect(graph.json.data.account.borrowers).toEqual([{ partyId: lender.personId, displayName: name }]);
    },
  );

  it('an API key without scopes gets names on the unversioned API, which any key may read', async () => {
    const legacy = new Api(instance.baseUrl, (await lender.key([])).plaintext);
    const { json } = await legacy.get(`/accounts/${await lender.ledgerAccount()}`);
    expect(json.borrowers[0].display_name).toBe('Ada Borrower');
  });

  it('/v1 needs accounts:read, and nothing else; the unversioned API grants reads to any key', async () => {
    const accountId = await lender.ledgerAccount();
    expect((await (await lender.api(['accounts:read'])).get(`/v1/accounts/${accountId}`)).json.borrowers).toHaveLength(
      1,
    );
    const denied = await (await lender.api(['persons:read'])).get(`/v1/accounts/${accountId}`);
    expect([denied.status, denied.json]).toEqual([403, refusalOf('insufficient_scope', { scope: 'accounts:read' })]);
    const legacy = new Api(instance.baseUrl, (await lender.key([])).plaintext);
    expect((await legacy.get(`/accounts/${accountId}`)).status).toBe(200);
  });

  it('on the ledger runs one statement, which reads the loan for the quote too', async () => {
    const accountId = await lender.ledgerAccount();
    const ran = await recordStatements(instance.resources.pool, async () =>
      doors[0]?.api.get(`/accounts/${accountId}`),
    );
    expect(ran).toEqual(['account.whole']);
  });

  it.each([
    ['{ id statusCode }', ['account.by_ids']],
    ['{ id borrowers { displayName } }', ['account.by_ids', 'account.borrowers']],
    ['{ id contract { termMonths } }', ['account.whole']],
  ])('fields that are not requested take no statement: %s', async (fields, statements) => {
    const accountId = await lender.ledgerAccount();
    const ask = graphClient(instance.graphqlUrl, (await lender.api()).token);
    const ran = await recordStatements(instance.resources.pool, () => ask(`{ account(id: "${accountId}") ${fields} }`));
    expect(ran).toEqual(statements);
  });
});

interface Listed {
  readonly currentBalanceCents: number;
  readonly payoff: { readonly amountCents: number } | null;
}

describe('an account over GraphQL', () => {
  const DETAILED = `query ($limit: Int) {
    accounts(limit: $limit) {
      items {
        borrowers { displayName } primaryBorrower { id displayName addresses { city } }
        contract { termMonths } pastDueCents daysPastDue nextDueOn
      }
    }
  }`;

  async function statementsOf(question: () => Promise<unknown>): Promise<readonly string[]> {
    return (await recordStatements(instance.resources.pool, question)).toSorted();
  }

  it('accounts with borrowers, primary borrowers and details: as many statements for 20 as for 1', async () => {
    const cedar = await instance.lender('Cedar Loans');
    for (let made = 0; made < 20; made += 1) {
      const accountId = await cedar.ledgerAccount();
      if (made % 2 === 0) await cedar.coBorrower(accountId, await cedar.person(`Co ${made}`));
    }
    const ask = graphClient(instance.graphqlUrl, (await cedar.api()).token);
    const whole = await ask(DETAILED, { limit: 20 });
    expect(whole.json.errors).toBeUndefined();
    expect(whole.json.data.accounts.items).toHaveLength(20);
    expect(whole.json.data.accounts.items[19]).toMatchObject({
      borrowers: [{ displayName: 'Ada Borrower' }, { displayName: 'Co 0' }],
      primaryBorrower: { id: cedar.personId, displayName: 'Ada Borrower', addresses: [] },
      contract: { termMonths: 24 },
      daysPastDue: 0,
    });
    const [few, many] = [
      await statementsOf(() => ask(DETAILED, { limit: 1 })),
      await statementsOf(() => ask(DETAILED, { limit: 20 })),
    ];
    expect(few).toEqual([
      'account.borrowers',
      'account.details_by_ids',
      'account.page',
      'models of person',
      'models of person_address',
      'person.by_ids',
    ]);
    expect(many).toEqual(few);
  });

  it('one account says what the list says: past due, paid off, charged off, with a fee, with a waived one, of another loan system', async () => {
    const { lender: dogwood } = await lenderWithRows(instance, 'Dogwood Loans');
    await dogwood.sandboxAccount('SBX-POSTS');
    const api = await dogwood.api();
    const check = { payment_method: 'check', check_number: 7 };
    const returned = (await api.record(await dogwood.ledgerAccount(), check)).json.payment_id;
    await api.reverse(returned, { is_nsf: true, reason: 'no funds' });
    const ask = graphClient(instance.graphqlUrl, api.token);
    const fields =
      'id currentBalanceCents borrowers { displayName } contract { termMonths } pastDueCents daysPastDue payoff { amountCents asOf } acceptsPayments notPayableReason syncedThrough';
    const listed = await ask(`{ accounts { items { ${fields} } } }`);
    expect(listed.json.errors).toBeUndefined();
    const { items } = listed.json.data.accounts;
    expect(items.length).toBeGreaterThan(4);
    const withFee = items.filter(
      ({ payoff, currentBalanceCents }: Listed) => payoff !== null && payoff.amountCents !== currentBalanceCents,
    );
    expect(withFee).toHaveLength(1);
    const alone = await Promise.all(
      items.map(
        async ({ id }: { id: string }) => (await ask(`{ account(id: "${id}") { ${fields} } }`)).json.data.account,
      ),
    );
    expect(alone).toEqual(items);
  });

  it.each([
    ['accounts:read', 'accounts { items { id } }', ['persons:read', 'transactions:read']],
    ['persons:read', 'account(id: "ID") { primaryBorrower { displayName } }', ['accounts:read', 'transactions:read']],
    ['transactions:read', 'account(id: "ID") { transactions { items { id } } }', ['accounts:read', 'persons:read']],
    ['accounts:read', 'transactions { items { account { id } } }', ['transactions:read']],
    ['accounts:read', 'persons { items { accounts { items { id } } } }', ['persons:read']],
  ])('without %s the guarded field is denied: { %s }', async (_, field, scopes) => {
    const query = `{ ${field.replace('ID', await lender.ledgerAccount())} }`;
    const codes = async (granted?: readonly string[]) => {
      const answer = await graphClient(instance.graphqlUrl, (await lender.api(granted)).token)(query);
      return (answer.json.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
    };
    expect(await codes()).toEqual([]);
    expect(new Set(await codes(scopes))).toEqual(new Set(['insufficient_scope']));
  });

  it('its transactions and lifecycle events are those of the lists, page by page', async () => {
    const accountId = await lender.ledgerAccount();
    const api = await lender.api();
    await api.record(accountId);
    const ask = graphClient(instance.graphqlUrl, api.token);
    const NESTED = `query ($id: ID!, $cursor: String) {
      account(id: $id) {
        transactions(limit: 1, cursor: $cursor) { items { id type account { id } } page { nextCursor hasMore } }
        lifecycleEvents(limit: 1) { items { type toStatus } }
      }
    }`;
    const { account } = (await ask(NESTED, { id: accountId })).json.data;
    expect(account.transactions.items).toEqual([
      { id: expect.any(String), type: 'payment', account: { id: accountId } },
    ]);
    expect(account.lifecycleEvents.items).toEqual([{ type: 'opened', toStatus: 'active' }]);
    const cursor = account.transactions.page.nextCursor;
    const next = (await ask(NESTED, { id: accountId, cursor })).json.data.account.transactions;
    expect(next).toMatchObject({ items: [{ type: 'disbursement' }], page: { nextCursor: null, hasMore: false } });
    const direct = await api.get(`/v1/accounts/${accountId}/transactions?limit=1&cursor=${cursor}`);
    expect(direct.json.items[0].transaction_id).toBe(next.items[0].id);
  });
});

describe('a loan system that is down', () => {
  const READER = systemPrincipal('test', ['accounts:read']);
  const NOT_ANSWERED = { acceptsPayments: null, notPayableReason: null, payoff: null };

  async function only(service: AccountDetailService, accountId: string): Promise<AccountDetail> {
    const [detail] = await service.many(READER, [accountId]);
    if (detail === undefined || detail instanceof Error) throw detail ?? new Error('no detail');
    return detail;
  }

  class Down extends ScriptedLoanSystem {
    override readonly code = 'sandbox';
    override async businessDay() {
      return { kind: 'unavailable' } as const;
    }
  }

  it('leaves the payoff out, and days past due are counted to the date in the servicing time zone', async () => {
    const accountId = await lender.sandboxAccount('SBX-POSTS');
    await snapshot(accountId, '2026-03-01', 10);
    // 2 March, 23:30 in New York.
    const clock = new SimulatedClock('2026-03-03T04:30:00Z');
    const service = new AccountDetailService({
      db: instance.resources.db,
      systems: new LoanSystems([new Down()]),
      clock,
    });
    const detail = await only(service, accountId);
    expect(detail).toMatchObject({ daysPastDue: 11, businessDay: null });
    expect(await service.paymentAvailability(READER, [detail])).toEqual([NOT_ANSWERED]);
  });

  it('that gives no more quotes leaves the payoff out', async () => {
    const accountId = await lender.sandboxAccount('SBX-POSTS');
    class Mute extends ScriptedLoanSystem {
      override readonly code = 'sandbox';
    }
    const mute = new Mute();
    const parts = { db: instance.resources.db, systems: new LoanSystems([mute]), clock: instance.resources.clock };
    const service = new AccountDetailService(parts);
    const detail = await only(service, accountId);
    expect(await service.paymentAvailability(READER, [detail])).toEqual([
      { acceptsPayments: true, notPayableReason: null, payoff: { amountCents: 100_000, asOf: '2026-11-20' } },
    ]);
    mute.script = { quotePayoff: async () => ({ kind: 'unavailable' }) };
    expect(await service.paymentAvailability(READER, [detail])).toEqual([NOT_ANSWERED]);
  });
});
