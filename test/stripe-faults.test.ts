import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  CardProcessor,
  ChargeOrder,
  Instrument,
  RefundOrder,
  TokenizeOrder,
} from '../connectors/card-processors/port.js';
import { createStripeProcessor } from '../connectors/card-processors/stripe/stripe.js';
import { newId } from '../core/ids.js';
import { cents } from '../core/money.js';
import { storedAtStripe, tokenizeOrder } from './support/processor-benches.js';
import * as faults from './support/stripe/faults.js';
import { openStripe, type StripeStandIn } from './support/stripe/stand-in.js';

const NUMBER = '4242424242424242';
const CHARGES = 'POST /v1/payment_intents';
const REFUNDS = 'POST /v1/refunds';

let stripe: StripeStandIn;
let processor: CardProcessor;
let impatient: CardProcessor;
let instrument: Instrument;
let logged = '';

beforeAll(async () => {
  stripe = await openStripe();
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const logger = pino({ level: 'trace' }, sink);
  const options = { secretKey: stripe.secretKey, apiBase: stripe.url, logger };
  processor = createStripeProcessor({ ...options, timeoutMs: 10_000 });
  impatient = createStripeProcessor({ ...options, timeoutMs: 200 });
  instrument = await storedAtStripe(processor);
});
afterAll(() => stripe.close());
beforeEach(() => {
  stripe.heals();
  logged = '';
});

const capture = (): TokenizeOrder => tokenizeOrder('organization', NUMBER);
const order = (changes: Partial<ChargeOrder> = {}): ChargeOrder => ({
  ...{ organizationId: 'organization', reference: newId(), instrument, triedBefore: 0 },
  ...{ amountCents: cents(1_000), description: 'Automatic loan payment', ...changes },
});
async function refundOrder(): Promise<RefundOrder> {
  const outcome = await processor.charge(order());
  if (outcome.kind !== 'charged') throw new Error(outcome.kind);
  const { externalId: chargeExternalId, amountCents } = outcome.charge;
  return { organizationId: 'organization', reference: newId(), chargeExternalId, amountCents };
}
const times = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);

/** What goes wrong, and what it is for a tokenization, a charge and a refund. The adapter sends again once when it is cut off. */
const RETRYABLE = [
  ['two closed connections', times(2, faults.cut), 'unknown'],
  ['two connections closed after the work', times(2, faults.cutAfterwards), 'unknown'],
  ['an answer that breaks off', [faults.cutAmidBody], 'unknown'],
  ['no answer', [faults.hang], 'unknown'],
  ['no answer after the work', [faults.hangAfterwards], 'unknown'],
  ['a server error', [faults.serverFault], 'unknown'],
  ['a server error after the work', [faults.serverFaultAfterwards], 'unknown'],
  ['an overload', [faults.overloaded], 'unknown'],
  ['a rate limit', [faults.rateLimited], 'unreachable'],
  ['a lock', [faults.lockTimeout], 'unknown'],
  ['the same request under way for long', times(4, faults.busy), 'unknown'],
  ['a page of something in between', [faults.page], 'unknown'],
  ['an answer of something in between', [faults.proxyAnswer], 'unknown'],
] as const;

const HARMLESS = [
  ['one closed connection', [faults.cut]],
  ['one connection closed after the work', [faults.cutAfterwards]],
  ['the same request under way', [faults.busy]],
] as const;

const FINAL = [
  ['other parameters', faults.otherParameters, { kind: 'failed' }, { kind: 'unknown' }, { kind: 'unavailable' }],
  ['a bad key', faults.badKey, { kind: 'failed' }, { kind: 'unreachable' }, { kind: 'unavailable' }],
  ['no permission', faults.forbidden, { kind: 'failed' }, { kind: 'unreachable' }, { kind: 'unavailable' }],
  [
    'an invalid request',
    faults.invalidRequest,
    { kind: 'failed' },
    { kind: 'declined', code: 'parameter_invalid_string_blank', isHard: false },
    { kind: 'refused', code: 'parameter_invalid_string_blank' },
  ],
] as const;

