import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { businessClockWithin, businessToday } from '../../core/business-time/business-clock.js';
import { limitToOrganization, systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { AdvanceWorker } from '../../subgraphs/servicing/platform/test-clock/advance-worker.js';
import { TestClockService } from '../../subgraphs/servicing/platform/test-clock/test-clock.service.js';
import { type Ask, graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { SandboxHarness } from '../support/sandbox-harness.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Sandbox organizations and their clock, over HTTP, with a worker running. */

let instance: TestInstance;
let admin: Ask;
let harness: SandboxHarness;
let real: SandboxHarness;

beforeAll(async () => {
  instance = await openTestInstance();
  admin = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }));
  harness = await SandboxHarness.open(instance, admin);
  real = await SandboxHarness.open(instance, admin, false);
});
afterAll(() => instance.close());

const realToday = () => servicingDate(systemClock.now());
const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const refusal = (answer: { status: number; json: any }) => [answer.status, answer.json.detail?.error_code];

async function eventsOf(objectId: string): Promise<readonly string[]> {
  const rows = await query(
    `select type || coalesce(' ' || status, '') as text from event where object_id = $1 order by sequence`,
    [objectId],
  );
  return rows.map(({ text }) => text);
}

describe('a sandbox organization', () => {
  it('is created over GraphQL, stays a sandbox, and has a clock that is not being advanced', async () => {
    const made = await admin(`mutation { createOrganization(input: {
      displayName: "Try", legalName: "Try LLC", sandbox: true }) { id isSandbox today } }`);
    const { id, isSandbox, today } = made.json.data.createOrganization;
    expect([isSandbox, today]).toEqual([true, realToday()]);
    const shown = await admin(`{ testClock(organizationId: "${id}") { status at from to error } }`);
    expect(shown.json.data.testClock).toEqual({
      status: 'resting',
      at: realToday(),
      from: null,
      to: null,
      error: null,
    });
  });

  it('has a ledger and the sandbox loan system, and no other', async () => {
    const { organizationId } = harness.lender;
    const added = await admin(`mutation { addLoanSystem(input: { code: "core", kind: "fineract",
      baseUrl: "https://core.example", organizationId: "${organizationId}" }) { problems } }`);
    expect(added.json.data.addLoanSystem.problems).toContain(
      'a sandbox organization can have only a ledger and the built-in sandbox, no other loan system',
    );
  });

  it('shares no key with a lender', async () => {
    const organizationIds = [harness.lender.organizationId, real.lender.organizationId];
    const request = { name: 'both', organizationIds, scopes: [], by: systemPrincipal('test') };
    expect(await createApiKey(instance.resources, request)).toEqual({
      outcome: 'refused',
      problems: ['a key’s organizations must all be sandboxes, or none of them'],
    });
  });
});

describe('in production', () => {
  const production = () => ({
    ...instance.resources,
    config: { ...instance.resources.config, isProduction: true, STRIPE_SECRET_KEY: 'sk_test_1' },
  });

  it('the sandbox card processor exists only for sandbox organizations, and they reach no other', () => {
    const processors = cardProcessors(production());
    expect(processors.codes).toEqual(['stripe']);
    expect(processors.of('sandbox', true)?.code).toBe('sandbox');
    expect(processors.of('stripe', true)).toBeUndefined();
    expect(processors.of('sandbox', false)).toBeUndefined();
    expect(processors.of('stripe', false)?.code).toBe('stripe');
  });

  it('the sandbox loan system takes payments only for sandbox organizations', async () => {
    const system = loanSystems(production()).byCode('sandbox');
    const quoted = async ({ lender }: SandboxHarness) => {
      const accountId = await lender.sandboxAccount('SBX-POSTS');
      return (await system.quotePayoff({ organizationId: lender.organizationId, accountId, externalId: accountId }))
        .kind;
    };
    expect([await quoted(harness), await quoted(real)]).toEqual(['answered', 'unavailable']);
  });
});

