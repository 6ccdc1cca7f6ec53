import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import type { PostingScenarioOutcome } from '../../core/contract/sandbox-scenarios.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES, type Scope } from '../../core/principal/scopes.js';
import { addDays } from '../../core/time/dates.js';
import { sandboxScenarios } from '../../runtime/assembly/sandbox-scenarios.js';
import { sandboxAccounts } from '../../subgraphs/servicing/platform/organization/open-missing-scenario-loans.js';
import { Api, type ApiAnswer } from '../support/api.js';
import { CardCounter } from '../support/card-counter.js';
import { type Ask, graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* Checks the documented sandbox behaviour in a new sandbox organization. */

const ADMIN = { ...systemPrincipal('test'), kind: 'operator', role: 'admin' } as const;

let instance: TestInstance;
let admin: Ask;
let organizationId: string;
let api: Api;
let accounts: Readonly<Record<string, string>>;

beforeAll(async () => {
  instance = await openTestInstance();
  admin = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }));
  organizationId = await made('sandbox: true');
  api = await tokenOf(SCOPES);
  const { items } = (await api.get('/v1/accounts')).json;
  accounts = Object.fromEntries(items.map((item: any) => [item.external_contract_number, item.id]));
});
afterAll(() => instance.close());

async function made(kind: string): Promise<string> {
  const input = `displayName: "Try", legalName: "Try LLC", ${kind}`;
  return (await admin(`mutation { createOrganization(input: { ${input} }) { id } }`)).json.data.createOrganization.id;
}

async function tokenOf(scopes: readonly Scope[], organizationIds = [organizationId]): Promise<Api> {
  const request = { name: 'test', organizationIds, scopes, by: systemPrincipal('test') };
  const key = await createApiKey(instance.resources, request);
  if (key.outcome === 'refused') throw new Error(key.problems.join('; '));
  return Api.exchange(instance.baseUrl, { prefix: key.key.prefix, plaintext: key.plaintext });
}

const told = sandboxScenarios();
const PATH = '/v1/sandbox/scenarios';

describe(`GET ${PATH}`, () => {
  it('are the same for any token, even without a scope or for a lender', async () => {
    const lender = await instance.lender();
    const callers = [api, await tokenOf(['reports:read']), await tokenOf(['accounts:read'], [lender.organizationId])];
    for (const caller of callers) {
      const answer = await caller.get(PATH);
      expect([answer.status, answer.json]).toEqual([200, told]);
    }
  });

  it('401 without a token; 403 for another organization; 422 for an unknown parameter', async () => {
    expect((await new Api(instance.baseUrl, 'none').get(PATH)).status).toBe(401);
    const foreign = (await instance.lender()).organizationId;
    expect((await api.get(`${PATH}?organization_id=${foreign}`)).json.detail.error_code).toBe(
      'organization_out_of_scope',
    );
    expect((await api.get(`${PATH}?organization_id=${organizationId}`)).status).toBe(200);
    expect((await api.get(`${PATH}?limit=1`)).json.detail).toMatchObject([
      { loc: ['query', 'limit'], type: 'extra_forbidden' },
    ]);
  });
});

function expectFirst(answer: ApiAnswer, outcome: PostingScenarioOutcome): void {
  const { detail, status } = answer.json;
  expect({
    http_status: answer.status,
    status: status ?? null,
    error_code: detail?.error_code ?? null,
    reason: detail?.reason ?? null,
  }).toEqual({
    http_status: outcome.http_status,
    status: outcome.status,
    error_code: outcome.error_code,
    reason: outcome.reason,
  });
}

describe('each account of a new sandbox organization behaves as documented', () => {
  it('there is one for each scenario, and no other', () => {
    expect(Object.keys(accounts).toSorted()).toEqual(
      told.accounts.map((account) => account.external_contract_number).toSorted(),
    );
  });

  // Each is a loan of its own; most of a test is the wait for an outcome.
  it.concurrent.each(told.accounts.map((account) => [account.external_contract_number, account] as const))(
    '%s',
    async (code, { payment, reversal }) => {
      const recorded = await api.record(accounts[code] ?? '');
      expectFirst(recorded, payment);
      const id = recorded.json.payment_id;
      if (payment.settles_to !== null) await api.settled(id, payment.settles_to);
      if (reversal === null) return;
      const reversed = await api.reverse(id);
      expectFirst(reversed, reversal);
      if (reversal.settles_to !== null) await api.settled(id, reversal.settles_to);
    },
    60_000,
  );
});

