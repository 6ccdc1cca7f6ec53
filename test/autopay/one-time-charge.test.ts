import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { ClientKeys } from '../../core/idempotency/client-keys.js';
import type { Principal } from '../../core/principal/principal.js';
import { addDays } from '../../core/time/dates.js';
import { OneTimeCharger } from '../../subgraphs/payments/autopay/one-time/one-time-charge.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { type Ask, graphClient } from '../support/graph.js';
import { KillableDatabase, KillableWorker, Killed } from '../support/killable-worker.js';
import { operatorToken } from '../support/operators.js';
import { Gate } from '../support/scripted-loan-system.js';

/* A person charges a stored method once. It charges once, however often and in whatever state it is asked for. */

let harness: AutopayHarness;
let supervisor: Ask;
let agent: Ask;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());
/** Tokens expire because days pass in these tests. */
const asking = async (role: 'supervisor' | 'agent' = 'supervisor') =>
  graphClient(harness.instance.graphqlUrl, await operatorToken(harness.instance.resources, { subject: 'sol', role }));
beforeEach(async () => {
  [supervisor, agent] = [await asking(), await asking('agent')];
});

const CHARGE = `mutation ($account: ID!, $key: String!, $input: OneTimeChargeInput!) {
  chargeOnce(accountId: $account, idempotencyKey: $key, input: $input) {
    id status amountCents dueOn isOneTime authorization { authorizedBy authorizedOn method recordedBy }
  }
}`;

type Fields = Readonly<Record<string, string | number | boolean>>;

async function input(fields: Fields = {}) {
  return {
    paymentMethodId: fields['paymentMethodId'] ?? (await harness.lender.paymentMethod()),
    ...{ amountCents: 12_500, authorizerId: harness.lender.personId, authorizedOn: harness.today },
    ...{ authorizationMethod: 'phone', ...fields },
  };
}

const charge = (account: string, key: string, input: object, ask = supervisor) => ask(CHARGE, { account, key, input });
type Answer = Awaited<ReturnType<Ask>>;
const runOf = ({ json }: Answer) => json.data.chargeOnce;
const refusal = ({ json }: Answer) => [
  json.errors?.[0]?.extensions?.code,
  json.errors?.[0]?.extensions?.fields?.reason,
];
const refusedWith = (reason: string) => ['one_time_charge_refused', reason];

interface StoredRun {
  readonly id: string;
  readonly status: string;
  readonly amount_cents: number;
  readonly failure_code: string | null;
  readonly attempts: readonly string[];
  readonly charges: number;
}

async function runsOfAccount(account: string): Promise<readonly StoredRun[]> {
  const { rows } = await harness.pool.query(
    `select r.id, r.status, r.amount_cents, r.failure_code,
            array(select t.status::text from autopay_attempt t where t.run_id = r.id order by t.number) as attempts,
            (select count(*)::int from sandbox_charge c join autopay_attempt t on t.id = c.reference
              where t.run_id = r.id) as charges
       from autopay_run r where r.account_id = $1 order by r.created_at, r.id`,
    [account],
  );
  return rows;
}

async function onlyRun(account: string): Promise<StoredRun> {
  const [run, ...others] = await runsOfAccount(account);
  if (run === undefined || others.length > 0) throw new Error('the account has one run');
  return run;
}

function runnerWith(charge: (sandbox: CardProcessor) => Partial<CardProcessor>): AutopayRunner {
  const sandbox = harness.parts.processors.byCode('sandbox');
  if (sandbox === undefined) throw new Error('the sandbox is there');
  return new AutopayRunner({ ...harness.parts, processors: new CardProcessors([{ ...sandbox, ...charge(sandbox) }]) });
}

