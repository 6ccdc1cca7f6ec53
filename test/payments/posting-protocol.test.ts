import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoInstantAt } from '../../core/time/dates.js';
import type { PostingOutcome } from '../../loan-model/port.js';
import { SEND_WITHIN_MS } from '../../subgraphs/payments/collected/posting/lease-and-lookup-timing.js';
import type { PostingHarness } from '../support/posting-harness.js';
import { type PostingKindCase, type PostingKindCaseOf, payment, reversal } from '../support/posting-kinds.js';
import { PostingProtocol } from '../support/posting-protocol.js';
import {
  answered,
  changeOf,
  confirmed,
  confirmedAs,
  Gate,
  posting,
  QUOTED_CENTS,
  quoted,
} from '../support/scripted-loan-system.js';
import type { SimulatedTime } from '../support/simulated-time.js';

const IN_PROGRESS = '409 idempotency_in_progress';
const NOT_POSTED = '422 servicing_rejected not_posted';
const UNAVAILABLE = '503 posting_unavailable';
const UNKNOWN: PostingOutcome = { kind: 'unknown' };
const HOUR_MS = 3_600_000;

let protocol: PostingProtocol;
let pool: pg.Pool;
let time: SimulatedTime;
let harness: PostingHarness;

beforeAll(async () => {
  // Twenty at once on one account wait for each other, on a busy machine for longer than a second.
  protocol = await PostingProtocol.open({ LOAN_SYSTEM_TIMEOUT_MS: '20000' });
  ({ pool, time } = protocol);
});
afterAll(() => protocol.close());
beforeEach(async () => {
  harness = await protocol.harness();
});

const passLease = () => protocol.passLease(harness);

/** A worker processes what is due for this operation. */
const work = async (act: PostingKindCase) => harness.workQueue(act.kind, await act.id());

