import { expect, it } from 'vitest';
import { readBatch } from '../reading/batch.js';
import { genericReader } from './events.js';

const EVENT = {
  id: 'e-1',
  occurred_at: '2025-11-21T05:40:00.5+01:00',
  recipient: 'Borrower@Example.com',
  message_id: 'm-1',
  campaign_id: 'autumn',
};
const OF_EVENT = {
  providerEventId: 'e-1',
  bounceType: null,
  recipient: 'borrower@example.com',
  url: null,
  occurredAt: '2025-11-21T04:40:00.500Z',
  campaignReferences: [{ field: 'campaign_id', value: 'autumn' }],
  providerMessageId: 'm-1',
  isMachine: false,
};

const parse = (body: unknown) => readBatch(Buffer.from(JSON.stringify(body)), genericReader);
const one = (event: unknown) => ({ kind: 'parsed', events: [{ position: 0, event }], ignoredCount: 0, unreadable: [] });

it.each([
  ['open', { event_type: 'open' }, { type: 'open' }],
  ['open by a machine', { event_type: 'open', is_machine: true }, { type: 'open', isMachine: true }],
  ['click', { event_type: 'click', url: 'https://example.com/pay' }, { type: 'click', url: 'https://example.com/pay' }],
  ['hard bounce', { event_type: 'bounce', bounce_type: 'hard' }, { type: 'bounce', bounceType: 'hard' }],
  ['soft bounce', { event_type: 'bounce', bounce_type: 'soft' }, { type: 'bounce', bounceType: 'soft' }],
  ['bounce of unknown type', { event_type: 'bounce', bounce_type: 'medium' }, { type: 'bounce' }],
  ['unsubscribe', { event_type: 'unsubscribe' }, { type: 'unsubscribe' }],
  ['click on a script URL', { event_type: 'click', url: 'javascript:alert(1)' }, { type: 'click', url: null }],
  ['click on a data URL', { event_type: 'click', url: ' data:text/html,x' }, { type: 'click', url: null }],
  ['click on a text that is not a URL', { event_type: 'click', url: 'https://' }, { type: 'click', url: null }],
  ['open with a url and a bounce type', { event_type: 'open', url: 'x', bounce_type: 'hard' }, { type: 'open' }],
  ['unsubscribe by a machine', { event_type: 'unsubscribe', is_machine: true }, { type: 'unsubscribe' }],
])('%s', (_, fields, expected) => {
  expect(parse({ ...EVENT, ...fields })).toEqual(one({ ...OF_EVENT, ...expected }));
});

it('accepts one event or a list of events', () => {
  const event = { ...EVENT, event_type: 'open' };
  expect(parse([event])).toEqual(parse(event));
  expect(parse([event, { ...event, event_type: 'delivered' }, { ...event, recipient: 'nobody' }, 7])).toMatchObject({
    events: [{ position: 0, event: { providerEventId: 'e-1' } }],
    ignoredCount: 1,
    unreadable: [{ position: 2 }, { position: 3 }],
  });
});

it.each([
  'Ann <ann@example.com>',
  'ann@example.com, ben@example.com',
  'ann@example.com;ben@example.com',
  'ann@example.com ben@example.com',
  'mailto:ann@example.com',
  'ann@@example.com',
  '@example.com',
  'ann@',
])('rejects a recipient that is not a single plain address: %s', (recipient) => {
  expect(parse({ ...EVENT, event_type: 'open', recipient })).toMatchObject({
    events: [],
    unreadable: [{ position: 0, reason: 'recipient: invalid_format' }],
  });
});

it('accepts numeric identifiers', () => {
  const event = { ...EVENT, event_type: 'open', id: 7, message_id: 8, campaign_id: 9 };
  const identified = {
    providerEventId: '7',
    providerMessageId: '8',
    campaignReferences: [{ field: 'campaign_id', value: '9' }],
  };
  expect(parse(event)).toMatchObject({ events: [{ event: identified }] });
});

it('stores no card number: null in an optional identifier, masked in other fields', () => {
  const event = {
    ...EVENT,
    event_type: 'click',
    id: 'pan 4000056655665556',
    message_id: 'card 4000 0566 5566 5556',
    url: 'https://example.com/?card=4000-0566-5566-5556',
    recipient: 'visa-4000056655665556@example.com',
    campaign_id: 'card 4000056655665556',
  };
  const read = parse(event);
  expect(read).toMatchObject({
    events: [
      {
        event: {
          providerMessageId: null,
          url: 'https://example.com/?card=[card number]',
          recipient: 'visa-[card number]@example.com',
          campaignReferences: [{ field: 'campaign_id', value: 'card [card number]' }],
        },
      },
    ],
  });
  expect(JSON.stringify(read)).not.toMatch(/5665/);
});

it('masks bare digits in a link and removes invisible characters', () => {
  const event = {
    ...EVENT,
    event_type: 'click',
    url: 'https://example.com/4000056655665556',
    recipient: 'a\u200b@example.com',
  };
  const kept = { url: 'https://example.com/[card number]', recipient: 'a@example.com' };
  expect(parse(event)).toMatchObject({ events: [{ event: kept }] });
});

it('keeps bare digits in identifiers', () => {
  const event = { ...EVENT, event_type: 'open', id: '4000056655665556', recipient: '4000056655665556@example.com' };
  const kept = { providerEventId: '4000056655665556', recipient: '4000056655665556@example.com' };
  expect(parse(event)).toMatchObject({ events: [{ event: kept }] });
});
