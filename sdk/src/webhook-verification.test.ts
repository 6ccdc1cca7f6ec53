import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { WebhookVerificationError, webhooks } from './webhook-verification.js';

const secret = () => `whsec_${randomBytes(24).toString('base64')}`;
const [OURS, NEXT, FOREIGN] = [secret(), secret(), secret()];
const BODY = JSON.stringify({ type: 'payment.posted', note: 'déjà vu €' });

/** Signs with another maker's library. */
function signed(body = BODY, by = OURS, at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  };
}

it.each([
  ['text', BODY],
  ['bytes', new TextEncoder().encode(BODY)],
  ['a Buffer', Buffer.from(BODY)],
])('a body as %s', async (_, body) => {
  expect(await webhooks.verify(body, signed(), OURS)).toEqual(JSON.parse(BODY));
});

it.each([
  ['Headers', new Headers(signed())],
  ['Node’s record', signed()],
  ['other capitals', Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]))],
  ['lists', Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name, [value]]))],
])('headers as %s', async (_, headers) => {
  await expect(webhooks.verify(BODY, headers, OURS)).resolves.toBeDefined();
});

it('accepts either of two secrets during a rotation, and either of two signatures', async () => {
  await expect(webhooks.verify(BODY, signed(BODY, NEXT), [OURS, NEXT])).resolves.toBeDefined();
  const both = `${signed(BODY, FOREIGN)['webhook-signature']} ${signed()['webhook-signature']}`;
  await expect(webhooks.verify(BODY, { ...signed(), 'webhook-signature': both }, OURS)).resolves.toBeDefined();
});

const minutes = (n: number) => new Date(Date.now() + n * 60_000);

it.each([
  ['another secret', BODY, signed(BODY, FOREIGN)],
  ['another body', `${BODY} `, signed()],
  ['another id', BODY, { ...signed(), 'webhook-id': 'msg_2' }],
  ['another timestamp', BODY, { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 1) }],
  ['no id', BODY, { ...signed(), 'webhook-id': undefined }],
  ['no timestamp', BODY, { ...signed(), 'webhook-timestamp': '' }],
  ['an invalid timestamp', BODY, { ...signed(), 'webhook-timestamp': 'Infinity' }],
  ['no signature', BODY, { ...signed(), 'webhook-signature': undefined }],
  ['half a signature', BODY, { ...signed(), 'webhook-signature': signed()['webhook-signature']?.slice(0, 20) }],
  ['a signature that is not base64', BODY, { ...signed(), 'webhook-signature': 'v1,§' }],
  [
    'a signature of another version',
    BODY,
    { ...signed(), 'webhook-signature': signed()['webhook-signature']?.replace('v1,', 'v1a,') },
  ],
  ['a call from six minutes ago', BODY, signed(BODY, OURS, minutes(-6))],
  ['a call from six minutes in the future', BODY, signed(BODY, OURS, minutes(6))],
])('refused: %s', async (_, body, headers) => {
  await expect(webhooks.verify(body, headers, [OURS, NEXT])).rejects.toThrow(WebhookVerificationError);
});

it('accepts a call from four minutes ago, and an older one with a larger tolerance', async () => {
  await expect(webhooks.verify(BODY, signed(BODY, OURS, minutes(-4)), OURS)).resolves.toBeDefined();
  await expect(
    webhooks.verify(BODY, signed(BODY, OURS, minutes(-60)), OURS, { toleranceSeconds: 7_200 }),
  ).resolves.toBeDefined();
});

it.each([
  ['none', []],
  ['an empty secret', 'whsec_'],
  ['a secret that is not base64', 'whsec_§'],
])('throws without a valid secret: %s', async (_, secrets) => {
  await expect(webhooks.verify(BODY, signed(), secrets)).rejects.toThrow(TypeError);
});
