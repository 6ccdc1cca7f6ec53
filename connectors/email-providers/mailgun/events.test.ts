import { expect, it } from 'vitest';
import { readBatch } from '../reading/batch.js';
import { mailgunReader } from './events.js';

/** Payloads as in https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads. */
const SIGNATURE = {
  timestamp: '1763700000',
  token: 'e0b5477167110d68991efc6b9f89f0a11066af27834600e123',
  signature: '12d9',
};
const MESSAGE = {
  id: 'W3X4JOhFT-OZidZGKKr9iA',
  timestamp: 1_763_700_000.372891,
  'log-level': 'info',
  recipient: 'Borrower@Example.com',
  'recipient-domain': 'example.com',
  tags: ['payment reminder'],
  campaigns: [],
  'user-variables': { loan_campaign: 'autumn' },
  flags: { 'is-test-mode': false },
  message: { headers: { 'message-id': '20251121044000.1.BC6694A917BB7E6A@mail.example.com' } },
};
const OF_MESSAGE = {
  providerEventId: 'W3X4JOhFT-OZidZGKKr9iA',
  bounceType: null,
  recipient: 'borrower@example.com',
  url: null,
  occurredAt: '2025-11-21T04:40:00.373Z',
  campaignReferences: [
    { field: 'tags', value: 'payment reminder' },
    { field: 'user-variables.loan_campaign', value: 'loan_campaign=autumn' },
  ],
  providerMessageId: '20251121044000.1.BC6694A917BB7E6A@mail.example.com',
  isMachine: false,
};
const client = (more: object) => ({
  ip: '192.0.2.7',
  geolocation: { country: 'US', region: 'CA', city: 'San Francisco' },
  'client-info': {
    'client-type': 'browser',
    'client-os': 'OS X',
    'device-type': 'desktop',
    'client-name': 'Chrome',
    ...more,
  },
});
const PERSON = client({ 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_6) Chrome/142.0', bot: '' });
const status = (code: number) => ({ 'delivery-status': { 'attempt-no': 1, code, message: 'text', description: '' } });

const parse = (event: unknown) =>
  readBatch(Buffer.from(JSON.stringify({ signature: SIGNATURE, 'event-data': event })), mailgunReader);
const only = (event: object) => {
  const batch = parse(event);
  if (batch.kind !== 'parsed' || batch.events[0] === undefined) throw new Error(JSON.stringify(batch));
  return batch.events[0].event;
};

it.each([
  ['opened', { ...MESSAGE, ...PERSON, event: 'opened' }, { type: 'open' }],
  ['opened by a bot', { ...MESSAGE, ...client({ bot: 'apple' }), event: 'opened' }, { type: 'open', isMachine: true }],
  ['opened through Gmail’s proxy', { ...MESSAGE, ...client({ bot: 'gmail' }), event: 'opened' }, { type: 'open' }],
  [
    'opened by a scanner',
    { ...MESSAGE, ...client({ 'user-agent': 'Mimecast-URL-Scanner/2.0' }), event: 'opened' },
    { type: 'open', isMachine: true },
  ],
  [
    'clicked',
    { ...MESSAGE, ...PERSON, event: 'clicked', url: 'https://example.com/pay' },
    { type: 'click', url: 'https://example.com/pay' },
  ],
  [
    'failed, permanent',
    { ...MESSAGE, ...status(550), event: 'failed', severity: 'permanent', reason: 'bounce' },
    { type: 'bounce', bounceType: 'hard' },
  ],
  [
    'failed, temporary',
    { ...MESSAGE, ...status(498), event: 'failed', severity: 'temporary', reason: 'greylisted' },
    { type: 'bounce', bounceType: 'soft' },
  ],
  [
    'failed, permanent, although the receiver blocks the sender',
    { ...MESSAGE, ...status(421), event: 'failed', severity: 'permanent', reason: 'espblock' },
    { type: 'bounce', bounceType: 'soft' },
  ],
  [
    'failed, permanent, after too many tries',
    { ...MESSAGE, ...status(602), event: 'failed', severity: 'permanent', reason: 'old' },
    { type: 'bounce', bounceType: 'soft' },
  ],
  ['failed, without a severity', { ...MESSAGE, event: 'failed' }, { type: 'bounce', bounceType: null }],
  ['unsubscribed', { ...MESSAGE, ...PERSON, event: 'unsubscribed' }, { type: 'unsubscribe' }],
  ['complained', { ...MESSAGE, event: 'complained' }, { type: 'complaint' }],
])('%s', (_, event, expected) => {
  expect(only(event)).toEqual({ ...OF_MESSAGE, ...expected });
});

it.each(['accepted', 'delivered', 'stored', 'rejected', 'list_member_uploaded', 'toString'])('ignores %s', (event) => {
  expect(parse({ ...MESSAGE, event })).toEqual({ kind: 'parsed', events: [], ignoredCount: 1, unreadable: [] });
});

it.each(['suppress-bounce', 'suppress-unsubscribe', 'suppress-complaint'])(
  'ignores failed, permanent, %s: the message was never sent',
  (reason) => {
    const failed = { ...MESSAGE, ...status(605), event: 'failed', severity: 'permanent', reason };
    expect(parse(failed)).toEqual({ kind: 'parsed', events: [], ignoredCount: 1, unreadable: [] });
  },
);

it('accepts an event without message, client, tags and variables, and variables as an empty list', () => {
  const { message: _message, tags: _tags, ...rest } = MESSAGE;
  const strange = { ...rest, event: 'opened', 'user-variables': [], 'client-info': 'none', campaigns: null };
  expect(only(strange)).toMatchObject({ campaignReferences: [], providerMessageId: null, isMachine: false });
});

it('accepts campaigns as identifiers and as objects with an id', () => {
  const { campaignReferences } = only({ ...MESSAGE, event: 'opened', campaigns: ['a', { id: 'b', name: 'not it' }] });
  expect(campaignReferences.slice(0, 2)).toEqual([
    { field: 'campaigns', value: 'a' },
    { field: 'campaigns', value: 'b' },
  ]);
});

it('is malformed without an object in event-data', () => {
  const malformed = { kind: 'malformed', reason: 'unexpected_shape' };
  for (const value of [undefined, null, [], 'event', 7]) expect(parse(value)).toEqual(malformed);
});
