import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import type { Approval, PostingOutcome } from '../../loan-model/port.js';
import { PostingWork } from '../../subgraphs/payments/collected/posting/post-row-once-by-worker.js';
import { paymentAwaitsApproval } from '../../subgraphs/payments/collected/recording/record-payment.store.js';
import { type PostingHarness, TIMING } from '../support/posting-harness.js';
import { type PostingKindCase, type PostingKindCaseOf, payment, reversal } from '../support/posting-kinds.js';
import { PostingProtocol } from '../support/posting-protocol.js';
import { answered, posting } from '../support/scripted-loan-system.js';
import type { SimulatedTime } from '../support/simulated-time.js';

const AWAITING: PostingOutcome = { kind: 'awaiting_approval' };
const KIND = 'posting_awaits_approval';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let protocol: PostingProtocol;
let pool: pg.Pool;
let time: SimulatedTime;
let harness: PostingHarness;

beforeAll(async () => {
  protocol = await PostingProtocol.open();
  ({ pool, time } = protocol);
});
afterAll(() => protocol.close());
beforeEach(async () => {
  harness = await protocol.harness();
  await pool.query("update loan_system set approvals_since = null, approvals_seen_at = null where code = 'scripted'");
});

const passLease = () => protocol.passLease(harness);
const commandsSay = (value: Approval) => {
  harness.system.script.findApproval = async () => answered(value);
};
const openExceptions = async (act: PostingKindCase) => {
  const found = await pool.query<{ kind: string; detail: object }>(
    'select kind, detail from operator_exception where subject_id = $1 and resolved_at is null',
    [await act.id()],
  );
  return found.rows;
};

const resolve = async (act: PostingKindCase) =>
  pool.query(
    "update operator_exception set resolved_at = now(), resolved_by = 'o ola', resolution = 'seen' where subject_id = $1",
    [await act.id()],
  );

