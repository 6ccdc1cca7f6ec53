import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cents } from '../../core/money.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import type { Clock } from '../../core/time/clock.js';
import { systemClock } from '../../core/time/clock.js';
import type { SourceLoan } from '../../loan-model/loan-source-types.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { LoanSync } from '../../subgraphs/servicing/loan-systems/sync/sync-one-loan.js';
import { on } from '../support/example-loan.js';
import { instant } from '../support/instant.js';
import type { Lender } from '../support/lender.js';
import { paid, person, ScriptedSource } from '../support/scripted-source.js';
import { rowsOfLoans } from '../support/synced-rows.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

const ADMIN = systemPrincipal('test');
const kinds: Record<string, ScriptedSource['kind']> = {};
let instance: TestInstance;
let sql: pg.Pool;
let count = 0;

beforeAll(async () => {
  instance = await openTestInstance({
    worker: false,
    loanSystemKinds: kinds,
    environment: { LOAN_SYSTEM_SECRET_SCRIPTED: 'let me in' },
  });
  sql = instance.resources.pool;
});
afterAll(() => instance.close());

interface Side {
  readonly lender: Lender;
  readonly source: ScriptedSource;
}

/** A lender with a loan system of its own. */
async function openSide(): Promise<Side> {
  count += 1;
  const lender = await instance.lender();
  const source = new ScriptedSource(`set-${count}`);
  source.pageSize = 100;
  kinds[source.code] = source.kind;
  const service = new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) });
  const { organizationId } = lender;
  const secretEnv = { password: 'LOAN_SYSTEM_SECRET_SCRIPTED' };
  const request = { code: source.code, kind: source.code, baseUrl: 'http://core.test', settings: { tenant: 't' } };
  await service.add(ADMIN, { ...request, organizationId, secretEnv }, true);
  await instance.resources.addedSystems.refresh();
  return { lender, source };
}

const partsAt = (clock: Clock) => ({
  ownPostings,
  ...instance.resources,
  clock,
  systems: loanSystems(instance.resources),
});

/** One page, in one transaction. */
const syncPage = ({ source }: Side, clock: Clock = systemClock) =>
  new SystemSync(partsAt(clock)).run({ code: source.code, mode: 'incremental' });

/** Each loan in its own transaction. */
async function syncEach({ lender: { organizationId }, source }: Side, clock: Clock): Promise<void> {
  const { source: reads } = loanSystems(instance.resources).byCode(source.code);
  if (reads === undefined) throw new Error('a scripted system has a source');
  const loans = new LoanSync(partsAt(clock));
  for (const externalId of source.loans.keys()) {
    await loans.sync({ loanSystemCode: source.code, organizationId }, reads, externalId);
  }
}

const late = { asOf: on('2026-11-20'), nextDueOn: on('2026-12-15'), nextDueCents: cents(9_000) };
const PAST_DUE = {
  ...late,
  pastDueCents: cents(9_000),
  oldestUnpaidOn: on('2026-11-01'),
  oldestUnpaidCents: cents(900),
};
const NOTHING_DUE = { ...late, pastDueCents: cents(0), oldestUnpaidOn: null, nextDueOn: null, nextDueCents: null };
const opened = { type: 'opened', fromStatus: 'pending', toStatus: 'active' } as const;
const PAID_OFF: Partial<SourceLoan> = {
  statusCode: 'paid_in_full',
  currentBalanceCents: cents(0),
  milestones: { chargedOffOn: null, paidOffOn: on('2025-06-02') },
  pastDue: NOTHING_DUE,
  lifecycleEvents: [
    { ...opened, occurredAt: instant('2026-01-15T00:00:00.000Z') },
    {
      type: 'paid_in_full',
      fromStatus: 'active',
      toStatus: 'paid_in_full',
      occurredAt: instant('2025-06-02T00:00:00.000Z'),
    },
  ],
};
const CHARGED_OFF: Partial<SourceLoan> = {
  statusCode: 'charged_off',
  milestones: { chargedOffOn: on('2026-11-03'), paidOffOn: null },
  pastDue: NOTHING_DUE,
};
const reversal = paid('t2:reversal', 200, { type: 'reversal', originalExternalId: 't2', paymentMethod: null });

