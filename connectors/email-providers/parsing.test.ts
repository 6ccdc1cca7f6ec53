import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { received, type SentRequest } from '../../test/support/email-senders/sender.js';
import { createSenders } from '../../test/support/email-senders/senders.js';
import type { NormalizedEvent, ParsedBatch } from './port.js';
import { EmailProviders } from './registry.js';

const NOW = Temporal.Instant.from('2025-11-21T04:41:00Z');
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MEGABYTES_10 = 10_000_000;

describe.each(createSenders())('$code › parse', (sender) => {
  const { provider } = sender;
  const bodyOf = (event: object) => sender.send(event, NOW).rawBody;
  const parse = (body: Buffer | string): ParsedBatch => provider.parse(Buffer.from(body));
  const single = (event: object): NormalizedEvent => {
    const batch = parse(bodyOf(event));
    if (batch.kind !== 'parsed' || batch.events[0] === undefined) throw new Error(JSON.stringify(batch));
    return batch.events[0].event;
  };

  const unreadableOf = (batch: ParsedBatch) => (batch.kind === 'parsed' ? batch.unreadable : []);

  it('recognizes its own events, signed or not', () => {
    const { headers, rawBody } = sender.send(sender.click('e-1'), NOW);
    const providers = new EmailProviders([provider]);
    const recognize = (request: SentRequest) =>
      providers.namedBy(received(request)) ?? providers.lookingLike(received(request));
    expect(recognize({ headers, rawBody })).toBe(provider);
    expect(recognize({ headers: {}, rawBody })).toBe(provider);
  });

  it('reads an event into the normalized form', () => {
    expect(single(sender.click('e-1'))).toMatchObject({
      type: 'click',
      bounceType: null,
      recipient: 'borrower@example.com',
      url: 'https://example.com/pay',
      occurredAt: expect.stringMatching(/^2025-11-21T04:40:00\.\d{3}Z$/),
      isMachine: false,
    });
  });

  it('gives an event the same id each time it is sent, and a different event a different id', () => {
    const ids = ['e-1', 'e-1', 'e-2'].map((id) => single(sender.click(id)).providerEventId);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  it('derives an id from the identifying fields when the provider sends none', () => {
    const { id: _id, sg_event_id: _eventId, ...event } = sender.click('e-1') as Record<string, unknown>;
    const made = single(event).providerEventId;
    expect(made).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(single(Object.fromEntries(Object.entries(event).reverse())).providerEventId).toBe(made);
    for (const key of ['url', 'OriginalLink'].filter((name) => name in event)) {
      expect(single({ ...event, [key]: 'https://example.com/other' }).providerEventId).not.toBe(made);
    }
    for (const key of ['email', 'recipient', 'Recipient'].filter((name) => name in event)) {
      expect(single({ ...event, [key]: 'other@example.com' }).providerEventId).not.toBe(made);
    }
  });

  it('counts and ignores events of other types', () => {
    expect(parse(bodyOf(sender.delivery()))).toEqual({ kind: 'parsed', events: [], ignoredCount: 1, unreadable: [] });
  });

  it('reports why an event is unreadable, without its values', () => {
    for (const event of withoutOne(sender.click('e-1'), ['email', 'recipient', 'Recipient'])) {
      expect(parse(bodyOf(event))).toMatchObject({
        events: [],
        unreadable: [{ position: 0, reason: expect.stringMatching(/^(email|recipient|Recipient): \w+$/) }],
      });
      const [again] = unreadableOf(parse(bodyOf(event)));
      expect(unreadableOf(parse(again?.body ?? ''))).toEqual([again]);
    }
    for (const event of withoutOne(sender.click('e-1'), ['timestamp', 'ReceivedAt', 'occurred_at'])) {
      expect(parse(bodyOf(event))).toMatchObject({ events: [], unreadable: [{ position: 0 }] });
    }
  });

  it.each([
    ['nothing', '', 'not_json'],
    ['half a body', '[{"event":"open"', 'not_json'],
    ['a form', 'event=opened&recipient=a%40example.com&timestamp=1', 'not_json'],
    ['XML', '<?xml version="1.0"?><event/>', 'not_json'],
    ['UTF-16', Buffer.from('[{"event":"open"}]', 'utf16le'), 'not_json'],
    ['bytes that are not UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]), 'not_utf8'],
    ['half of a UTF-8 character', Buffer.from('["é"]').subarray(0, 3), 'not_utf8'],
    ['a number', '7', 'unexpected_shape'],
    ['a text', '"open"', 'unexpected_shape'],
    ['null', 'null', 'unexpected_shape'],
    ['ten megabytes of brackets', '['.repeat(MEGABYTES_10), 'too_deep'],
    ['ten megabytes of texts and brackets', '"[\\"",['.repeat(MEGABYTES_10 / 7), 'too_deep'],
    ['ten megabytes of spaces', ' '.repeat(MEGABYTES_10), 'not_json'],
    ['ten megabytes of one text', `"${'a'.repeat(MEGABYTES_10)}"`, 'unexpected_shape'],
  ])('is malformed for %s', (_, body, reason) => {
    expect(parse(Buffer.from(body))).toEqual({ kind: 'malformed', reason });
  });

  it('answers a body of any depth and any length', () => {
    const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
    const nested = `${'{"event-data":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const long = `[${'1,'.repeat(MEGABYTES_10 / 2)}1]`;
    const { rawBody } = sender.send(
      { ...sender.click('e-1'), url: `https://example.com/${'a'.repeat(MEGABYTES_10)}` },
      NOW,
    );
    for (const body of [deep, nested, long, rawBody]) {
      expect(['parsed', 'malformed']).toContain(parse(Buffer.from(body)).kind);
    }
  });

  it('takes the last of repeated keys, both for what it verifies and for what it reads', () => {
    const body = bodyOf(sender.click('e-1')).toString();
    const repeated = body.replace(/"(event|event_type|RecordType)":"(\w+)"/, '"$1":"delivered","$1":"$2"');
    expect(repeated).not.toBe(body);
    expect(parse(repeated)).toEqual(parse(body));
  });

  it('never throws for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        parse(body);
        new EmailProviders([provider]).lookingLike(received({ headers: {}, rawBody: Buffer.from(body) }));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps only storable values, whatever an event’s fields contain', () => {
    const event = sender.click('e-1');
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom(...STRANGE), fc.double());
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(event), 'campaign_id', 'Metadata', 'tags', 'x'),
        value,
        (key, strange) => {
          const batch = parse(bodyOf({ ...event, [key]: strange }));
          if (batch.kind === 'parsed') for (const { event } of batch.events) expectStorable(event);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

const STRANGE = [
  '\u0000',
  '\ud800',
  'a@b\u0000',
  '',
  'x'.repeat(100_000),
  -1,
  1e308,
  253_402_300_800,
  '9999999999999',
  {},
  [],
];

function expectStorable(event: NormalizedEvent): void {
  const { occurredAt, providerEventId, recipient, url, providerMessageId, campaignReferences } = event;
  expect(occurredAt).toMatch(INSTANT);
  expect(providerEventId).not.toBe('');
  expect(recipient).toContain('@');
  const texts = [providerEventId, recipient, url, providerMessageId, ...campaignReferences.map(({ value }) => value)];
  for (const text of texts.filter((item) => item !== null)) {
    expect(!/\p{Surrogate}/u.test(text) && !text.includes('\u0000') && text.length <= 8_192).toBe(true);
  }
}

function withoutOne(event: object, names: readonly string[]): readonly object[] {
  const [name] = names.filter((key) => key in event);
  if (name === undefined) throw new Error('the event has none of these fields');
  return [undefined, null, '', 7.5, {}, []].map((value) => ({ ...event, [name]: value }));
}