describe('forty days', () => {
  it('a schedule fails, is tried again on days 1, 3 and 7; the loan becomes late, is charged off, and recovered', async () => {
    const account = await harness.loan(5);
    const schedule = await harness.schedule(account, 5, 'pm_card_chargeDeclinedInsufficientFunds');
    const began = await harness.today();
    const due = addDays(began, 5);
    const clock = await harness.advanced({ days: 40 });
    expect(clock).toMatchObject({
      status: 'resting',
      from: began,
      to: addDays(began, 40),
      at: addDays(began, 40),
      error: null,
    });

    const [first] = await query('select * from autopay_run where schedule_id = $1 and due_on = $2', [schedule, due]);
    expect([first.status, first.failure_code]).toEqual(['failed', 'insufficient_funds']);
    const attempts = await query('select status from autopay_attempt where run_id = $1', [first.id]);
    expect(attempts.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'declined'));
    expect(await eventsOf(first.id)).toEqual([
      ...Array.from({ length: 3 }, () => 'autopay_run.retrying retrying'),
      'autopay_run.failed failed',
    ]);
    expect(await eventsOf(account)).toEqual([
      'account.status_changed active',
      'account.status_changed delinquent',
      'account.status_changed charged_off',
    ]);

    const shown = (await harness.api.get(`/v1/accounts/${account}`)).json;
    expect(shown.status_code).toBe('charged_off');
    const owed = await query(
      'select fees_cents::int as fees, charged_off_on::text as on from ledger_loan where id = $1',
      [account],
    );
    expect(owed[0].on >= addDays(due, 25)).toBe(true);
    const writeOffs = (await harness.reports.get('/reports/wor')).json.items;
    expect(writeOffs.map((row: { account_id: string }) => row.account_id)).toContain(account);

    const recovered = await harness.api.record(account, { amount_cents: 5_000 });
    expect(recovered.status, recovered.text).toBe(201);
    expect(recovered.json.effective_date >= addDays(began, 40)).toBe(true);
    // The posting time is real time, whatever the organization's day.
    expect(recovered.json.posted_at.slice(0, 10) <= addDays(realToday(), 1)).toBe(true);
    expect(String(first.created_at).slice(0, 10) <= addDays(realToday(), 1)).toBe(true);
    // A loan made on a holiday starts on the next business day.
    const [loan] = await query('select originated_on::text as on from account where id = $1', [account]);
    const [positions] = await query(
      `select min(day)::text as first, max(day)::text as last, count(distinct day)::int as days,
         max(day) - min(day) + 1 as spanned from daily_position where organization_id = $1`,
      [harness.lender.organizationId],
    );
    expect(positions.first <= loan.on).toBe(true);
    expect(positions.last).toBe(addDays(began, 39));
    expect(positions.days).toBe(positions.spanned);
  });

  it('no date of a schedule is missed on the way', async () => {
    const account = await harness.loan(3);
    const schedule = await harness.schedule(account, 3);
    await harness.advanced({ days: 70 });
    const runs = await query('select status::text from autopay_run where schedule_id = $1', [schedule]);
    expect(runs.map(({ status }) => status)).toEqual(['posted', 'posted', 'posted']);
  });
});

