import { expect, it } from 'vitest';
import { readBatch } from '../reading/batch.js';
import { sendGridReader } from './events.js';

/** Payloads as in https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event. */
const MESSAGE = {
  email: 'Borrower@Example.com',
  timestamp: 1_763_700_000,
  'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  category: ['payment reminder'],
};
const OF_MESSAGE = {
  bounceType: null,
  recipient: 'borrower@example.com',
  url: null,
  occurredAt: '2025-11-21T04:40:00.000Z',
  campaignReferences: [{ field: 'category', value: 'payment reminder' }],
  providerMessageId: MESSAGE.sg_message_id,
  isMachine: false,
};
const READER = {
  useragent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
};
const OPEN = { ...MESSAGE, ...READER, event: 'open', sg_event_id: 'open', sg_content_type: 'html', ip: '192.0.2.7' };
const CLICK = {
  ...MESSAGE,
  ...READER,
  event: 'click',
  sg_event_id: 'click',
  url: 'https://example.com/pay?a=1',
  url_offset: { index: 0, type: 'html' },
};
const BOUNCE = {
  ...MESSAGE,
  event: 'bounce',
  sg_event_id: 'bounce',
  reason: '550 5.1.1 The email account does not exist.',
  status: '5.1.1',
  tls: 1,
  type: 'bounce',
};

const parse = (...events: unknown[]) => readBatch(Buffer.from(JSON.stringify(events)), sendGridReader);
const only = (event: object) => {
  const batch = parse(event);
  if (batch.kind !== 'parsed' || batch.events[0] === undefined) throw new Error(JSON.stringify(batch));
  return batch.events[0].event;
};

it.each([
  ['open', OPEN, { type: 'open' }],
  ['open by Apple’s privacy protection', { ...OPEN, sg_machine_open: true }, { type: 'open', isMachine: true }],
  ['open by a person, according to SendGrid', { ...OPEN, sg_machine_open: false }, { type: 'open' }],
  ['click', CLICK, { type: 'click', url: 'https://example.com/pay?a=1' }],
  [
    'click by a scanner',
    { ...CLICK, useragent: 'BarracudaCentral/1.0' },
    { type: 'click', url: CLICK.url, isMachine: true },
  ],
  ['bounce', BOUNCE, { type: 'bounce', bounceType: 'hard' }],
  ['bounce: blocked', { ...BOUNCE, type: 'blocked' }, { type: 'bounce', bounceType: 'soft' }],
  ['unsubscribe', { ...MESSAGE, event: 'unsubscribe', sg_event_id: 'unsubscribe' }, { type: 'unsubscribe' }],
  [
    'group_unsubscribe',
    {
      ...MESSAGE,
      ...READER,
      event: 'group_unsubscribe',
      sg_event_id: 'group',
      asm_group_id: 10,
      url: 'https://example.com/u',
    },
    { type: 'unsubscribe' },
  ],
])('%s', (_, event, expected) => {
  expect(only(event)).toEqual({ ...OF_MESSAGE, providerEventId: event.sg_event_id, ...expected });
});

it.each([
  ['Invalid Address', 'hard'],
  ['Mailbox Unavailable', 'hard'],
  ['Unclassified', 'hard'],
  ['Technical', 'soft'],
  ['Technical Failure', 'soft'],
  ['technical', 'soft'],
  ['Content', 'soft'],
  ['Reputation', 'soft'],
  ['Frequency/Volume', 'soft'],
  ['Frequency or Volume Too High', 'soft'],
])('a bounce classified as %s is %s', (classification, bounceType) => {
  expect(only({ ...BOUNCE, bounce_classification: classification })).toMatchObject({ bounceType });
});

it('classifies a bounce without type or classification by its status', () => {
  const { type: _, ...bounce } = BOUNCE;
  expect(only({ ...bounce, status: '4.2.2' })).toMatchObject({ bounceType: 'soft' });
  expect(only(bounce)).toMatchObject({ bounceType: 'hard' });
});

it('ignores deliveries and events that do not belong to a message', () => {
  const types = ['processed', 'dropped', 'delivered', 'deferred', 'group_resubscribe', 'invented'];
  const account = {
    event: 'account_status_change',
    sg_event_id: 'a',
    timestamp: 1_709_142_428,
    type: 'compliance_suspend',
  };
  const batch = parse(...types.map((event) => ({ ...MESSAGE, event })), account, { event: 'constructor' });
  expect(batch).toEqual({ kind: 'parsed', events: [], ignoredCount: types.length + 2, unreadable: [] });
});