describe.each<[string, PostingKindCaseOf]>([
  ['a payment', payment],
  ['a reversal', reversal],
])('%s that waits for approval', (_, actOn) => {
  let act: PostingKindCase;
  const work = async () => harness.workQueue(act.kind, await act.id());

  beforeEach(async () => {
    act = await actOn(harness);
    act.onSend(async () => AWAITING);
    commandsSay({ kind: 'waits' });
  });

  it('stays without an outcome for as long as it waits, and is sent once', async () => {
    expect(await act.ask()).toBe(act.statuses.unconfirmed);
    for (const wait of [0, HOUR_MS, 3 * DAY_MS]) {
      await time.pass(wait);
      await passLease();
      await work();
      expect([await act.status(), await act.ask()]).toEqual([act.statuses.unconfirmed, '409 idempotency_in_progress']);
    }
    expect(act.sent()).toHaveLength(1);
  });

  it('is done when it is approved, and the exception about its long wait closes', async () => {
    await act.ask();
    await time.pass(DAY_MS - HOUR_MS);
    await work();
    expect(await openExceptions(act)).toEqual([]);
    await time.pass(2 * HOUR_MS);
    await work();
    expect(await openExceptions(act)).toEqual([{ kind: KIND, detail: { loanSystem: 'scripted', why: 'waits_long' } }]);

    commandsSay({ kind: 'none' });
    harness.system.script.findPosting = async () => answered(posting());
    await time.pass(HOUR_MS);
    await work();
    expect([await act.status(), await act.ask()]).toEqual([act.statuses.done, act.statuses.done]);
    expect(await openExceptions(act)).toEqual([]);
  });

  it('is refused with its reason as soon as it is rejected', async () => {
    await act.ask();
    commandsSay({ kind: 'rejected', reason: 'approval_rejected' });
    await time.pass(TIMING.firstLookMs);
    await work();
    expect([await act.status(), await act.ask()]).toEqual([
      act.statuses.failed,
      '422 servicing_rejected approval_rejected',
    ]);
  });

  it('is done, not refused, when it was approved while the commands were read', async () => {
    await act.ask();
    const asked: string[] = [];
    harness.system.script.findApproval = async (_loan, reference) => {
      asked.push(reference);
      harness.system.script.findPosting = async () => answered(posting());
      return answered({ kind: 'none' });
    };
    await passLease();
    await work();
    expect([await act.status(), asked]).toEqual([act.statuses.done, [await act.reference()]]);
  });

  it.each<[string, Approval, string]>([
    ['is not seen any more', { kind: 'none' }, 'no_longer_seen'],
    ['cannot be read any more', { kind: 'not_permitted' }, 'not_readable'],
  ])('is never failed because its command %s: it may be approved later', async (_, approval, why) => {
    await act.ask();
    await passLease();
    await work();
    commandsSay(approval);
    await time.pass(3 * DAY_MS);
    await work();
    expect([await act.status(), await act.ask()]).toEqual([act.statuses.unconfirmed, '409 idempotency_in_progress']);
    expect(await openExceptions(act)).toMatchObject([{ kind: KIND, detail: { loanSystem: 'scripted', why } }]);

    harness.system.script.findPosting = async () => answered(posting());
    await time.pass(HOUR_MS);
    await work();
    expect([await act.status(), await openExceptions(act)]).toEqual([act.statuses.done, []]);
    expect(act.sent()).toHaveLength(1);
  });

  it('nor when its answer was lost, and it was seen waiting later', async () => {
    harness.loseDatabaseBeforeSettling();
    await act.ask();
    await passLease();
    await work();
    commandsSay({ kind: 'none' });
    await time.pass(HOUR_MS);
    await work();
    expect([await act.status(), await openExceptions(act)]).toMatchObject([
      act.statuses.reserved,
      [{ detail: { why: 'no_longer_seen' } }],
    ]);
  });

  it('is not posted when its command was deleted, and an operator has resolved that', async () => {
    await act.ask();
    await passLease();
    await work();
    commandsSay({ kind: 'none' });
    await time.pass(HOUR_MS);
    await work();
    await resolve(act);
    harness.system.script.findPosting = async () => ({ kind: 'unavailable' });
    await time.pass(HOUR_MS);
    await work();
    expect(await act.status(), 'nothing was found out').toBe(act.statuses.unconfirmed);

    harness.system.script.findPosting = async () => answered('absent');
    await time.pass(HOUR_MS);
    await work();
    expect([await act.status(), await act.ask()]).toEqual([act.statuses.failed, '422 servicing_rejected not_posted']);
    expect(await openExceptions(act)).toEqual([]);
  });

  it('stays when an operator resolved that it waits long, and it is not seen after that', async () => {
    await act.ask();
    await time.pass(2 * DAY_MS);
    await work();
    await resolve(act);
    commandsSay({ kind: 'none' });
    await time.pass(HOUR_MS);
    await work();
    expect([await act.status(), await openExceptions(act)]).toMatchObject([
      act.statuses.unconfirmed,
      [{ detail: { why: 'no_longer_seen' } }],
    ]);
  });

  it.each<[string, Approval]>([
    ['may not read commands', { kind: 'not_permitted' }],
    ['never saw a waiting one', { kind: 'none' }],
  ])('stays without an outcome and raises an exception when our user %s', async (_, approval) => {
    await act.ask();
    commandsSay(approval);
    await passLease();
    await work();
    expect(await act.status()).toBe(act.statuses.unconfirmed);
    const exception = { kind: KIND, detail: { loanSystem: 'scripted', why: 'not_readable' } };
    expect(await openExceptions(act)).toEqual([exception]);

    commandsSay({ kind: 'rejected', reason: 'approval_rejected' });
    await time.pass(HOUR_MS);
    await work();
    expect(await act.status()).toBe(act.statuses.failed);
    expect(await openExceptions(act)).toEqual([]);
  });

  it('is found waiting when its answer was lost', async () => {
    harness.loseDatabaseBeforeSettling();
    expect(await act.ask()).toBe(act.statuses.unconfirmed);
    await passLease();
    await work();
    expect(await act.ask()).toBe('409 idempotency_in_progress');

    commandsSay({ kind: 'rejected', reason: 'approval_rejected' });
    await time.pass(HOUR_MS);
    await work();
    expect(await act.status()).toBe(act.statuses.failed);
  });

  it('is looked up again when the commands do not answer', async () => {
    act.onSend(async () => ({ kind: 'unknown' }));
    await act.ask();
    harness.system.script.findApproval = async () => ({ kind: 'unavailable' });
    await passLease();
    await work();
    expect(await act.status()).toBe(act.statuses.unconfirmed);
    expect(await openExceptions(act)).toEqual([]);
  });

  it('raises no exception while its loan system answers nothing, and one that closes when only its commands do not', async () => {
    act.onSend(async () => ({ kind: 'unknown' }));
    await act.ask();
    harness.system.script.findApproval = async () => ({ kind: 'unavailable' });
    harness.system.script.findPosting = async () => ({ kind: 'unavailable' });
    await time.pass(2 * DAY_MS);
    await work();
    expect([await act.status(), await openExceptions(act)]).toEqual([act.statuses.unconfirmed, []]);

    harness.system.script.findPosting = async () => answered('absent');
    await time.pass(HOUR_MS);
    await work();
    const exception = { kind: KIND, detail: { loanSystem: 'scripted', why: 'not_readable' } };
    expect([await act.status(), await openExceptions(act)]).toEqual([act.statuses.unconfirmed, [exception]]);

    harness.system.script.findPosting = async () => answered(posting());
    await time.pass(HOUR_MS);
    await work();
    expect([await act.status(), await openExceptions(act)]).toEqual([act.statuses.done, []]);
  });

  it('leaves an unknown outcome to its absence where no command ever waited', async () => {
    act.onSend(async () => ({ kind: 'unknown' }));
    await act.ask();
    commandsSay({ kind: 'not_permitted' });
    await passLease();
    await work();
    expect(await act.status()).toBe(act.statuses.failed);
  });
});