/** What happens in a loan system, one step per sync. */
const STEPS: readonly ((source: ScriptedSource) => void)[] = [
  (source) => {
    const address = { line1: '4 Card St', line2: null, city: 'Rome', state: null, postalCode: null, country: 'IT' };
    source.persons.set('p2', { ...person('p2', 'Bo 4111 1111 1111 1111'), addresses: null });
    source.persons.set('p3', { ...person('p3', 'Cy Cosigner'), addresses: [] });
    source.persons.set('p4', { ...person('p4', 'Di'), addresses: [address, { ...address, line1: '5 Card St' }] });
    source.put('plain', {}, [paid('t1', 100), paid('t2', 200), paid('t3', 300, { effectiveAt: on('2026-11-19') })]);
    source.put('shared', {
      borrowers: [
        { externalId: 'p2', role: 'co_borrower' },
        { externalId: 'p1', role: 'primary' },
      ],
    });
    source.put('late', {
      statusCode: 'delinquent',
      pastDue: PAST_DUE,
      borrowers: [{ externalId: 'p3', role: 'primary' }],
    });
    source.put('done', { ...PAID_OFF, borrowers: [{ externalId: 'p4', role: 'primary' }] }, [paid('t1', 100_000)]);
    source.put('lost', CHARGED_OFF, [paid('t1', 1, { type: 'charge_off', paymentMethod: null })]);
    source.put('unclear', { statusCode: 'unknown', sourceStatus: 'ODD', pastDue: null }, [
      paid('t1', 5, { amountCents: null, effectiveAt: null, reason: 'card 4111 1111 1111 1111' }),
    ]);
    source.put('waiting', { statusCode: 'pending', lifecycleEvents: [] });
    source.put('nameless', { borrowers: [{ externalId: 'p9', role: 'primary' }] });
    source.put('to-close', {}, [paid('t1', 1_000)]);
    source.put('to-lose', { pastDue: PAST_DUE }, []);
  },
  (source) => {
    source.persons.set('p1', { ...person('p1', 'Ada Renamed'), phone: '+12125550100', addresses: [] });
    source.put('plain', { currentBalanceCents: cents(99_000), pastDue: PAST_DUE }, [
      paid('t1', 100, { type: 'fee' }),
      paid('t2', 200, { status: 'reversed' }),
      reversal,
    ]);
    source.put('shared', { borrowers: [{ externalId: 'p1', role: 'primary' }], externalContractNumber: null });
    source.put('late', { statusCode: 'active', pastDue: NOTHING_DUE });
    source.put('waiting', { statusCode: 'active' });
    source.put('to-close', PAID_OFF, [paid('t1', 1_000), paid('t2', 99_000)]);
    source.put('to-lose', CHARGED_OFF);
    source.put('lost', {}, [paid('t1', 1, { type: 'charge_off', paymentMethod: null }), paid('t2', 40)]);
    source.put('new', {}, [paid('t1', 1)]);
  },
  (source) => {
    source.put('plain', {}, [paid('t2', 200, { status: 'reversed' }), reversal, paid('t3', 300)]);
    source.put('to-close', {
      ...CHARGED_OFF,
      statusCode: 'active',
      milestones: { chargedOffOn: null, paidOffOn: null },
    });
    source.put('to-lose', { statusCode: 'delinquent', milestones: { chargedOffOn: null, paidOffOn: null } });
    source.put('done', { statusCode: 'closed' });
    source.put('unclear', { statusCode: 'active' });
  },
];

describe.each([
  ['one loan at a time', false],
  ['many loans in one call', true],
])('a page of loans from a system that returns %s', (_, hasSets) => {
  it('is written as each loan would be by itself', async () => {
    const [together, each] = [await openSide(), await openSide()];
    together.source.hasSets = hasSets;
    let rows: Record<string, readonly unknown[]> = {};
    for (const [step, change] of STEPS.entries()) {
      // A change of status without a date has the time of its reading.
      const now = systemClock.now();
      const clock: Clock = { ...systemClock, now: () => now };
      for (const { source } of [together, each]) change(source);
      expect(await syncPage(together, clock)).toMatchObject({ kind: 'finished', pass: { loansFailed: 0 } });
      await syncEach(each, clock);
      rows = await rowsOfLoans(sql, together.lender.organizationId);
      expect([step, rows]).toEqual([step, await rowsOfLoans(sql, each.lender.organizationId)]);
    }
    const lengths = Object.entries(rows).map(([table, found]) => `${table} ${found.length}`);
    expect(lengths).toEqual([
      ...['person 6', 'person_address 3', 'account 11', 'account_borrower 12', 'transaction 11', 'lifecycle_event 18'],
      ...['past_due_snapshot 13', 'payoff_told 1', 'event 8'],
    ]);
  });
});