describe('chargeOnce', () => {
  it('charges the method today and posts it; the authorization, the audit entry and the events are there', async () => {
    const account = await harness.lender.ledgerAccount();
    const asked = await input();
    const run = runOf(await charge(account, 'first', asked));
    expect(run).toEqual({
      ...{ id: run.id, status: 'charging', amountCents: 12_500, dueOn: harness.today, isOneTime: true },
      authorization: {
        authorizedBy: harness.lender.personId,
        authorizedOn: harness.today,
        method: 'phone',
        recordedBy: 'sol',
      },
    });
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({ status: 'posted', amount_cents: 12_500, charges: 1 });
    const audit = await harness.pool.query('select action, actor, after from audit_log where subject = $1', [run.id]);
    expect(audit.rows).toEqual([
      {
        ...{ action: 'autopay_run.charge_once', actor: 'sol' },
        after: expect.objectContaining({
          ...{ amount_cents: 12_500, payment_method_id: asked.paymentMethodId, due_on: harness.today },
          ...{ authorized_by: harness.lender.personId, authorized_on: harness.today, authorization_method: 'phone' },
        }),
      },
    ]);
    const events = await harness.pool.query(
      `select type, object_id from event where account_id = $1 and object_type = 'autopay_run'`,
      [account],
    );
    expect(events.rows).toEqual([{ type: 'autopay_run.posted', object_id: run.id }]);
    expect(await harness.broken()).toEqual([]);
  });

  it('is no schedule: no list of schedules, no address and no change reaches its plan', async () => {
    const account = await harness.lender.ledgerAccount();
    await charge(account, 'hidden', await input());
    const { rows } = await harness.pool.query('select id from autopay_schedule where account_id = $1', [account]);
    const plan = rows[0].id;
    const asked = await supervisor(
      `query ($account: ID!, $plan: ID!) {
        account(id: $account) { autopaySchedules { id } autopayRuns { isOneTime } timeline { items { kind type actor } } }
        autopaySchedules(accountId: $account) { items { id } }
        ended: autopaySchedules(accountId: $account, statuses: [expired]) { items { id } }
        autopayRuns(accountId: $account) { items { isOneTime schedule { id } } }
        autopaySchedule(id: $plan) { id }
      }`,
      { account, plan },
    );
    const { data, errors } = asked.json;
    expect(data.account.autopaySchedules).toEqual([]);
    expect(data.account.autopayRuns).toEqual([{ isOneTime: true }]);
    expect(data.account.timeline.items).toContainEqual({ kind: 'autopay_run', type: 'one_time', actor: 'sol' });
    expect(data.account.timeline.items.map(({ kind }: { kind: string }) => kind)).not.toContain('schedule');
    expect([data.autopaySchedules.items, data.ended.items]).toEqual([[], []]);
    expect(data.autopayRuns.items).toEqual([{ isOneTime: true, schedule: { id: plan } }]);
    expect(errors.map((error: Answer['json']['errors'][number]) => error.extensions.code)).toEqual([
      'autopay_schedule_not_found',
    ]);
    for (const act of [
      'updateAutopaySchedule(id: $plan, input: { amountCents: 1 })',
      'cancelAutopaySchedule(id: $plan)',
    ])
      expect(refusal(await supervisor(`mutation ($plan: ID!) { ${act} { id } }`, { plan }))[0]).toBe(
        'autopay_schedule_not_found',
      );
    await harness.workOff();
    expect((await onlyRun(account)).status).toBe('posted');
  });

  it('is capped at what is left to pay, and refused when nothing is', async () => {
    const account = await harness.lender.ledgerAccount(20_000);
    expect(runOf(await charge(account, 'large', await input({ amountCents: 50_000 }))).amountCents).toBe(20_000);
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({ status: 'posted', amount_cents: 20_000 });
    expect(refusal(await charge(account, 'more', await input()))).toEqual(refusedWith('loan_paid_off'));
  });

  it('needs a supervisor, a method and a borrower of the loan, and an authorization that is not in the future', async () => {
    const account = await harness.lender.ledgerAccount();
    expect(refusal(await charge(account, 'agent', await input(), agent))[0]).toBe('insufficient_scope');
    const stranger = await harness.lender.person('Not A Borrower');
    const wrong = [
      { authorizerId: stranger },
      { authorizerId: 'nobody' },
      { authorizedOn: addDays(harness.today, 1) },
      { paymentMethodId: await harness.lender.paymentMethod({ partyId: stranger }) },
      { paymentMethodId: await harness.lender.paymentMethod({ isActive: false }) },
    ];
    for (const fields of wrong)
      expect([fields, refusal(await charge(account, 'wrong', await input(fields)))[0]]).toEqual([
        fields,
        'validation_failed',
      ]);
    expect(await runsOfAccount(account)).toEqual([]);
  });

  it('a declined charge fails at once and is not tried on a later day; another may follow', async () => {
    const account = await harness.lender.ledgerAccount();
    const card = await harness.card('pm_card_chargeDeclinedInsufficientFunds');
    await charge(account, 'declined', await input({ paymentMethodId: card }));
    await harness.workOff();
    await harness.passDays(7);
    expect(await onlyRun(account)).toMatchObject({ status: 'failed', attempts: ['declined'], charges: 0 });
    const events = await harness.pool.query(
      `select type from event where account_id = $1 and object_type = 'autopay_run'`,
      [account],
    );
    expect(events.rows).toEqual([{ type: 'autopay_run.failed' }]);
  });

  it('an unreachable processor ends it: nothing was charged, and nothing is charged later', async () => {
    const account = await harness.lender.ledgerAccount();
    const { id } = runOf(await charge(account, 'unreached', await input()));
    await runnerWith(() => ({ charge: async () => ({ kind: 'unreachable' }) })).work(harness.run(id));
    await harness.passDays(1);
    expect(await onlyRun(account)).toMatchObject({
      ...{ status: 'failed', failure_code: 'processor_unavailable', charges: 0 },
    });
  });

  it('is not sent on a later day', async () => {
    const account = await harness.lender.ledgerAccount();
    await charge(account, 'late', await input());
    await harness.passDays(1);
    expect(await onlyRun(account)).toMatchObject({ status: 'failed', attempts: ['not_charged'], charges: 0 });
  });

  it('a loan that is paid off before it is sent is not charged', async () => {
    const account = await harness.lender.ledgerAccount();
    await charge(account, 'paid off', await input());
    await harness.pool.query("update account set status_code = 'paid_in_full' where id = $1", [account]);
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({ status: 'failed', failure_code: 'loan_paid_off', charges: 0 });
  });

  it('a charge-off pauses no one-time charge, and raises no exception for it', async () => {
    const account = await harness.lender.ledgerAccount();
    await charge(account, 'charged off', await input());
    await harness.pool.query("update account set status_code = 'charged_off', charged_off_on = $2 where id = $1", [
      account,
      harness.today,
    ]);
    await harness.runner.endWithLoan({ organizationId: harness.lender.organizationId, accountId: account });
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({ charges: 1 });
    expect(await harness.exceptions()).toEqual([]);
  });

  it('a method that is being charged cannot be deactivated', async () => {
    const account = await harness.lender.ledgerAccount();
    const paymentMethodId = await harness.lender.paymentMethod();
    await charge(account, 'in use', await input({ paymentMethodId }));
    const deactivate = () =>
      supervisor('mutation ($id: ID!) { deactivatePaymentMethod(id: $id) { id } }', { id: paymentMethodId });
    expect(refusal(await deactivate())[0]).toBe('payment_method_in_use');
    await harness.workOff();
    expect((await deactivate()).json.errors).toBeUndefined();
    expect(refusal(await charge(account, 'removed', await input({ paymentMethodId })))[0]).toBe('validation_failed');
  });

  it('is refused while the lender recovers from a restore', async () => {
    const account = await harness.lender.ledgerAccount();
    const set = (since: string | null) =>
      harness.pool.query('update organization set recovering_since = $2 where id = $1', [
        harness.lender.organizationId,
        since,
      ]);
    await set('2026-01-05T00:00:00Z');
    expect(refusal(await charge(account, 'recovering', await input()))).toEqual(refusedWith('lender_recovering'));
    await set(null);
    expect(runOf(await charge(account, 'recovering', await input())).status).toBe('charging');
    await harness.workOff();
  });
});

