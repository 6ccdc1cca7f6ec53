import { expect, it } from 'vitest';
import { readBatch } from '../reading/batch.js';
import { postmarkReader } from './events.js';

/** Payloads as in https://postmarkapp.com/developer/webhooks. */
const MESSAGE = {
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  MessageStream: 'broadcast',
  Tag: 'payment reminder',
  Metadata: { loan_campaign: 'autumn' },
};
const OF_MESSAGE = {
  bounceType: null,
  recipient: 'borrower@example.com',
  url: null,
  campaignReferences: [
    { field: 'Tag', value: 'payment reminder' },
    { field: 'Metadata.loan_campaign', value: 'loan_campaign=autumn' },
    { field: 'MessageStream', value: 'broadcast' },
  ],
  providerMessageId: MESSAGE.MessageID,
  isMachine: false,
};
const READER = {
  Recipient: 'Borrower@Example.com',
  ReceivedAt: '2025-11-20T23:40:00.3963933-05:00',
  Client: { Name: 'Chrome 35.0.1916.153', Company: 'Google', Family: 'Chrome' },
  OS: { Name: 'OS X 10.7 Lion', Company: 'Apple Computer, Inc.', Family: 'OS X 10' },
  Platform: 'Desktop',
  UserAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_7_5) AppleWebKit/537.36',
  Geo: {},
};
const OPEN = { ...MESSAGE, ...READER, RecordType: 'Open', FirstOpen: true, ReadSeconds: 5 };
const CLICK = {
  ...MESSAGE,
  ...READER,
  RecordType: 'Click',
  ClickLocation: 'HTML',
  OriginalLink: 'https://example.com/pay',
};
const BOUNCE = {
  ...MESSAGE,
  RecordType: 'Bounce',
  ID: 4_323_372_036_854_775,
  Type: 'HardBounce',
  TypeCode: 1,
  Email: 'Borrower@Example.com',
  From: 'lender@example.org',
  BouncedAt: '2025-11-21T04:40:00Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Payment reminder',
};
const CHANGE = {
  ...MESSAGE,
  RecordType: 'SubscriptionChange',
  ServerID: 123_456,
  ChangedAt: '2025-11-21T04:40:00.416071Z',
  Recipient: 'Borrower@Example.com',
  Origin: 'Recipient',
  SuppressSending: true,
  SuppressionReason: 'ManualSuppression',
};

const parse = (event: unknown) => readBatch(Buffer.from(JSON.stringify(event)), postmarkReader);
const only = (event: object) => {
  const batch = parse(event);
  if (batch.kind !== 'parsed' || batch.events[0] === undefined) throw new Error(JSON.stringify(batch));
  return batch.events[0].event;
};
const DERIVED = expect.stringMatching(/^sha256:/);
const IGNORED = { kind: 'parsed', events: [], ignoredCount: 1, unreadable: [] };

it.each([
  ['Open', OPEN, { type: 'open', occurredAt: '2025-11-21T04:40:00.396Z' }],
  [
    'Open by Apple’s privacy protection',
    { ...OPEN, UserAgent: 'Mozilla/5.0' },
    { type: 'open', occurredAt: '2025-11-21T04:40:00.396Z', isMachine: true },
  ],
  ['Click', CLICK, { type: 'click', occurredAt: '2025-11-21T04:40:00.396Z', url: 'https://example.com/pay' }],
  [
    'Bounce',
    BOUNCE,
    { providerEventId: '4323372036854775', type: 'bounce', bounceType: 'hard', occurredAt: '2025-11-21T04:40:00.000Z' },
  ],
  ['SubscriptionChange', CHANGE, { type: 'unsubscribe', occurredAt: '2025-11-21T04:40:00.416Z' }],
  [
    'SubscriptionChange after a complaint',
    { ...CHANGE, SuppressionReason: 'SpamComplaint' },
    { type: 'complaint', occurredAt: '2025-11-21T04:40:00.416Z' },
  ],
  [
    'SubscriptionChange after a hard bounce',
    { ...CHANGE, SuppressionReason: 'HardBounce' },
    { type: 'bounce', bounceType: 'hard', occurredAt: '2025-11-21T04:40:00.416Z' },
  ],
])('%s', (_, event, expected) => {
  expect(only(event)).toEqual({ ...OF_MESSAGE, providerEventId: DERIVED, ...expected });
});

it.each([
  ['HardBounce', 'hard'],
  ['BadEmailAddress', 'hard'],
  ['ManuallyDeactivated', 'hard'],
  ['SoftBounce', 'soft'],
  ['Transient', 'soft'],
  ['DnsError', 'soft'],
  ['Blocked', 'soft'],
  ['SpamNotification', 'soft'],
  ['Unknown', null],
  ['Invented', null],
])('a bounce of type %s is %s', (Type, bounceType) => {
  expect(only({ ...BOUNCE, Type })).toMatchObject({ type: 'bounce', bounceType });
});

it('reads a bounce that is an unsubscribe request as an unsubscribe', () => {
  expect(only({ ...BOUNCE, Type: 'Unsubscribe' })).toMatchObject({ type: 'unsubscribe', bounceType: null });
});

it.each(['AutoResponder', 'AddressChange', 'Subscribe', 'ChallengeVerification', 'OpenRelayTest'])(
  'ignores a bounce of type %s, which is not a delivery failure',
  (Type) => expect(parse({ ...BOUNCE, Type })).toEqual(IGNORED),
);

it.each([
  { RecordType: 'SpamComplaint', Type: 'SpamComplaint' },
  { RecordType: 'Bounce', Type: 'SpamComplaint' },
])('reads %j as a complaint', (fields) => {
  expect(only({ ...BOUNCE, ...fields })).toMatchObject({ type: 'complaint', bounceType: null });
});

it('ignores other records, and the reactivation of an address', () => {
  expect(parse({ ...MESSAGE, RecordType: 'Delivery', Recipient: 'a@example.com', DeliveredAt: '' })).toEqual(IGNORED);
  expect(parse({ RecordType: 'Inbound', FromFull: {} })).toEqual(IGNORED);
  expect(parse({ ...CHANGE, SuppressSending: false, SuppressionReason: null, Tag: null, Metadata: {} })).toEqual(
    IGNORED,
  );
});

it('distinguishes two clicks on two links at the same time, and an open', () => {
  const ids = [CLICK, { ...CLICK, OriginalLink: 'https://example.com/other' }, { ...CLICK, RecordType: 'Open' }];
  expect(new Set(ids.map((event) => only(event).providerEventId)).size).toBe(3);
});

it('accepts an event without a message id, as in a manual suppression', () => {
  expect(only({ ...CHANGE, MessageID: null })).toMatchObject({ type: 'unsubscribe', providerMessageId: null });
});

it.each(['0001-01-01T00:00:00Z', '2025-02-30T00:00:00Z', '2025-11-21', '2025-11-21T04:40:00', 'now', 1_763_700_000])(
  'cannot read an event with the time %s',
  (ReceivedAt) => expect(parse({ ...OPEN, ReceivedAt })).toMatchObject({ events: [], unreadable: [{ position: 0 }] }),
);