it('reads a spam report as a complaint', () => {
  expect(only({ ...MESSAGE, event: 'spamreport' })).toMatchObject({ type: 'complaint', bounceType: null });
});

it('reads the other events of a call with an unreadable one', () => {
  expect(parse(OPEN, { ...CLICK, email: 7 }, null, 'open', { email: 'a@b.c' }, CLICK)).toMatchObject({
    events: [{ event: { type: 'open' } }, { event: { type: 'click' } }],
    unreadable: [
      { position: 1, reason: 'email: invalid_type' },
      { position: 2, reason: 'not an object' },
      { position: 3, reason: 'not an object' },
      { position: 4, reason: 'event: missing' },
    ],
  });
});

it('names the campaign: single send, marketing campaign, custom arguments, categories, in this order', () => {
  const { campaignReferences } = only({
    ...OPEN,
    category: ['newuser', 'newuser', 'transactional'],
    loan_campaign: 'autumn',
    marketing_campaign_id: 12_345,
    marketing_campaign_name: 'not an identifier',
    singlesend_id: 'single-send',
    singlesend_name: 'not an identifier',
    newsletter: { newsletter_id: '1943530' },
  });
  expect(campaignReferences).toEqual([
    { field: 'singlesend_id', value: 'single-send' },
    { field: 'marketing_campaign_id', value: '12345' },
    { field: 'category', value: 'newuser' },
    { field: 'category', value: 'transactional' },
    { field: 'custom_args.loan_campaign', value: 'loan_campaign=autumn' },
  ]);
  expect(only({ ...OPEN, category: 'olduser' }).campaignReferences).toEqual([{ field: 'category', value: 'olduser' }]);
});

it('uses a campaign variable as it is, and a workspace only if it has the form of an id', () => {
  const workspace = '01JD0000000000000000000000';
  const variables = { language: 'en', campaign: 'spring', campaign_id: 7, flag: true, list: [1] };
  expect(only({ ...OPEN, category: [], ...variables, workspace_id: workspace }).campaignReferences).toEqual([
    { field: 'custom_args.workspace_id', value: workspace },
    { field: 'custom_args.campaign', value: 'spring' },
    { field: 'custom_args.campaign_id', value: '7' },
    { field: 'custom_args.language', value: 'language=en' },
  ]);
  const foreign = only({ ...OPEN, category: [], workspace_id: 'crm-7', 'a.workspace_id': workspace });
  expect(foreign.campaignReferences).toEqual([
    { field: 'custom_args.a.workspace_id', value: `a.workspace_id=${workspace}` },
  ]);
});

it('keeps at most fifty references of an event', () => {
  const category = Array.from({ length: 5_000 }, (_, index) => `category ${index}`);
  expect(only({ ...OPEN, category }).campaignReferences).toHaveLength(50);
});

it('accepts the milliseconds of single sends, and seconds as text', () => {
  expect(only({ ...OPEN, timestamp: 1_763_700_000_372 }).occurredAt).toBe('2025-11-21T04:40:00.372Z');
  expect(only({ ...OPEN, timestamp: '1763700000' }).occurredAt).toBe('2025-11-21T04:40:00.000Z');
});

it('has no message for a bounce that came after the SMTP conversation', () => {
  const { sg_message_id: _, ...bounce } = BOUNCE;
  expect(only(bounce)).toMatchObject({ providerMessageId: null, bounceType: 'hard' });
});

it('is malformed unless it is a list, and when more than a thousand events are unreadable; there is no limit on readable ones', () => {
  const body = (value: unknown) => readBatch(Buffer.from(JSON.stringify(value)), sendGridReader);
  expect(body(OPEN)).toEqual({ kind: 'malformed', reason: 'unexpected_shape' });
  expect(body(Array(1_001).fill({}))).toEqual({ kind: 'malformed', reason: 'too_many_unreadable' });
  expect(body(Array(10_001).fill(OPEN))).toMatchObject({ kind: 'parsed', unreadable: [] });
  expect(body([])).toEqual({ kind: 'parsed', events: [], ignoredCount: 0, unreadable: [] });
});
