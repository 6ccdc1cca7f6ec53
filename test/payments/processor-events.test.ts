import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DisputeHarness, OLD_SECRET, SANDBOX_SECRET, SECRET } from '../support/dispute-harness.js';
import { refusalOf } from '../support/refusal-of.js';

let harness: DisputeHarness;
beforeAll(async () => {
  harness = await DisputeHarness.open();
});
afterAll(() => harness.close());

const intent = (id: string) => ({ object: 'payment_intent', id });
const kept = async () =>
  (await harness.autopay.pool.query('select count(*) as count from processor_event')).rows[0].count;

describe('POST {secure_url}/processor-events/{processor}', () => {
  it.each([
    ['the secret', SECRET, 202],
    ['the previous one, during its replacement', OLD_SECRET, 202],
    ['another one', 'whsec_of_somebody_else_000000000', 401],
  ])('signed with %s: %s', async (_name, secret, status) => {
    const before = await kept();
    expect(
      (await harness.post(harness.returns.event('payment_intent.succeeded', intent('pi_signed')), { secret })).status,
    ).toBe(status);
    expect((await kept()) - before).toBe(status === 202 ? 1 : 0);
  });

  it.each([
    ['a signature that is too old', -301],
    ['a signature from the future', 330],
  ])('%s: 401', async (_name, seconds) => {
    const event = harness.returns.event('payment_intent.succeeded', intent('pi_old'));
    const answer = await harness.post(event, { at: harness.seconds + seconds });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual(refusalOf('invalid_signature'));
  });

  it('covers the bytes as received: the same value in other bytes is 401, unusual bytes that were signed are accepted', async () => {
    const event = harness.returns.event('payment_intent.succeeded', intent('pi_bytes'));
    const odd = `{ "id":${JSON.stringify(event.id)},\t"object": "event", "type":"payment_intent.succeeded", "x":"\\u00e9é",
      "data":{"object":{"object":"payment_intent","id":"pi_bytes"}}}`;
    const { 'stripe-signature': signature } = { 'stripe-signature': await signed(odd) };
    const other = JSON.stringify(JSON.parse(odd));
    expect((await harness.post(other, { headers: { 'stripe-signature': signature } })).status).toBe(401);
    expect((await harness.post(odd)).status).toBe(202);
    expect((await harness.event(event.id)).status).toBe('received');
  });

  it('no signature: 401', async () => {
    const body = JSON.stringify(harness.returns.event('payment_intent.succeeded', intent('pi_none')));
    expect((await harness.post(body, { headers: { 'stripe-signature': '' } })).status).toBe(401);
  });

  it('413 for a body larger than any event; 400 for a signed body that is no event; 404 for an unknown processor', async () => {
    const large = JSON.stringify({ id: 'evt_large', object: 'event', type: 'x', filler: 'x'.repeat(300_000) });
    expect((await harness.post(large)).status).toBe(413);
    const none = await harness.post('[]');
    expect([none.status, none.json]).toEqual([400, refusalOf('malformed_request', { reason: 'not_an_event' })]);
    expect((await harness.post('{}', { processor: 'paypal' })).status).toBe(404);
    expect(
      (await fetch(`${harness.autopay.instance.baseUrl}/processor-events/stripe`, { method: 'POST' })).status,
    ).toBe(404);
  });

  it('400 with its reason for a thin event, which does not contain its object', async () => {
    const before = await kept();
    const thin = await harness.post({
      id: 'evt_test_65R9Ijk8dKEYZcXeRWn16R9A7j1FSQ3w3TGDPLLGSM4CW0',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      livemode: false,
      created: '2026-11-26T10:00:00.000Z',
      related_object: { id: 'mtr_test_61R9I', type: 'billing.meter', url: '/v1/billing/meters/mtr_test_61R9I' },
    });
    expect([thin.status, thin.json]).toEqual([400, refusalOf('malformed_request', { reason: 'thin_event' })]);
    expect(await kept()).toBe(before);
  });

  it('20 deliveries of one event at once: 202 each, and it is stored once', async () => {
    const event = harness.returns.event('payment_intent.succeeded', intent('pi_twenty'));
    const before = await kept();
    const answers = await Promise.all(Array.from({ length: 20 }, () => harness.post(event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect((await kept()) - before).toBe(1);
  });

  it('a type that is not handled is acknowledged and ignored', async () => {
    const event = harness.returns.event('customer.updated', { object: 'customer', id: 'cus_1' });
    expect((await harness.post(event)).status).toBe(202);
    expect(await harness.event(event.id)).toMatchObject({ status: 'ignored' });
  });

  it('only the event’s subject is stored from the body', async () => {
    const object = {
      ...intent('pi_discreet'),
      receipt_email: 'lovelace@example.org',
      billing_details: { name: 'Lovelace' },
    };
    const event = harness.returns.event('payment_intent.succeeded', object);
    await harness.post(event);
    const { rows } = await harness.autopay.pool.query('select * from processor_event where external_id = $1', [
      event.id,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/lovelace/i);
    expect(rows[0]).toMatchObject({ type: 'payment_intent.succeeded', about_kind: 'charge', about_id: 'pi_discreet' });
  });

  it('the sandbox’s events are signed in the same way, with their own secret', async () => {
    const event = harness.returns.event('charge.refunded', {
      object: 'charge',
      id: 'ch_1',
      payment_intent: 'ch_sandbox',
    });
    expect((await harness.post(event, { processor: 'sandbox', secret: SECRET })).status).toBe(401);
    expect((await harness.post(event, { processor: 'sandbox', secret: SANDBOX_SECRET })).status).toBe(202);
  });
});

async function signed(body: string): Promise<string> {
  const { signatureOf } = await import('../support/stripe/returns.js');
  return signatureOf(body, SECRET, harness.seconds);
}