describe.each(['POST /v1/payment_methods', 'POST /v1/customers', 'POST /v1/setup_intents'])(
  'tokenizing, at %s',
  (step) => {
    it.each(HARMLESS)('%s: one method, and nobody notices', async (_name, wrong) => {
      const { methods, attached, customers } = counts();
      stripe.breaks(step, ...wrong);
      expect((await processor.tokenize(capture())).kind).toBe('tokenized');
      expect(counts()).toEqual({
        methods: methods + 1,
        attached: attached + 1,
        customers: customers + 1,
      });
    });

    it.each(RETRYABLE)('%s: unavailable; the same again makes it, once', async (_name, wrong) => {
      const [attached, same] = [counts().attached, capture()];
      stripe.breaks(step, ...wrong);
      expect(await before(wrong).tokenize(same)).toEqual({ kind: 'unavailable' });
      stripe.heals();
      const made = await processor.tokenize(same);
      expect(made.kind).toBe('tokenized');
      expect(await processor.tokenize(same)).toEqual(made);
      expect(counts().attached).toBe(attached + 1);
      expect(logged).toBe('');
    });

    it.each(FINAL)('%s: failed, and operators hear of it without a word of the card', async (_name, wrong, outcome) => {
      stripe.breaks(step, wrong);
      expect(await processor.tokenize(capture())).toEqual(outcome);
      expect(logged.trim().split('\n')).toHaveLength(1);
      expect(JSON.parse(logged)).toMatchObject({ level: 50, stripe: { requestId: expect.stringMatching(/^req_/) } });
      expect(logged).not.toMatch(/\b987\b/);
      for (const secret of [NUMBER, stripe.secretKey, 'Invalid string', 'Ann Elk'])
        expect(logged).not.toContain(secret);
    });

    it('a declined card: declined', async () => {
      stripe.breaks(step, faults.cardDeclined('do_not_honor'));
      expect(await processor.tokenize(capture())).toEqual({ kind: 'declined', reason: 'do_not_honor' });
      expect(logged).toBe('');
    });
  },
);

describe('tokenizing', () => {
  it('several stored server errors in a row: each is passed by', async () => {
    const same = capture();
    for (const _ of times(3, undefined)) {
      stripe.breaks('POST /v1/setup_intents', faults.serverFault);
      expect(await processor.tokenize(same)).toEqual({ kind: 'unavailable' });
    }
    expect((await processor.tokenize(same)).kind).toBe('tokenized');
  });

  it('authentication that nobody is there for: declined', async () => {
    const outcome = await processor.tokenize(tokenizeOrder('organization', '4000002760003184'));
    expect(outcome).toEqual({ kind: 'declined', reason: 'authentication_required' });
  });

  it.each(['lost_card', 'stolen_card', 'fraudulent'])('%s is not told to whoever holds the card', async (code) => {
    stripe.breaks('POST /v1/setup_intents', faults.cardDeclined(code));
    expect(await processor.tokenize(capture())).toEqual({ kind: 'declined', reason: 'generic_decline' });
  });

  it('a customer that was deleted at Stripe: the borrower gets another, once', async () => {
    const before = capture();
    const made = await processor.tokenize(before);
    if (made.kind !== 'tokenized' || made.customer === null) throw new Error(made.kind);
    stripe.state.customers.delete(made.customer);
    const same = tokenizeOrder('organization', NUMBER, { partyId: before.partyId, customer: made.customer });
    const { attached, customers } = counts();
    const again = await processor.tokenize(same);
    expect(again.kind).toBe('tokenized');
    expect(await processor.tokenize(same)).toEqual(again);
    expect(counts()).toMatchObject({ attached: attached + 1, customers: customers + 1 });
  });

  it('a reason that is no code of Stripe’s goes no further', async () => {
    stripe.breaks('POST /v1/setup_intents', faults.cardDeclined(`no ${NUMBER}`));
    expect(await processor.tokenize(capture())).toEqual({ kind: 'declined', reason: 'card_declined' });
  });

  it('each request under a key of its own, in the client’s version, without telemetry', async () => {
    const from = stripe.requests.length;
    const same = capture();
    await processor.tokenize(same);
    const sent = stripe.requests.slice(from);
    expect(sent.map(({ endpoint, key }) => [endpoint, key])).toEqual([
      ['POST /v1/payment_methods', `${same.reference}:pm`],
      ['POST /v1/customers', `customer:organization:${same.partyId}`],
      ['POST /v1/setup_intents', `${same.reference}:si`],
    ]);
    for (const { headers } of sent) {
      expect(headers).toMatchObject({ 'stripe-version': expect.stringMatching(/^\d{4}-\d\d-\d\d\./) });
      expect(headers['x-stripe-client-telemetry']).toBeUndefined();
    }
    // The number and the security code are in one request only.
    expect(sent.filter(({ fields }) => [...fields.values()].includes(NUMBER)).map(({ endpoint }) => endpoint)).toEqual([
      'POST /v1/payment_methods',
    ]);
  });
});

