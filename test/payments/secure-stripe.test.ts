import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CardCounter } from '../support/card-counter.js';
import type { Lender } from '../support/lender.js';
import * as faults from '../support/stripe/faults.js';
import { openStripe, type StripeStandIn } from '../support/stripe/stand-in.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const SETUPS = 'POST /v1/setup_intents';
const METHODS = 'POST /v1/payment_methods';

let stripe: StripeStandIn;
let instance: TestInstance;
let lender: Lender;
let counter: CardCounter;
beforeAll(async () => {
  stripe = await openStripe();
  const environment = {
    CARD_PROCESSOR: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_API_BASE: stripe.url,
  };
  instance = await openTestInstance({ worker: false, environment });
  lender = await instance.lender();
  counter = new CardCounter(instance.secureUrl, (await lender.api()).token, await lender.ledgerAccount());
});
afterAll(() => Promise.all([instance.close(), stripe.close()]));
beforeEach(() => stripe.heals());

const stored = async (id: string) => {
  const columns = 'processor, processor_token as token, processor_customer as customer';
  return (await instance.resources.pool.query(`select ${columns} from payment_method where id = $1`, [id])).rows[0];
};

describe('POST {secure_url}/v1/payment-methods/cards, at Stripe', () => {
  it('201: the card belongs to the borrower’s customer at Stripe, and so does a second one', async () => {
    const [first, second] = [await counter.capture(), await counter.capture({ card: { number: '5555555555554444' } })];
    expect([first.status, second.status]).toEqual([201, 201]);
    const [one, two] = [await stored(first.json.id), await stored(second.json.id)];
    expect(one).toMatchObject({ processor: 'stripe', token: expect.stringMatching(/^pm_/) });
    expect(two.customer).toBe(one.customer);
    expect(stripe.state.paymentMethods.get(one.token)?.customer).toBe(one.customer);
    const metadata = { organization_id: lender.organizationId, party_id: lender.personId };
    expect(stripe.state.customers.get(one.customer)?.metadata).toEqual(metadata);
  });

  it('201: an address without state and postal code, in a country that has none', async () => {
    const billing_address = { line1: '1 Queen’s Road', city: 'Hong Kong', country: 'HK' };
    expect((await counter.capture({ billing_address })).status).toBe(201);
  });

  it.each([
    ['a connection closed before the work', METHODS, faults.cut],
    ['a connection closed after the work', METHODS, faults.cutAfterwards],
    ['a connection closed after the set-up', SETUPS, faults.cutAfterwards],
  ])('%s: 201, and one method', async (_name, endpoint, fault) => {
    const before = stripe.state.paymentMethods.size;
    stripe.breaks(endpoint, fault);
    expect((await counter.capture()).status).toBe(201);
    expect(stripe.state.paymentMethods.size).toBe(before + 1);
  });

  it.each([
    ['a rate limit', METHODS, faults.rateLimited],
    ['a server error stored by Stripe', METHODS, faults.serverFault],
    ['a server error after the set-up', SETUPS, faults.serverFaultAfterwards],
    ['a truncated answer', SETUPS, faults.cutAmidBody],
  ])(
    '%s: 502, retryable; the same request again is 201, and one method is attached',
    async (_name, endpoint, fault) => {
      const [key, before] = [randomUUID(), stripe.state.attached.length];
      stripe.breaks(endpoint, fault);
      const failed = await counter.capture({}, key);
      expect([failed.status, failed.json.detail]).toEqual([
        502,
        expect.objectContaining({ error_code: 'tokenization_failed', retryable: true }),
      ]);
      const made = await counter.capture({}, key);
      expect(made.status).toBe(201);
      expect((await counter.capture({}, key)).text).toBe(made.text);
      expect(stripe.state.attached.length).toBe(before + 1);
    },
  );

  it.each([
    ['a bad key', faults.badKey],
    ['no permission', faults.forbidden],
    ['an invalid request', faults.invalidRequest],
    ['other parameters', faults.otherParameters],
  ])('%s: 502, not retryable', async (_name, fault) => {
    stripe.breaks(METHODS, fault);
    const { status, json } = await counter.capture();
    expect([status, json.detail]).toEqual([502, expect.objectContaining({ retryable: false })]);
  });

  it.each([
    ['4000000000000002', 'generic_decline'],
    ['4000000000009979', 'generic_decline'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000002760003184', 'authentication_required'],
  ])('422 card_declined: %s, %s; a repeated request does not reach the processor', async (number, reason) => {
    const key = randomUUID();
    const declined = await counter.capture({ card: { number } }, key);
    expect([declined.status, declined.json.detail]).toEqual([
      422,
      expect.objectContaining({ error_code: 'card_declined', reason }),
    ]);
    const sent = stripe.requests.length;
    expect((await counter.capture({ card: { number } }, key)).text).toBe(declined.text);
    expect(stripe.requests.length).toBe(sent);
  });
});
