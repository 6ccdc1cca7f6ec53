import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { received, type SentRequest } from '../../test/support/email-senders/sender.js';
import { createSenders } from '../../test/support/email-senders/senders.js';
import { EmailProviders } from './registry.js';

const NOW = Temporal.Instant.from('2025-11-21T04:41:00Z');
const senders = createSenders();
const providers = new EmailProviders(senders.map(({ provider }) => provider));
const recognized = (request: SentRequest) => {
  const one = received(request);
  return (providers.namedBy(one) ?? providers.lookingLike(one))?.code;
};

it('finds its providers by their codes', () => {
  expect(providers.codes).toEqual(['sendgrid', 'mailgun', 'postmark', 'generic']);
  for (const { code, provider } of senders) expect(providers.byCode(code)).toBe(provider);
  for (const code of ['', 'SendGrid', 'sparkpost', '__proto__']) expect(providers.byCode(code)).toBeUndefined();
});

it.each(senders)('recognizes $code by its headers and its body, and by its body alone', (sender) => {
  const request = sender.send(sender.click('e-1'), NOW);
  expect(recognized(request)).toBe(sender.code);
  expect(recognized({ ...request, headers: {} })).toBe(sender.code);
});

it('recognizes an unreadable signed body by its headers', () => {
  for (const sender of senders.filter(({ signsBody }) => signsBody)) {
    const { headers } = sender.send(sender.click('e-1'), NOW);
    expect(recognized({ headers, rawBody: Buffer.from('not JSON') })).toBe(sender.code);
  }
});

it('recognizes nothing in a body of no provider', () => {
  for (const body of ['', '{}', '[]', '[[]]', '[null]', 'null', '7', '{"event":"open"}', 'event=open', '{"a":']) {
    expect(
      recognized({ headers: { 'content-type': 'application/json' }, rawBody: Buffer.from(body) }),
      body,
    ).toBeUndefined();
  }
});

it('reads headers before it parses anything, whichever provider they name', () => {
  for (const sender of senders.filter(({ code }) => code !== 'mailgun')) {
    const { headers, rawBody } = sender.send(sender.click('e-1'), NOW);
    const request = received({ headers, rawBody });
    for (const name of ['body', 'sample'])
      Object.defineProperty(request, name, { get: () => expect.unreachable('the body was parsed') });
    const provider = providers.namedBy(request);
    expect([provider?.code, provider?.verify(request, NOW).kind]).toEqual([sender.code, 'verified']);
  }
});

it('reads each blank once: a megabyte of blanks belongs to no provider', () => {
  const blanks = ' \n'.repeat(500_000);
  for (const body of [blanks, `\uFEFF${blanks}`, `[${blanks}`, `${blanks}[${blanks}`])
    expect(recognized({ headers: { 'webhook-signature': '' }, rawBody: Buffer.from(body) })).toBeUndefined();
  expect(recognized({ headers: {}, rawBody: Buffer.from(`\uFEFF${blanks}[${blanks}{"event_type":"open"}]`) })).toBe(
    'generic',
  );
});

it('recognizes a large call by its first event, and parses no more of it', () => {
  const large = (first: string) => Buffer.from(`${first},${'{},'.repeat(50_000)} no JSON`);
  const generic = '[ {"event_type":"open","text":"\\"}]{[,"}';
  expect(recognized({ headers: {}, rawBody: large(generic) })).toBe('generic');
  expect(recognized({ headers: {}, rawBody: large('[{"event":"open","timestamp":1}') })).toBe('sendgrid');
  expect(recognized({ headers: {}, rawBody: large('{"RecordType":"Open"}') })).toBe('postmark');
  expect(
    recognized({ headers: {}, rawBody: large(`[{"event_type":"open","many":[${'1,'.repeat(1_000)}1]}`) }),
  ).toBeUndefined();
});