describe('charging', () => {
  it.each(HARMLESS)('%s: one charge, and nobody notices', async (_name, wrong) => {
    const charge = order();
    stripe.breaks(CHARGES, ...wrong);
    expect((await processor.charge(charge)).kind).toBe('charged');
    expect(stripe.state.taken(charge.reference)).toHaveLength(1);
  });

  it.each(RETRYABLE)('%s: then another attempt under the same reference takes it once', async (_name, wrong, kind) => {
    const charge = order();
    stripe.breaks(CHARGES, ...wrong);
    expect(await before(wrong).charge(charge)).toEqual({ kind });
    const taken = stripe.state.taken(charge.reference).length;
    expect((await processor.findCharge(charge)).kind).toBe(taken === 1 ? 'charged' : 'absent');
    expect((await processor.charge({ ...charge, triedBefore: 1 })).kind).toBe('charged');
    expect(stripe.state.taken(charge.reference)).toHaveLength(1);
  });

  it('a stored server error: nothing is sent under another key before somebody has looked', async () => {
    const charge = order();
    stripe.breaks(CHARGES, faults.serverFault);
    expect(await processor.charge(charge)).toEqual({ kind: 'unknown' });
    expect(await processor.charge(charge)).toEqual({ kind: 'unknown' });
    expect(stripe.state.taken(charge.reference)).toHaveLength(0);
  });

  it.each(FINAL)('%s', async (_name, wrong, _tokenized, outcome) => {
    stripe.breaks(CHARGES, wrong);
    expect(await processor.charge(order())).toEqual(outcome);
    expect(JSON.parse(logged)).toMatchObject({ level: 50 });
  });

  it('closed after the work, and nobody there any more: unknown, for it may have been taken', async () => {
    const gone = createServer((request) => {
      gone.close();
      request.socket.destroy();
    });
    await new Promise<void>((listening) => gone.listen(0, '127.0.0.1', listening));
    const apiBase = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
    const logger = pino({ level: 'silent' });
    const leaving = createStripeProcessor({ secretKey: stripe.secretKey, apiBase, timeoutMs: 250, logger });
    expect(await leaving.charge(order())).toEqual({ kind: 'unknown' });
    expect(await leaving.charge(order())).toEqual({ kind: 'unreachable' });
  });

  it('a decline that the network asks not to repeat is for good', async () => {
    stripe.breaks(CHARGES, faults.cardDeclined('generic_decline', { advice_code: 'do_not_try_again' }));
    expect(await processor.charge(order())).toEqual({ kind: 'declined', code: 'generic_decline', isHard: true });
  });

  it('a method that is gone is declined for good', async () => {
    const gone = { token: 'pm_gone', customer: instrument.customer };
    const outcome = await processor.charge(order({ instrument: gone }));
    expect(outcome).toEqual({ kind: 'declined', code: 'resource_missing', isHard: true });
  });

  it('less than Stripe takes is declined, for now', async () => {
    const outcome = await processor.charge(order({ amountCents: cents(49) }));
    expect(outcome).toEqual({ kind: 'declined', code: 'amount_too_small', isHard: false });
  });

  it('a look finds what lies more than a page back, and is unavailable when Stripe is', async () => {
    const own = await storedAtStripe(processor);
    const [charge, ...later] = times(103, undefined).map(() => order({ instrument: own }));
    if (charge === undefined) throw new Error('no charge');
    await processor.charge(charge);
    await Promise.all(later.map((each) => processor.charge(each)));
    expect((await processor.findCharge(charge)).kind).toBe('charged');
    expect(await processor.findCharge(order({ instrument: own }))).toEqual({ kind: 'absent' });
    stripe.breaks('GET /v1/payment_intents', faults.overloaded);
    expect(await processor.findCharge(charge)).toEqual({ kind: 'unavailable' });
  });

  it.each([
    ['processing', { kind: 'pending' }],
    ['requires_action', { kind: 'declined', code: 'authentication_required', isHard: true }],
    ['canceled', { kind: 'declined', code: 'canceled', isHard: false }],
    ['requires_confirmation', { kind: 'absent' }],
  ])('a look that sees %s', async (status, found) => {
    const charge = order();
    await processor.charge(charge);
    for (const intent of stripe.state.taken(charge.reference)) intent.status = status;
    expect(await processor.findCharge(charge)).toEqual(found);
  });
});