it('an exception is raised and closed for a correction or a tie-out act that waits, too', async () => {
  const { db, clock } = protocol.instance.resources;
  const { organizationId } = protocol.lender;
  const row = {
    id: newId(),
    organizationId,
    loanSystemCode: 'scripted',
    lease: 'held',
    openForMs: 0,
    approvalSeenAt: null,
  };
  const loan = { organizationId, accountId: newId(), externalId: '1' };
  const order = { loan, externalReference: row.id, amountCents: cents(1_000), paymentMethod: 'cash' };
  const work = new PostingWork(
    { db, clock, timing: TIMING, systems: new LoanSystems([harness.system]) },
    {
      held: async () => undefined,
      orderOf: () => ({ kind: 'payment', payment: { ...order, checkNumber: null, memo: null } }),
      mark: paymentAwaitsApproval,
      lease: async () => undefined,
      goOn: async () => {},
      confirmed: async () => {},
      refused: async () => {},
    },
  );
  const open = async () => {
    const { rows } = await pool.query(
      'select kind from operator_exception where subject_id = $1 and resolved_at is null',
      [row.id],
    );
    return rows;
  };
  commandsSay({ kind: 'waits' });
  await work.step({ ...row, abandonedForMs: HOUR_MS });
  expect(await open()).toEqual([]);
  await work.step({ ...row, abandonedForMs: DAY_MS });
  expect(await open()).toEqual([{ kind: KIND }]);
  commandsSay({ kind: 'rejected', reason: 'approval_rejected' });
  await work.step({ ...row, abandonedForMs: DAY_MS + HOUR_MS });
  expect(await open()).toEqual([]);
});
