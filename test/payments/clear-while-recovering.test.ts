import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '../../core/money.js';
import type { PostingHarness } from '../support/posting-harness.js';
import { type PostingKindCase, type PostingKindCaseOf, payment, reversal } from '../support/posting-kinds.js';
import { PostingProtocol } from '../support/posting-protocol.js';
import { answered, confirmed, posting, quoted } from '../support/scripted-loan-system.js';
import type { SimulatedTime } from '../support/simulated-time.js';

/* While a lender recovers, what is unknown of a loan is looked up before anything else is posted to it. */

const UNAVAILABLE = '503 posting_unavailable';
const HOUR_MS = 3_600_000;

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
  await recovery('null');
  harness = await protocol.harness();
});

const recovery = (since: string) => pool.query(`update organization set recovering_since = ${since}`);
const ANOTHER = "now() - interval '2 hours'";

/** Payments whose outcome is unknown; the loan system has none of them. */
async function unknown(count: number): Promise<readonly string[]> {
  harness.system.script.postPayment = async () => ({ kind: 'unknown' });
  const keys = Array.from({ length: count }, (_, n) => `unknown ${n}`);
  for (const key of keys) expect(await harness.record(key)).toBe('pending_confirmation');
  harness.system.script.postPayment = async () => confirmed();
  harness.system.lookedFor.splice(0);
  await recovery(ANOTHER);
  return Promise.all(keys.map((key) => harness.subjectOf(key)));
}
const statusesOf = (ids: readonly string[]) => Promise.all(ids.map((id) => harness.statusOf(id)));

describe('an unknown outcome', () => {
  it('that may still arrive keeps other payments back; once it cannot, they are posted', async () => {
    const ids = await unknown(1);
    expect([await harness.record('next'), await statusesOf(ids)]).toEqual([UNAVAILABLE, ['pending_confirmation']]);
    expect(harness.system.lookedFor).toHaveLength(1);
    await protocol.passLease(harness);
    expect([await harness.record('next'), await statusesOf(ids)]).toEqual(['posted', ['failed']]);
  });

  it('that waits for approval keeps nothing back', async () => {
    const ids = await unknown(1);
    harness.system.script.findApproval = async () => answered({ kind: 'waits' });
    await protocol.passLease(harness);
    expect([await harness.record('next'), await statusesOf(ids)]).toEqual(['posted', ['pending_confirmation']]);
  });

  it('is looked up with four others in one request, the oldest first; the next request goes on', async () => {
    const ids = await unknown(7);
    await protocol.passLease(harness);
    expect(await harness.record('next')).toBe(UNAVAILABLE);
    expect(await statusesOf(ids)).toEqual([...Array(5).fill('failed'), ...Array(2).fill('pending_confirmation')]);
    expect([await harness.record('next'), await statusesOf(ids)]).toEqual(['posted', Array(7).fill('failed')]);
  });
});

describe.each<[string, PostingKindCaseOf, (act: () => Promise<unknown>) => void]>([
  [
    'a payment',
    payment,
    (begin) => {
      harness.system.script.quotePayoff = async () => {
        await begin();
        return quoted();
      };
    },
  ],
  [
    'a reversal',
    reversal,
    (begin) => {
      harness.system.script.findPosting = async () => {
        await begin();
        return answered('absent');
      };
    },
  ],
])('%s', (_, actOn, whileItIsPrepared) => {
  let act: PostingKindCase;
  beforeEach(async () => {
    act = await actOn(harness);
  });

  it('is not sent if another recovery begins between its check and its reservation; the key may try again', async () => {
    await recovery("now() - interval '1 hour'");
    whileItIsPrepared(() => recovery(ANOTHER));
    expect([await act.ask(), act.sent()]).toEqual([UNAVAILABLE, []]);
    harness.system.script = {};
    expect([await act.ask(), act.sent().length]).toEqual([act.statuses.done, 1]);
  });
});

it('a payment is not sent if the recovery begins between its check and its reservation', async () => {
  harness.system.script.quotePayoff = async () => {
    await recovery(ANOTHER);
    return quoted();
  };
  expect([await harness.record('first'), harness.system.sent]).toEqual([UNAVAILABLE, []]);
});

it('a posting of another amount that appears after "failed" is reported as one that differs', async () => {
  harness.system.script.postPayment = async () => ({ kind: 'unknown' });
  await harness.record('late');
  const id = await harness.subjectOf('late');
  const reference = await harness.postedAs(id);
  await protocol.passLease(harness);
  await harness.workQueue('payment', id);
  expect(await harness.statusOf(id)).toBe('failed');
  harness.system.script.findPosting = async () => answered({ ...posting(), amountCents: cents(70) });
  for (const _ of [1, 2]) {
    await time.pass(HOUR_MS);
    await harness.workQueue('payment', id);
  }
  expect([await harness.statusOf(id), await harness.exceptionsOf(id), await harness.exceptionsOf(reference)]).toEqual([
    'failed',
    [],
    ['posting_differs'],
  ]);
});
