import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Listed, ListedCharge } from '../../connectors/card-processors/charge-listing-interface.js';
import { createStripeProcessor } from '../../connectors/card-processors/stripe/stripe.js';
import { cents } from '../../core/money.js';
import { instant } from '../support/instant.js';
import { storedAtStripe, tokenizeOrder } from '../support/processor-harnesses.js';
import { AdapterHarness, CHARGES, NUMBER } from '../support/stripe/adapter-harness.js';
import * as faults from '../support/stripe/faults.js';

let harness: AdapterHarness;
beforeAll(async () => {
  harness = await AdapterHarness.open();
});
afterAll(() => harness.stripe.close());
beforeEach(() => harness.reset());

describe('tokenizing', () => {
  it('several stored server errors in a row: each is bypassed', async () => {
    const same = harness.capture();
    for (const _ of Array.from({ length: 3 })) {
      harness.stripe.breaks('POST /v1/setup_intents', faults.serverFault);
      expect(await harness.processor.tokenize(same)).toEqual({ kind: 'unavailable' });
    }
    expect((await harness.processor.tokenize(same)).kind).toBe('tokenized');
  });

  it('authentication without a customer present: declined', async () => {
    const outcome = await harness.processor.tokenize(tokenizeOrder('organization', '4000002760003184'));
    expect(outcome).toEqual({ kind: 'declined', reason: 'authentication_required' });
  });

  it.each(['lost_card', 'stolen_card', 'fraudulent'])('%s is not shown to the card’s holder', async (code) => {
    harness.stripe.breaks('POST /v1/setup_intents', faults.cardDeclined(code));
    expect(await harness.processor.tokenize(harness.capture())).toEqual({
      kind: 'declined',
      reason: 'generic_decline',
    });
  });

  it('a customer deleted at Stripe: the borrower gets a new one, once', async () => {
    const before = harness.capture();
    const made = await harness.processor.tokenize(before);
    if (made.kind !== 'tokenized' || made.customer === null) throw new Error(made.kind);
    harness.stripe.state.customers.delete(made.customer);
    const same = harness.capture({ partyId: before.partyId, customer: made.customer });
    const { attached, customers } = harness.counts();
    const again = await harness.processor.tokenize(same);
    expect(again.kind).toBe('tokenized');
    expect(await harness.processor.tokenize(same)).toEqual(again);
    expect(harness.counts()).toMatchObject({ attached: attached + 1, customers: customers + 1 });
  });

  it('a reason that is not one of Stripe’s codes is not passed on', async () => {
    harness.stripe.breaks('POST /v1/setup_intents', faults.cardDeclined(`no ${NUMBER}`));
    expect(await harness.processor.tokenize(harness.capture())).toEqual({ kind: 'declined', reason: 'card_declined' });
  });

  it('each request with its own key, in the client’s version, without telemetry', async () => {
    const from = harness.stripe.requests.length;
    const same = harness.capture();
    await harness.processor.tokenize(same);
    const sent = harness.stripe.requests.slice(from);
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
  it('a stored server error: nothing is sent under another key before a lookup', async () => {
    const charge = harness.order();
    harness.stripe.breaks(CHARGES, faults.serverFault);
    expect(await harness.processor.charge(charge)).toEqual({ kind: 'unknown' });
    expect(await harness.processor.charge(charge)).toEqual({ kind: 'unknown' });
    expect(harness.stripe.state.taken(charge.reference)).toHaveLength(0);
  });

  it('closed after the work, and unreachable afterwards: unknown, for it may have been charged', async () => {
    const gone = createServer((request) => {
      gone.close();
      request.socket.destroy();
    });
    await new Promise<void>((listening) => gone.listen(0, '127.0.0.1', listening));
    const apiBase = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
    const logger = pino({ level: 'silent' });
    const leaving = createStripeProcessor({ secretKey: harness.stripe.secretKey, apiBase, timeoutMs: 250, logger });
    expect(await leaving.charge(harness.order())).toEqual({ kind: 'unknown' });
    expect(await leaving.charge(harness.order())).toEqual({ kind: 'unreachable' });
  });

  it('a decline that the network asks not to repeat is permanent', async () => {
    harness.stripe.breaks(CHARGES, faults.cardDeclined('generic_decline', { advice_code: 'do_not_try_again' }));
    expect(await harness.processor.charge(harness.order())).toEqual({
      kind: 'declined',
      code: 'generic_decline',
      isHard: true,
    });
  });

  it('a deleted method is declined permanently', async () => {
    const gone = { token: 'pm_gone', customer: harness.instrument.customer };
    const outcome = await harness.processor.charge(harness.order({ instrument: gone }));
    expect(outcome).toEqual({ kind: 'declined', code: 'resource_missing', isHard: true });
  });

  it('less than Stripe’s minimum is refused permanently, and not sent', async () => {
    const sent = () => harness.stripe.requests.filter(({ endpoint }) => endpoint === CHARGES).length;
    const before = sent();
    const outcome = await harness.processor.charge(harness.order({ amountCents: cents(49) }));
    const requestFault = { isTooSmall: true, leastCents: 50 };
    expect(outcome).toEqual({ kind: 'declined', code: 'amount_too_small', isHard: true, requestFault });
    expect(sent()).toBe(before);
    expect((await harness.processor.charge(harness.order({ amountCents: cents(50) }))).kind).toBe('charged');
  });

  it('less than Stripe’s minimum, under a reference that has a charge: that charge is found', async () => {
    const order = harness.order();
    const charged = await harness.processor.charge(order);
    expect(await harness.processor.charge({ ...order, amountCents: cents(30), mayBeKnown: true })).toEqual(charged);
  });

  it('a lookup finds a charge more than a page back, and is unavailable when Stripe is', async () => {
    const own = await storedAtStripe(harness.processor);
    const [charge, ...later] = Array.from({ length: 103 }, () => harness.order({ instrument: own }));
    if (charge === undefined) throw new Error('no charge');
    await harness.processor.charge(charge);
    await Promise.all(later.map((each) => harness.processor.charge(each)));
    expect((await harness.processor.findCharge(charge)).kind).toBe('charged');
    expect(await harness.processor.findCharge(harness.order({ instrument: own }))).toEqual({ kind: 'absent' });
    harness.stripe.breaks('GET /v1/payment_intents', faults.overloaded);
    expect(await harness.processor.findCharge(charge)).toEqual({ kind: 'unavailable' });
  });

  it.each([
    ['processing', { kind: 'pending' }],
    ['requires_action', { kind: 'declined', code: 'authentication_required', isHard: true }],
    ['canceled', { kind: 'declined', code: 'canceled', isHard: false }],
    ['requires_confirmation', { kind: 'absent' }],
  ])('a lookup that sees %s', async (status, found) => {
    const charge = harness.order();
    await harness.processor.charge(charge);
    for (const intent of harness.stripe.state.taken(charge.reference)) intent.status = status;
    expect(await harness.processor.findCharge(charge)).toEqual(found);
  });
});

describe('refunding', () => {
  it.each([
    ['pending', { kind: 'unavailable' }],
    ['failed', { kind: 'refused', code: 'refund_failed' }],
  ])('a refund that is %s', async (status, outcome) => {
    const refund = await harness.refundOrder();
    await harness.processor.refund(refund);
    for (const made of harness.refundsOf(refund)) made.status = status;
    expect(await harness.processor.refund(refund)).toEqual(outcome);
  });
});

describe('listing', () => {
  it('charges and refunds of a period, page by page, by any requester; none of another period', async () => {
    const [hour, now] = [3_600_000, Date.now()];
    const at = (ms: number) => instant(new Date(ms).toISOString());
    const span = { organizationId: 'organization', from: at(now - hour), to: at(now + hour) };
    const order = harness.order();
    const charged = await harness.processor.charge(order);
    if (charged.kind !== 'charged') throw new Error(charged.kind);
    for (let made = 0; made < 101; made += 1) await harness.processor.charge(harness.order());
    const { chargeExternalId, amountCents, ...refund } = await harness.refundOrder();
    await harness.processor.refund({ ...refund, chargeExternalId, amountCents });
    const found: ListedCharge[] = [];
    let after: string | null = null;
    do {
      const listed: Listed<ListedCharge> | undefined = await harness.processor.listing?.charges({ ...span, after });
      if (listed?.kind !== 'listed') throw new Error('not listed');
      expect(listed.items.length).toBeLessThanOrEqual(100);
      found.push(...listed.items);
      after = listed.next;
    } while (after !== null);
    const { externalId } = charged.charge;
    const { organizationId, reference } = order;
    expect(found.filter((one) => one.reference === reference)).toMatchObject([
      { externalId, organizationId, reference, amountCents: order.amountCents },
    ]);
    expect(new Set(found.map((one) => one.externalId)).size).toBe(found.length);
    const refunds = await harness.processor.listing?.refunds({ ...span, after: null });
    expect(refunds).toMatchObject({ kind: 'listed' });
    expect(refunds?.kind === 'listed' && refunds.items.map((one) => one.chargeExternalId)).toContain(chargeExternalId);
    const other = { ...span, from: at(now - 3 * hour), to: at(now - 2 * hour), after: null };
    expect(await harness.processor.listing?.charges(other)).toEqual({ kind: 'listed', items: [], next: null });
  });

  it('a fault is not an empty list', async () => {
    harness.stripe.breaks('GET /v1/refunds', faults.serverFault);
    const span = {
      organizationId: 'organization',
      from: instant('2026-01-01T00:00:00Z'),
      to: instant('2026-01-02T00:00:00Z'),
    };
    expect(await harness.processor.listing?.refunds({ ...span, after: null })).toEqual({ kind: 'unavailable' });
  });
});