describe.each<[string, PostingKindCaseOf]>([
  ['a payment', payment],
  ['a reversal', reversal],
])('%s', (_, actOn) => {
  let act: PostingKindCase;
  beforeEach(async () => {
    act = await actOn(harness);
  });

  it('that missed its time to send is not sent: 503, and the key may try again under the same reference', async () => {
    harness.stallBeforeSending(() => time.pass(SEND_WITHIN_MS));
    expect(await act.ask()).toBe(UNAVAILABLE);
    expect([act.sent(), await act.status()]).toEqual([[], act.statuses.withdrawn]);

    expect(await act.ask()).toBe(act.statuses.done);
    expect(act.sent()).toEqual([await act.reference()]);
  });

  it('under its lease belongs to its sender: it is not looked up', async () => {
    const post = new Gate();
    act.onSend(async () => {
      await post.pass();
      return confirmed();
    });
    const answer = act.ask();
    await post.reached;
    await time.pass(SEND_WITHIN_MS);
    await harness.reconciler.look(harness.pendingPosting(act.kind, await act.id()));
    expect([harness.system.lookedFor, await act.status()]).toEqual([[], act.statuses.reserved]);
    post.open();
    expect(await answer).toBe(act.statuses.done);
  });

  it('sent again after a 503 is in progress until it is answered, and is sent once', async () => {
    act.onSend(async () => ({ kind: 'unreachable' }));
    expect(await act.ask()).toBe(UNAVAILABLE);

    const post = new Gate();
    act.onSend(async () => {
      await post.pass();
      return confirmed();
    });
    const again = act.ask();
    await post.reached;
    expect(await act.ask()).toBe(IN_PROGRESS);
    post.open();
    expect([await again, await act.ask()]).toEqual([act.statuses.done, act.statuses.done]);
    const reference = await act.reference();
    expect(act.sent()).toEqual([reference, reference]);
  });

  it('sent, but with its outcome not written, is unconfirmed and never a 503; reconciliation settles it', async () => {
    harness.loseDatabaseBeforeSettling();
    expect(await act.ask()).toBe(act.statuses.unconfirmed);
    expect(await act.ask()).toBe(IN_PROGRESS);
    harness.system.script.findPosting = async () => answered(posting());
    await passLease();
    await work(act);
    expect([await act.status(), await act.ask()]).toEqual([act.statuses.done, act.statuses.done]);
    expect(act.sent()).toHaveLength(1);
  });

  it('without an outcome is settled by a new lookup when a dead worker holds the old one', async () => {
    act.onSend(async () => UNKNOWN);
    expect(await act.ask()).toBe(act.statuses.unconfirmed);
    harness.system.script.findPosting = async () => answered(posting());
    await time.pass(HOUR_MS);
    expect(await harness.lockJobs(await act.id())).toBe(1);
    await work(act);
    expect(await act.status()).toBe(act.statuses.unconfirmed);

    await harness.reconciler.watchOverdue();
    await work(act);
    expect([await act.status(), await act.ask()]).toEqual([act.statuses.done, act.statuses.done]);
  });

  it('that appears long after it was settled as not posted raises an exception, and changes nothing', async () => {
    act.onSend(async () => UNKNOWN);
    await act.ask();
    await passLease();
    await work(act);
    expect([await act.status(), await act.ask()]).toEqual([act.statuses.failed, NOT_POSTED]);

    await time.pass(HOUR_MS);
    await work(act);
    expect(await harness.exceptionsOf(await act.id())).toEqual([]);
    harness.system.script.findPosting = async () => answered(posting());
    await time.pass(24 * HOUR_MS);
    await work(act);
    expect(await harness.exceptionsOf(await act.id())).toEqual([act.contradiction]);
    expect([await act.status(), await act.ask()]).toEqual([act.statuses.failed, NOT_POSTED]);
  });

  it('sent again after a 503 is not failed by a lookup that began before', async () => {
    const [probe, post] = [new Gate(), new Gate()];
    harness.system.script.findPosting = async () => {
      await probe.pass();
      return answered('absent');
    };
    act.onSend(async () => {
      await post.pass();
      return confirmed();
    });
    let oldLook: Promise<unknown> | undefined;
    harness.stallBeforeSending(async () => {
      await passLease();
      oldLook = harness.reconciler.look(harness.pendingPosting(act.kind, await act.id()));
      await probe.reached;
    });
    expect(await act.ask()).toBe(UNAVAILABLE);

    const again = act.ask();
    await post.reached;
    probe.open();
    await oldLook;
    expect([await act.status(), await act.ask()]).toEqual([act.statuses.reserved, IN_PROGRESS]);

    post.open();
    expect([await again, await act.status(), await act.ask()]).toEqual(Array(3).fill(act.statuses.done));
    expect(act.sent()).toEqual([await act.reference()]);
    expect(await harness.exceptionsOf(await act.id())).toEqual([]);
  });

  describe.each([
    ['posted', posting()],
    ['not posted', 'absent'],
  ] as const)('that reconciliation settled as %s', (_settled, found) => {
    const storedAnswer = () => (found === 'absent' ? NOT_POSTED : act.statuses.done);

    it.each<[string, PostingOutcome]>([
      ['confirmed', confirmed()],
      ['refused', { kind: 'refused', reason: 'account_restricted' }],
      ['unreachable', { kind: 'unreachable' }],
      ['unknown', UNKNOWN],
    ])('returns its key’s stored answer, when its sender finds out late that it is %s', async (_late, outcome) => {
      const post = new Gate();
      act.onSend(async () => {
        await post.pass();
        return outcome;
      });
      harness.system.script.findPosting = async () => answered(found);
      const answer = act.ask();
      await post.reached;
      await passLease();
      await work(act);
      const settled = await act.status();
      expect(await act.ask()).toBe(storedAnswer());

      post.open();
      expect([await answer, await act.ask()]).toEqual([storedAnswer(), storedAnswer()]);
      expect(await act.status()).toBe(settled);
    });

    it('returns its key’s stored answer, when its sender resumes without having sent it', async () => {
      harness.system.script.findPosting = async () => answered(found);
      harness.stallBeforeSending(async () => {
        await passLease();
        await work(act);
      });
      expect([await act.ask(), await act.ask()]).toEqual([storedAnswer(), storedAnswer()]);
      expect(act.sent()).toEqual([]);
    });
  });

  it('that was posted after it was settled as not posted, as its sender finds out late, raises an exception', async () => {
    const post = new Gate();
    act.onSend(async () => {
      await post.pass();
      return confirmed();
    });
    const answer = act.ask();
    await post.reached;
    await passLease();
    await work(act);
    post.open();
    await answer;
    expect(await harness.exceptionsOf(await act.id())).toEqual([act.contradiction]);
  });
});