describe('each card is stored or refused as documented', () => {
  it.each(told.cards.map((card) => [card.number, card] as const))('%s', async (number, { capture, charge }) => {
    const counter = new CardCounter(instance.secureUrl, api.token, accounts['SBX-POSTS'] ?? '');
    const answer = await counter.capture({ card: { number } });
    const { detail } = answer.json;
    const seen = { error_code: detail?.error_code ?? null, reason: detail?.reason ?? null };
    expect({ http_status: answer.status, ...seen }).toEqual(capture);
    expect(answer.status === 201).toBe(charge !== null);
  });
});

describe('each stored card is charged as documented', () => {
  /** Schedules that start the next day, by card number. */
  const schedules = new Map<string, string>();
  let charged: Api;

  async function runOf(number: string) {
    const { json } = await charged.get(`/v1/autopay/${schedules.get(number)}/runs`);
    return json.items[0];
  }

  beforeAll(async () => {
    const own = await made('sandbox: true');
    charged = await tokenOf(SCOPES, [own]);
    const accountId = (await sandboxAccounts(instance.resources, ADMIN, own)).accounts['SBX-POSTS'] ?? '';
    const { at } = (await charged.get('/v1/test-clock')).json;
    const write = (path: string, body: object) => charged.post(path, body, { 'idempotency-key': newId() });
    for (const { number } of told.cards.filter(({ charge }) => charge !== null)) {
      const method = await new CardCounter(instance.secureUrl, charged.token, accountId).capture({ card: { number } });
      const schedule = await write('/v1/autopay', {
        account_id: accountId,
        payment_method_id: method.json.id,
        amount_cents: 1_000,
        frequency_unit: 'month',
        frequency_interval: 1,
        start_date: addDays(at, 1),
      });
      if (schedule.status !== 201) throw new Error(schedule.text);
      schedules.set(number, schedule.json.id);
    }
    const begun = await write('/v1/test-clock/advance', { days: 1 });
    if (begun.status !== 202) throw new Error(begun.text);
    await until(
      async () => (await charged.get('/v1/test-clock')).json.status !== 'advancing',
      'the test clock is at rest',
      100_000,
    );
  }, 120_000);

  const stored = told.cards.flatMap(({ number, charge }) => (charge === null ? [] : [[number, charge] as const]));
  it.each(stored)('%s', async (number, { succeeds, answer_lost, run_status }) => {
    const { id, status } = await runOf(number);
    expect([number, status]).toEqual([number, run_status]);
    const { rows } = await instance.resources.pool.query(
      `select count(c.*)::int as charges, max(t.settled_at - t.created_at) >= make_interval(secs => $2) as "wasLookedUp"
         from autopay_attempt t
         left join sandbox_charge c on c.organization_id = t.organization_id and c.reference = t.id
        where t.run_id = $1`,
      [id, instance.resources.config.RECONCILE_FIRST_DELAY_MS / 1_000],
    );
    // An outcome that is looked up is known no earlier than after the first delay.
    if (answer_lost) expect(rows[0].wasLookedUp).toBe(true);
    expect(rows[0].charges).toBe(succeeds ? 1 : 0);
  });
});

/** Simulates an organization from before there were test accounts, or with fewer of them. */
async function forgetAccounts(ofOrganization: string, butFor = ''): Promise<void> {
  const own = `organization_id = $1 and account_id in
    (select id from account where organization_id = $1 and external_contract_number <> $2)`;
  for (const statement of [
    `delete from account_borrower where ${own}`,
    `delete from past_due_snapshot where ${own}`,
    `delete from account where organization_id = $1 and external_contract_number <> $2`,
    `delete from sandbox_loan where organization_id = $1 and scenario <> $2`,
  ])
    await instance.resources.pool.query(statement, [ofOrganization, butFor]);
}