describe('a flag on the loan that stops charges', () => {
  const flag = (account: string) =>
    harness.pool.query(
      `insert into account_flag (id, organization_id, account_id, kind, reason, effective_from, set_by, set_at)
       values ('f-' || $1, $2, $1, 'bankruptcy', 'x', $3, 'ola', now())`,
      [account, harness.lender.organizationId, harness.today],
    );

  it('refuses a new charge, and fails one that was accepted and not sent', async () => {
    const account = await harness.lender.ledgerAccount();
    await charge(account, 'accepted', await input());
    await flag(account);
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({
      ...{ status: 'failed', failure_code: 'account_flag_bankruptcy', attempts: ['not_charged'], charges: 0 },
    });
    expect(refusal(await charge(account, 'later', await input()))).toEqual(refusedWith('account_flag_bankruptcy'));
  });
});

describe('beside other charges of the loan', () => {
  it('is refused while a run or another one-time charge is open', async () => {
    const account = await harness.lender.ledgerAccount();
    await harness.schedule(account, { amount_cents: 4_000 });
    await harness.runDue();
    expect(refusal(await charge(account, 'beside a run', await input()))).toEqual(refusedWith('charge_open'));
    await harness.workOff();
    await charge(account, 'one', await input());
    expect(refusal(await charge(account, 'two', await input({ amountCents: 700 })))).toEqual(
      refusedWith('charge_open'),
    );
    await harness.workOff();
    expect((await runsOfAccount(account)).map(({ status }) => status)).toEqual(['posted', 'posted']);
  });

  it('an equal charge of today is refused until a person confirms it', async () => {
    const account = await harness.lender.ledgerAccount();
    const asked = await input();
    await charge(account, 'equal 1', asked);
    await harness.workOff();
    expect(refusal(await charge(account, 'equal 2', asked))).toEqual(refusedWith('equal_charge_today'));
    await charge(account, 'equal 2', { ...asked, allowsEqual: true });
    await harness.workOff();
    expect((await runsOfAccount(account)).map(({ status }) => status)).toEqual(['posted', 'posted']);
  });

  it('a run of an earlier date that was charged today is equal, too', async () => {
    const account = await harness.lender.ledgerAccount();
    const asked = await input();
    const schedule = await harness.schedule(account, {
      ...{ payment_method_id: String(asked.paymentMethodId), amount_cents: 12_500 },
      ...{ start_date: addDays(harness.today, -3), next_run_date: addDays(harness.today, -3) },
    });
    await harness.workOff();
    const [run] = await harness.runsOf(schedule);
    expect([run?.due_on, run?.status]).toEqual([addDays(harness.today, -3), 'posted']);
    const attemptedAt = (days: number) =>
      harness.pool.query('update autopay_attempt set created_at = $2 where run_id = $1', [
        run?.id,
        `${addDays(harness.today, days)}T17:00:00Z`,
      ]);
    await attemptedAt(0);
    expect(refusal(await charge(account, 'after a late run', asked))).toEqual(refusedWith('equal_charge_today'));
    await attemptedAt(-1);
    expect(runOf(await charge(account, 'after a late run', asked))).toMatchObject({ status: 'charging' });
    await harness.workOff();
    await harness.change(schedule, { status: 'cancelled' });
  });

  it('a retry is held if a one-time charge of the same amount was made since its date', async () => {
    const account = await harness.lender.ledgerAccount();
    const declined = await harness.card('pm_card_chargeDeclined');
    const schedule = await harness.schedule(account, { payment_method_id: declined, amount_cents: 12_500 });
    await harness.workOff();
    expect((await harness.runsOf(schedule)).map(({ status }) => status)).toEqual(['retrying']);
    const asked = await input();
    await harness.change(schedule, { payment_method_id: String(asked.paymentMethodId) });
    harness.moveTo(addDays(harness.today, 1));
    const { id } = runOf(
      await charge(account, 'instead of the retry', { ...asked, authorizedOn: harness.today }, await asking()),
    );
    await harness.runner.work(harness.run(id));
    await harness.pool.query('update autopay_run set next_try_on = $1 where schedule_id = $2', [
      harness.today,
      schedule,
    ]);
    await harness.workOff();
    const [retry] = await harness.runsOf(schedule);
    const { rows } = await harness.pool.query('select possible_duplicate_of from autopay_run where id = $1', [
      retry?.id,
    ]);
    expect([retry?.status, rows]).toEqual(['held', [{ possible_duplicate_of: id }]]);
    await harness.change(schedule, { status: 'cancelled' });
    await harness.workOff();
  });

  it('an equal autopay run of the same day is held for a decision', async () => {
    const account = await harness.lender.ledgerAccount();
    const asked = await input();
    const { id } = runOf(await charge(account, 'before autopay', asked));
    const schedule = await harness.schedule(account, {
      ...{ payment_method_id: String(asked.paymentMethodId), amount_cents: 12_500 },
    });
    await harness.workOff();
    const [run] = await harness.runsOf(schedule);
    expect(run?.status).toBe('held');
    const { rows } = await harness.pool.query('select possible_duplicate_of from autopay_run where id = $1', [run?.id]);
    expect(rows).toEqual([{ possible_duplicate_of: id }]);
    await harness.change(schedule, { status: 'cancelled' });
    await harness.workOff();
  });
});

