import { createHmac } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { WebhookRequest } from '../webhook-request.js';
import { createMailgunVerifier } from './signature.js';

const NOW = Temporal.Instant.from('2025-11-21T04:41:00Z');
const KEY = 'key of the account';
const TIMESTAMP = String(NOW.epochMilliseconds / 1_000 - 60);
const TOKEN = 'e0b5477167110d68991efc6b9f89f0a11066af27834600e123';

const sign = (text: string, key = KEY) => createHmac('sha256', key).update(text).digest('hex');
const SIGNATURE = { timestamp: TIMESTAMP, token: TOKEN, signature: sign(TIMESTAMP + TOKEN) };
const verify = (signature: unknown, event: unknown = {}) => {
  const rawBody = Buffer.from(JSON.stringify({ signature, 'event-data': event }));
  return createMailgunVerifier([KEY])(new WebhookRequest({}, rawBody), NOW);
};

it('returns a replay token that identifies another event with the same signature', () => {
  const genuine = verify(SIGNATURE, { id: 'e-1' });
  expect(genuine).toEqual({
    kind: 'verified',
    replay: { token: expect.stringMatching(/^[0-9a-f]{64}$/), acceptedUntil: '2025-11-21T12:40:00.000Z' },
  });
  expect(verify(SIGNATURE, { id: 'e-2' })).toEqual(genuine);
  const next = { ...SIGNATURE, token: 'another', signature: sign(`${TIMESTAMP}another`) };
  expect(verify(next)).toMatchObject({ kind: 'verified' });
  expect(verify(next)).not.toEqual(genuine);
});

it('refuses a token or a timestamp with one changed character', () => {
  const mismatch = { kind: 'refused', reason: 'signature_mismatch' };
  expect(verify({ ...SIGNATURE, token: TOKEN.replace('e0', 'e1') })).toEqual(mismatch);
  expect(verify({ ...SIGNATURE, timestamp: String(Number(TIMESTAMP) + 1) })).toEqual(mismatch);
});

it('refuses a digit moved between timestamp and token, which are signed without a separator', () => {
  const moved = [
    { ...SIGNATURE, timestamp: TIMESTAMP.slice(0, 9), token: TIMESTAMP.slice(9) + TOKEN },
    { timestamp: `${TIMESTAMP}1`, token: 'token', signature: sign(`${TIMESTAMP}1token`) },
  ];
  for (const signature of moved) expect(verify(signature)).toEqual({ kind: 'refused', reason: 'timestamp_malformed' });
});

it('accepts a subaccount’s event by the main account’s signature, which is sent in addition', () => {
  const own = sign(TIMESTAMP + TOKEN, 'key of the subaccount');
  const beside = { ...SIGNATURE, signature: own, 'parent-signature': SIGNATURE.signature };
  expect(verify(beside)).toMatchObject({ kind: 'verified' });
  expect(verify({ ...beside, 'parent-signature': own })).toEqual({ kind: 'refused', reason: 'signature_mismatch' });
  expect(verify({ ...beside, 'parent-signature': '' })).toEqual({ kind: 'refused', reason: 'signature_mismatch' });
});

it('accepts a numeric timestamp', () => {
  expect(verify({ ...SIGNATURE, timestamp: Number(TIMESTAMP) })).toMatchObject({ kind: 'verified' });
});