describe('a page of loans', () => {
  let side: Side;
  const stored = async () => {
    const text = 'select external_id, current_balance_cents from account where organization_id = $1 order by 1';
    const { rows } = await sql.query(text, [side.lender.organizationId]);
    return rows.map(({ external_id, current_balance_cents }) => `${external_id} ${current_balance_cents}`);
  };
  beforeEach(async () => {
    side = await openSide();
  });

  it('takes some twenty statements, however many loans it has', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const statements = async (work: () => Promise<unknown>) => {
      query.mockClear();
      await work();
      return query.mock.calls.length;
    };
    try {
      const loans = Array.from({ length: 100 }, (_, index) => `loan-${index}`);
      for (const id of loans) side.source.put(id, {}, [paid('t1', 100), paid('t2', 200)]);
      // Both include those of the pass itself.
      expect(await statements(() => syncPage(side))).toBeLessThan(32);
      for (const id of loans) side.source.put(id, { statusCode: 'delinquent' }, [paid('t2', 200), reversal]);
      expect(await statements(() => syncPage(side))).toBeLessThan(36);
      expect(await stored()).toHaveLength(100);
    } finally {
      query.mockRestore();
    }
  });

  it('with a loan that cannot be stored stores all others', async () => {
    for (const id of ['1', '2', '3']) side.source.put(id, {}, [paid('t1', 100)]);
    side.source.put('2', {}, [paid('t\u0000', 100)]);
    expect(await syncPage(side)).toMatchObject({ kind: 'finished', pass: { loansRead: 2, loansFailed: 1 } });
    expect(await stored()).toEqual(['1 100000', '3 100000']);
  });

  it('does not wait for a loan on which a payment is being recorded while it holds the others', async () => {
    for (const id of ['1', '2', '3']) side.source.put(id);
    await syncPage(side);
    const payment = await sql.connect();
    try {
      await payment.query('begin');
      const one = "select from account where organization_id = $1 and external_id = '1' for no key update";
      await payment.query(one, [side.lender.organizationId]);
      for (const id of ['1', '2', '3']) side.source.put(id, { currentBalanceCents: cents(50_000) });
      const running = syncPage(side);
      await until(async () => (await stored())[1] === '2 50000', 'the other loans are written');
      expect(await stored()).toEqual(['1 100000', '2 50000', '3 50000']);
      await payment.query('commit');
      expect(await running).toMatchObject({ kind: 'finished', pass: { loansRead: 3, loansFailed: 0 } });
      expect(await stored()).toEqual(['1 50000', '2 50000', '3 50000']);
    } finally {
      payment.release();
    }
  });

  it('is finished although its system’s rate limit refuses calls', async () => {
    for (const id of ['1', '2', '3']) side.source.put(id);
    side.source.refusals = 12;
    expect(await syncPage(side)).toMatchObject({ kind: 'finished', pass: { loansRead: 3, loansFailed: 0 } });
    expect(side.source.read).toHaveLength(15);
  });

  it('does not overwrite a loan of which a later reading is already written', async () => {
    for (const id of ['1', '2']) side.source.put(id);
    await syncPage(side);
    for (const id of ['1', '2']) side.source.put(id, { currentBalanceCents: cents(50_000) });
    const later = `update account set loan_system_version = loan_system_version + 1000000 * 3600::bigint
      where organization_id = $1 and external_id = '1'`;
    await sql.query(later, [side.lender.organizationId]);
    expect(await syncPage(side)).toMatchObject({ kind: 'finished', pass: { loansRead: 1, loansFailed: 0 } });
    expect(await stored()).toEqual(['1 100000', '2 50000']);
  });
});