describe('an advance', () => {
  it('twice with one key is one advance; another key waits; changes get 409 until it is over', async () => {
    const account = await harness.loan(5);
    const began = await harness.today();
    const key = randomUUID();
    const both = await Promise.all([harness.advance({ days: 30 }, key), harness.advance({ days: 30 }, key)]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    expect(both[0]?.text).toBe(both[1]?.text);
    expect(refusal(await harness.advance({ days: 1 }))).toEqual([409, 'test_clock_advancing']);
    expect(refusal(await harness.api.record(account))).toEqual([409, 'test_clock_advancing']);
    const product = { code: 'during', name: 'During' };
    expect(refusal(await harness.post('/v1/ledger/products', product))).toEqual([409, 'test_clock_advancing']);
    expect((await harness.api.get(`/v1/accounts/${account}`)).status).toBe(200);
    // At the same time a lender continues on the real day.
    const theirs = await real.lender.ledgerAccount();
    expect((await real.api.record(theirs)).status).toBe(201);
    expect((await harness.clockReady()).at).toBe(addDays(began, 30));
    expect((await harness.api.record(account)).status).toBe(201);
    const again = await harness.advance({ days: 30 }, key);
    expect([again.status, again.text, await harness.today()]).toEqual([202, both[0]?.text, addDays(began, 30)]);
  });

  it('advances only forward, by two years at most, and a lender has no clock', async () => {
    const today = await harness.today();
    await harness.clockReady();
    expect((await harness.advance({ to: today })).status).toBe(422);
    expect((await harness.advance({ to: addDays(today, 800) })).status).toBe(422);
    expect((await harness.advance({ days: 732 })).status).toBe(422);
    expect((await harness.advance({})).status).toBe(422);
    expect((await harness.advance({ days: 1, to: addDays(today, 1) })).status).toBe(422);
    expect(refusal(await real.advance({ days: 1 }))).toEqual([409, 'test_clock_not_available']);
    expect(refusal(await real.api.get('/v1/test-clock'))).toEqual([409, 'test_clock_not_available']);
    const foreign = await harness.advance({ days: 1, organization_id: real.lender.organizationId });
    expect(refusal(foreign)).toEqual([403, 'organization_out_of_scope']);
    expect(await harness.today()).toBe(today);
  });

  it('leaves a lender’s days, loans and sums untouched, and is not in sums over lenders', async () => {
    const account = await real.lender.ledgerAccount(500_000);
    const before = await query('select * from ledger_loan where id = $1', [account]);
    const sums = '{ portfolio { statusCode accounts } }';
    const all = (await admin(sums)).json.data.portfolio;
    await harness.loan(5);
    await harness.advanced({ days: 10 });
    expect(await query('select * from ledger_loan where id = $1', [account])).toEqual(before);
    expect((await admin(sums)).json.data.portfolio).toEqual(all);
    // A caller who reaches both sees the lender's figures, on the lender's day; one who reaches only sandboxes sees
    // theirs.
    const ids = { lender: real.lender.organizationId, sandbox: harness.lender.organizationId };
    const told = async (...organizationIds: string[]) => {
      const request = { subject: 'ola', role: 'viewer', organizationIds } as const;
      return (await graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request))(sums)).json.data;
    };
    expect(await told(ids.lender, ids.sandbox)).toEqual(await told(ids.lender));
    const other = await SandboxHarness.open(instance, admin);
    expect(await told(ids.sandbox, other.lender.organizationId)).toEqual(await told(ids.sandbox));
    expect((await told(ids.sandbox)).portfolio).not.toEqual([]);
    const dayOf = async (...organizationIds: string[]) =>
      servicingDate((await businessClockWithin(instance.resources.db, systemClock, organizationIds)).now());
    expect(await dayOf(ids.sandbox, ids.lender)).toBe(realToday());
    expect(await dayOf(ids.sandbox, other.lender.organizationId)).toBe(await harness.today());
    const organization = `{ organization(id: "${real.lender.organizationId}") { today } }`;
    expect((await admin(organization)).json.data.organization.today).toBe(realToday());
    const paid = await real.api.record(account);
    expect(paid.json.effective_date >= realToday() && paid.json.effective_date < addDays(realToday(), 6)).toBe(true);
  });

  it('is processed in one process from its first day to its last, although the installation’s worker is running too', async () => {
    const { organizationId } = (await SandboxHarness.open(instance, admin)).lender;
    const source = subgraphsSource(instance.resources);
    const lived: string[] = [];
    let isHeldUp = true;
    const day = {
      closeDays: async () => 0,
      runDue: async () => {
        lived.push(await businessToday(source.db, source.clock, organizationId));
        const open = isHeldUp && lived.length === 3 ? 1 : 0;
        if (open > 0) isHeldUp = false;
        return open;
      },
    };
    const by = limitToOrganization(systemPrincipal('test', SCOPES), organizationId);
    const clocks = new TestClockService({ ...source, workerInMs: 60_000 });
    await clocks.advance(by, { idempotencyKey: randomUUID(), body: { days: 4 } });
    await new AdvanceWorker({ ...source, day }).workThrough({ organizationId });
    const [first, second, third, fourth, fifth] = [0, 1, 2, 3, 4].map((days) => addDays(realToday(), days));
    expect(lived).toEqual([first, second, third, third, fourth, fifth]);
    expect(await clocks.show(by, organizationId)).toMatchObject({ status: 'resting', at: fifth, error: null });
  });
});