describe('the payoff check subtracts from the quote what the quote cannot include', () => {
  const MOST = QUOTED_CENTS - 1_000;
  const ROOM: readonly [number, string][] = [
    [1_000, 'posted'],
    [1_001, '422 amount_exceeds_payoff'],
  ];

  it.each(ROOM)('a payment settled after the quote was requested: %d more → %s', async (amountCents, answer) => {
    const quote = new Gate();
    harness.system.script.quotePayoff = async () => {
      harness.system.script = {};
      await quote.pass();
      return quoted();
    };
    const quotedFirst = harness.record('quoted first', amountCents);
    await quote.reached;
    expect(await harness.record('posted in between', MOST)).toBe('posted');
    quote.open();
    expect(await quotedFirst).toBe(answer);
  });

  it.each(ROOM)('a payment without an outcome: %d more → %s', async (amountCents, answer) => {
    harness.system.script.postPayment = async () => {
      harness.system.script = {};
      return UNKNOWN;
    };
    expect(await harness.record('unconfirmed', MOST)).toBe('pending_confirmation');
    expect(await harness.record('another', amountCents)).toBe(answer);
  });

  it.each(ROOM)('a payment in progress: %d more → %s', async (amountCents, answer) => {
    const post = new Gate();
    harness.system.script.postPayment = async (order) => {
      harness.system.script = {};
      await post.pass();
      return confirmedAs(order);
    };
    const first = harness.record('being posted', MOST);
    await post.reached;
    expect(await harness.record('another', amountCents)).toBe(answer);
    post.open();
    expect(await first).toBe('posted');
  });

  it('a posting from an earlier use of the key, which a restore has lost, is a conflict and never this payment', async () => {
    const days = (count: number) => isoInstantAt(new Date(Date.now() - count * 24 * HOUR_MS));
    for (const [age, answer] of [
      [33, '409 idempotency_conflict'],
      [29, 'posted'],
    ] as const) {
      harness.system.script.postPayment = async () => ({
        kind: 'confirmed',
        posting: { ...posting(), postedAt: days(age) },
      });
      expect(await harness.record(`used ${age} days ago`)).toBe(answer);
    }
  });

  it('without a quote nothing is sent: 503; another body is a conflict, the same one may try again', async () => {
    harness.system.script.quotePayoff = async () => ({ kind: 'unavailable' });
    expect(await harness.record('no quote')).toBe(UNAVAILABLE);
    expect(harness.system.sent).toEqual([]);
    expect(await harness.record('no quote', 101)).toBe('409 idempotency_conflict');
    harness.system.script = {};
    expect(await harness.record('no quote')).toBe('posted');
  });

  it('but not a payment settled before the request: the quote includes it', async () => {
    expect(await harness.record('before', MOST)).toBe('posted');
    expect(await harness.record('after', MOST)).toBe('posted');
  });
});

describe('the balance of an account', () => {
  it('is the loan system’s latest, even if its answers arrive out of order', async () => {
    const early = new Gate();
    harness.system.script.postPayment = async (order) => {
      harness.system.script.postPayment = async ({ loan }) => confirmed(changeOf(loan, 2, 99_800));
      await early.pass();
      return confirmed(changeOf(order.loan, 1, 99_900));
    };
    const first = harness.record('posted first');
    await early.reached;
    expect(await harness.record('posted second')).toBe('posted');
    early.open();
    expect(await first).toBe('posted');
    const { rows } = await pool.query('select current_balance_cents as cents from account where id = $1', [
      harness.accountId,
    ]);
    expect(rows).toEqual([{ cents: 99_800 }]);
  });

  it('equals the loan system’s, after many payments and reversals at once', async () => {
    const api = await protocol.lender.api();
    const account = await protocol.lender.sandboxAccount('SBX-POSTS');
    const paid = await Promise.all(
      Array.from({ length: 10 }, (_, n) => api.record(account, { amount_cents: 100 + n })),
    );
    const answers = await Promise.all([
      ...paid.map(({ json }) => api.reverse(json.payment_id)),
      ...paid.map((_, n) => api.record(account, { amount_cents: 1_000 + n })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const { rows } = await pool.query(
      `select a.current_balance_cents as ours, l.payoff_cents as theirs
         from account a join sandbox_loan l on l.id = a.external_id where a.id = $1`,
      [account],
    );
    const left = 100_000_000 - (10 * 1_000 + 45);
    expect(rows).toEqual([{ ours: left, theirs: left }]);
  });
});