describe('the test accounts', () => {
  it('that are missing are opened once, however many callers ask; the others stay', async () => {
    const { pool } = instance.resources;
    const bare = await made('sandbox: true');
    await forgetAccounts(bare, 'SBX-POSTS');
    const both = await Promise.all([1, 2].map(() => sandboxAccounts(instance.resources, ADMIN, bare)));
    expect(both.map(({ opened }) => opened.length).toSorted()).toEqual([0, told.accounts.length - 1]);
    expect(both[0]?.accounts).toEqual(both[1]?.accounts);
    const rows = await pool.query('select distinct primary_borrower_party_id from account where organization_id = $1', [
      bare,
    ]);
    expect(rows.rows).toHaveLength(1);
    const audited = await pool.query(
      `select action from audit_log where subject = $1 and action = 'organization.open_sandbox_accounts'`,
      [bare],
    );
    expect(audited.rows).toHaveLength(1);
  });

  it('are recognized by what they do: another loan of the same number is not one of them', async () => {
    const own = await made('sandbox: true');
    const { accounts: before } = await sandboxAccounts(instance.resources, ADMIN, own);
    const { pool } = instance.resources;
    const other = newId(0); // opened long ago, so that it comes first
    await pool.query(
      `insert into sandbox_loan (id, organization_id, scenario, status, payoff_cents)
       values ($1, $2, 'SBX-REFUSES', 'active', 1000)`,
      [other, own],
    );
    await pool.query(
      `insert into account (id, organization_id, loan_system_code, external_id, primary_borrower_party_id,
         external_contract_number, current_balance_cents, status_code)
       select $1, organization_id, loan_system_code, $1, primary_borrower_party_id, external_contract_number, 1000, 'active'
         from account where organization_id = $2 and external_contract_number = 'SBX-POSTS'`,
      [other, own],
    );
    const after = await sandboxAccounts(instance.resources, ADMIN, own);
    expect([after.accounts, after.opened]).toEqual([before, []]);
  });

  it('are separate for each organization, though their loans have the same numbers', async () => {
    const [mine, theirs] = [await made('sandbox: true'), await made('sandbox: true')];
    const ids = await Promise.all(
      [mine, theirs].map(
        async (of) => (await sandboxAccounts(instance.resources, ADMIN, of)).accounts['SBX-POSTS'] ?? '',
      ),
    );
    expect(new Set(ids).size).toBe(2);
    const paying = await tokenOf(SCOPES, [mine]);
    const paid = await paying.record(ids[0] ?? '');
    expect(paid.status).toBe(201);
    expect((await paying.record(ids[1] ?? '')).status).toBe(404);
    const { rows } = await instance.resources.pool.query(
      `select l.organization_id, count(p.*)::int as postings from sandbox_loan l
         left join sandbox_posting p on p.organization_id = l.organization_id and p.loan_id = l.id
        where l.organization_id = any($1) and l.id = 'sbx-posts' group by 1`,
      [[mine, theirs]],
    );
    expect(Object.fromEntries(rows.map((row) => [row.organization_id, row.postings]))).toEqual({
      [mine]: 1,
      [theirs]: 0,
    });
  });

  it('that are missing get a new borrower if that of the others was erased', async () => {
    const bare = await made('sandbox: true');
    await forgetAccounts(bare, 'SBX-POSTS');
    const { pool } = instance.resources;
    await pool.query(`update person set erased_at = now() where organization_id = $1`, [bare]);
    await sandboxAccounts(instance.resources, ADMIN, bare);
    const { rows } = await pool.query(
      `select p.erased_at is not null as erased, array_agg(a.external_contract_number) as numbers
         from account a join person p on p.organization_id = a.organization_id and p.id = a.primary_borrower_party_id
        where a.organization_id = $1 group by p.id, p.erased_at`,
      [bare],
    );
    expect(rows.map(({ erased, numbers }) => [erased, numbers.length]).toSorted()).toEqual([
      [false, told.accounts.length - 1],
      [true, 1],
    ]);
  });

  it('do not exist for a lender', async () => {
    const lender = await made('sandbox: false');
    await expect(sandboxAccounts(instance.resources, ADMIN, lender)).rejects.toMatchObject({
      code: 'test_clock_not_available',
    });
    expect((await (await tokenOf(SCOPES, [lender])).get('/v1/accounts')).json.items).toEqual([]);
  });

  it('wait while their organization’s clock advances', async () => {
    const moved = await made('sandbox: true');
    await forgetAccounts(moved);
    await instance.resources.pool.query(`update test_clock set is_advancing = true where organization_id = $1`, [
      moved,
    ]);
    await expect(sandboxAccounts(instance.resources, ADMIN, moved)).rejects.toMatchObject({
      code: 'test_clock_advancing',
    });
    await instance.resources.pool.query(`update test_clock set is_advancing = false where organization_id = $1`, [
      moved,
    ]);
  });
});