describe('giving back', () => {
  it.each([...HARMLESS])('%s: one refund, and nobody notices', async (_name, wrong) => {
    const refund = await refundOrder();
    stripe.breaks(REFUNDS, ...wrong);
    expect(await processor.refund(refund)).toEqual({ kind: 'refunded' });
    expect(refundsOf(refund)).toHaveLength(1);
  });

  it.each(RETRYABLE)('%s: unavailable; the same again gives it back, once', async (_name, wrong) => {
    const refund = await refundOrder();
    stripe.breaks(REFUNDS, ...wrong);
    expect(await before(wrong).refund(refund)).toEqual({ kind: 'unavailable' });
    stripe.heals();
    expect(await processor.refund(refund)).toEqual({ kind: 'refunded' });
    expect(refundsOf(refund)).toHaveLength(1);
  });

  it.each(FINAL)('%s', async (_name, wrong, _tokenized, _charged, outcome) => {
    const refund = await refundOrder();
    stripe.breaks(REFUNDS, wrong);
    expect(await processor.refund(refund)).toEqual(outcome);
  });

  it.each([
    ['pending', { kind: 'unavailable' }],
    ['failed', { kind: 'refused', code: 'refund_failed' }],
  ])('a refund that is %s', async (status, outcome) => {
    const refund = await refundOrder();
    await processor.refund(refund);
    for (const made of refundsOf(refund)) made.status = status;
    expect(await processor.refund(refund)).toEqual(outcome);
  });
});

/** Whoever waits for an answer that does not come is the one that does not wait long. */
function before(wrong: readonly faults.Fault[]): CardProcessor {
  return wrong.some(({ ends }) => ends === 'hang') ? impatient : processor;
}

function counts() {
  const { paymentMethods, attached, customers } = stripe.state;
  return { methods: paymentMethods.size, attached: attached.length, customers: customers.size };
}

function refundsOf({ chargeExternalId }: RefundOrder) {
  return [...stripe.state.refunds.values()].filter((refund) => refund.payment_intent === chargeExternalId);
}
