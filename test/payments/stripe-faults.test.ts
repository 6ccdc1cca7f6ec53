import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { AdapterHarness, CHARGES, NUMBER, REFUNDS } from '../support/stripe/adapter-harness.js';
import * as faults from '../support/stripe/faults.js';

let harness: AdapterHarness;
beforeAll(async () => {
  harness = await AdapterHarness.open();
});
afterAll(() => harness.stripe.close());
beforeEach(() => harness.reset());

const times = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);

/**
 * Faults and their results for a tokenization, a charge and a refund. The adapter sends a request again once if its
 * connection is cut off.
 */
const RETRYABLE = [
  ['two closed connections', times(2, faults.cut), 'unknown'],
  ['two connections closed after the work', times(2, faults.cutAfterwards), 'unknown'],
  ['a truncated answer', [faults.cutAmidBody], 'unknown'],
  ['no answer', [faults.hang], 'unknown'],
  ['no answer after the work', [faults.hangAfterwards], 'unknown'],
  ['a server error', [faults.serverFault], 'unknown'],
  ['a server error after the work', [faults.serverFaultAfterwards], 'unknown'],
  ['an overload', [faults.overloaded], 'unknown'],
  ['a rate limit', [faults.rateLimited], 'unreachable'],
  ['a lock', [faults.lockTimeout], 'unknown'],
  ['the same request in progress for long', times(4, faults.busy), 'unknown'],
  ['a page from a proxy in between', [faults.page], 'unknown'],
  ['an answer from a proxy in between', [faults.proxyAnswer], 'unknown'],
] as const;

const HARMLESS = [
  ['one closed connection', [faults.cut]],
  ['one connection closed after the work', [faults.cutAfterwards]],
  ['the same request in progress', [faults.busy]],
] as const;

const FINAL = [
  ['other parameters', faults.otherParameters, { kind: 'failed' }, { kind: 'unknown' }, { kind: 'unavailable' }],
  ['a bad key', faults.badKey, { kind: 'failed' }, { kind: 'unreachable' }, { kind: 'unavailable' }],
  ['no permission', faults.forbidden, { kind: 'failed' }, { kind: 'unreachable' }, { kind: 'unavailable' }],
  [
    'an invalid request',
    faults.invalidRequest,
    { kind: 'failed' },
    {
      kind: 'declined',
      code: 'parameter_invalid_string_blank',
      isHard: true,
      requestFault: { isTooSmall: false, leastCents: null },
    },
    { kind: 'refused', code: 'parameter_invalid_string_blank' },
  ],
] as const;

describe.each(['POST /v1/payment_methods', 'POST /v1/customers', 'POST /v1/setup_intents'])(
  'tokenizing, at %s',
  (step) => {
    it.each(HARMLESS)('%s: one method, without a visible error', async (_name, wrong) => {
      const { methods, attached, customers } = harness.counts();
      harness.stripe.breaks(step, ...wrong);
      expect((await harness.processor.tokenize(harness.capture())).kind).toBe('tokenized');
      expect(harness.counts()).toEqual({
        methods: methods + 1,
        attached: attached + 1,
        customers: customers + 1,
      });
    });

    it.each(RETRYABLE)('%s: unavailable; the same request again makes it, once', async (_name, wrong) => {
      const [attached, same] = [harness.counts().attached, harness.capture()];
      harness.stripe.breaks(step, ...wrong);
      expect(await before(wrong).tokenize(same)).toEqual({ kind: 'unavailable' });
      harness.stripe.heals();
      const made = await harness.processor.tokenize(same);
      expect(made.kind).toBe('tokenized');
      expect(await harness.processor.tokenize(same)).toEqual(made);
      expect(harness.counts().attached).toBe(attached + 1);
      expect(harness.logged).toEqual([]);
    });

    it.each(FINAL)('%s: failed, and operators are notified without card data', async (_name, wrong, outcome) => {
      harness.stripe.breaks(step, wrong);
      expect(await harness.processor.tokenize(harness.capture())).toEqual(outcome);
      expect(harness.logged).toHaveLength(1);
      const logged = harness.logged.join();
      expect(JSON.parse(logged)).toMatchObject({ level: 50, stripe: { requestId: expect.stringMatching(/^req_/) } });
      expect(logged).not.toMatch(/\b987\b/);
      for (const secret of [NUMBER, harness.stripe.secretKey, 'Invalid string', 'Ann Elk'])
        expect(logged).not.toContain(secret);
    });

    it('a declined card: declined', async () => {
      harness.stripe.breaks(step, faults.cardDeclined('do_not_honor'));
      expect(await harness.processor.tokenize(harness.capture())).toEqual({ kind: 'declined', reason: 'do_not_honor' });
      expect(harness.logged).toEqual([]);
    });
  },
);

describe('charging', () => {
  it.each(HARMLESS)('%s: one charge, without a visible error', async (_name, wrong) => {
    const charge = harness.order();
    harness.stripe.breaks(CHARGES, ...wrong);
    expect((await harness.processor.charge(charge)).kind).toBe('charged');
    expect(harness.stripe.state.taken(charge.reference)).toHaveLength(1);
  });

  it.each(RETRYABLE)('%s: then another attempt under the same reference charges once', async (_name, wrong, kind) => {
    const charge = harness.order();
    harness.stripe.breaks(CHARGES, ...wrong);
    expect(await before(wrong).charge(charge)).toMatchObject({ kind });
    const taken = harness.stripe.state.taken(charge.reference).length;
    expect((await harness.processor.findCharge(charge)).kind).toBe(taken === 1 ? 'charged' : 'absent');
    expect((await harness.processor.charge({ ...charge, triedBefore: 1, mayBeKnown: true })).kind).toBe('charged');
    expect(harness.stripe.state.taken(charge.reference)).toHaveLength(1);
  });

  it.each(FINAL)('%s', async (_name, wrong, _tokenized, outcome) => {
    harness.stripe.breaks(CHARGES, wrong);
    expect(await harness.processor.charge(harness.order())).toEqual(outcome);
    expect(harness.logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 50 }]);
  });
});

describe('refunding', () => {
  it.each([...HARMLESS])('%s: one refund, without a visible error', async (_name, wrong) => {
    const refund = await harness.refundOrder();
    harness.stripe.breaks(REFUNDS, ...wrong);
    expect(await harness.processor.refund(refund)).toEqual({ kind: 'refunded' });
    expect(harness.refundsOf(refund)).toHaveLength(1);
  });

  it.each(RETRYABLE)('%s: unavailable; the same request again refunds it, once', async (_name, wrong) => {
    const refund = await harness.refundOrder();
    harness.stripe.breaks(REFUNDS, ...wrong);
    expect(await before(wrong).refund(refund)).toEqual({ kind: 'unavailable' });
    harness.stripe.heals();
    expect(await harness.processor.refund(refund)).toEqual({ kind: 'refunded' });
    expect(harness.refundsOf(refund)).toHaveLength(1);
  });

  it.each(FINAL)('%s', async (_name, wrong, _tokenized, _charged, outcome) => {
    const refund = await harness.refundOrder();
    harness.stripe.breaks(REFUNDS, wrong);
    expect(await harness.processor.refund(refund)).toEqual(outcome);
  });
});

/** Gives the adapter a short timeout for faults in which no answer comes. */
function before(wrong: readonly faults.Fault[]): CardProcessor {
  return wrong.some(({ ends }) => ends === 'hang') ? harness.impatient : harness.processor;
}