describe('charges once', () => {
  it('fifty presses with one key, workers in between, and again after the result', async () => {
    const account = await harness.lender.ledgerAccount();
    const asked = await input();
    const presses = await Promise.all(Array.from({ length: 50 }, () => charge(account, 'pressed', asked)));
    const ids = new Set(presses.map((answer) => runOf(answer).id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    await Promise.all([1, 2, 3].map(() => harness.runner.work(harness.run(id))));
    await harness.workOff();
    expect(runOf(await charge(account, 'pressed', asked))).toMatchObject({ id, status: 'posted' });
    expect(refusal(await charge(account, 'pressed', { ...asked, amountCents: 1 }))[0]).toBe('idempotency_conflict');
    expect(await onlyRun(account)).toMatchObject({ status: 'posted', charges: 1 });
  });

  it('of twenty people who press at once with their own keys, one charges', async () => {
    const account = await harness.lender.ledgerAccount();
    const asked = await input();
    const presses = Array.from({ length: 20 }, (_, at) => charge(account, `person ${at}`, asked));
    const answers = await Promise.all(presses);
    const refused = answers.filter(({ json }) => json.errors !== undefined);
    expect(refused.map(refusal)).toEqual(Array.from({ length: 19 }, () => refusedWith('charge_open')));
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({ status: 'posted', charges: 1 });
  });

  it('a processor that hangs: the outcome is looked up, and another charge is refused until it is known', async () => {
    const account = await harness.lender.ledgerAccount();
    const asked = await input();
    const { id } = runOf(await charge(account, 'hangs', asked));
    const answers = new Gate();
    const hanging = runnerWith((sandbox) => ({
      charge: async (order) => {
        await sandbox.charge(order);
        await answers.pass();
        return { kind: 'unknown' };
      },
    }));
    const sending = hanging.work(harness.run(id));
    await answers.reached;
    expect(refusal(await charge(account, 'meanwhile', asked))).toEqual(refusedWith('charge_open'));
    answers.open();
    await sending;
    expect((await onlyRun(account)).status).toBe('charging');
    expect(refusal(await charge(account, 'meanwhile', asked))).toEqual(refusedWith('charge_open'));
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({ status: 'posted', attempts: ['charged'], charges: 1 });
  });

  it('a request that dies anywhere has made the charge or nothing; its repetition charges once', async () => {
    const principal: Principal = {
      ...{ kind: 'operator', actor: 'sol', role: 'supervisor' },
      ...{ organizationIds: 'all', scopes: [] },
    };
    const account = await harness.lender.ledgerAccount();
    const asked = await input();
    const body = {
      ...{ payment_method_id: String(asked.paymentMethodId), amount_cents: 12_500 },
      ...{ authorizer_id: harness.lender.personId, authorized_on: harness.today, authorization_method: 'writing' },
    };
    const clientKeys = new ClientKeys(['a secret that is long enough for the digest of keys']);
    let deaths = 0;
    for (let at = 1, isDone = false; !isDone; at += 1) {
      let left = at;
      const live = () => {
        left -= 1;
        if (left <= 0) throw new Killed();
      };
      const db = new KillableDatabase(harness.pool, live, () => left <= 0);
      const { clock, systems } = harness.parts;
      const charger = new OneTimeCharger({ db, clock, clientKeys, systems, processors: ['sandbox'] });
      isDone = await charger.charge(principal, account, { idempotencyKey: 'dies', body }).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          deaths += 1;
          return false;
        },
      );
      const runs = await runsOfAccount(account);
      expect(runs.map(({ attempts }) => attempts)).toEqual(runs.length === 0 ? [] : [['charging']]);
    }
    expect(deaths).toBeGreaterThan(10);
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({ status: 'posted', attempts: ['charged'], charges: 1 });
  });

  it('a worker that dies at any step, and presses in between: one charge', async () => {
    for (let at = 1, isDone = false; !isDone; at += 1) {
      const account = await harness.lender.ledgerAccount();
      const asked = await input();
      const { id } = runOf(await charge(account, `worker ${at}`, asked));
      const worker = new KillableWorker(harness.pool, harness.parts, at);
      await worker.runner.work(harness.run(id)).catch((error: unknown) => {
        if (!worker.isDead) throw error;
      });
      isDone = !worker.isDead;
      await charge(account, `worker ${at}`, asked);
      await harness.workOff();
      expect([at, await onlyRun(account)]).toEqual([at, expect.objectContaining({ status: 'posted', charges: 1 })]);
    }
    expect(await harness.broken()).toEqual([]);
  }, 120_000);

  it('a request that is repeated after the database was restored is the charge that the processor knows', async () => {
    const account = await harness.lender.ledgerAccount();
    const asked = await input();
    const { id } = runOf(await charge(account, 'restored', asked));
    await harness.workOff();
    await harness.pool.query('delete from idempotency_record where operation = $1', ['one_time_charge']);
    await harness.pool.query('delete from autopay_attempt where run_id = $1', [id]);
    await harness.pool.query('delete from event where object_id = $1', [id]);
    await harness.pool.query('delete from autopay_run where id = $1', [id]);
    await harness.pool.query('delete from autopay_schedule where account_id = $1', [account]);
    expect(runOf(await charge(account, 'restored', asked)).id).toBe(id);
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({ status: 'posted', charges: 1 });
  });
});

describe('a posting that the loan system refuses', () => {
  it('refunds the charge', async () => {
    const account = await harness.lender.sandboxAccount('SBX-REFUSES');
    await charge(account, 'refused posting', await input());
    await harness.workOff();
    expect(await onlyRun(account)).toMatchObject({ status: 'refunded', charges: 1 });
  });
});
