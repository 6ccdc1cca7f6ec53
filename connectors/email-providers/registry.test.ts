import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { EmailProviders } from './registry.js';
import { received, type SentRequest } from './senders/sender.js';
import { createSenders } from './senders/senders.js';

const NOW = Temporal.Instant.from('2025-11-21T04:41:00Z');
const senders = createSenders();
const providers = new EmailProviders(senders.map(({ provider }) => provider));
const recognized = (request: SentRequest) => providers.recognize(received(request))?.code;

it('knows its providers by their codes', () => {
  expect(providers.codes).toEqual(['sendgrid', 'mailgun', 'postmark', 'generic']);
  for (const { code, provider } of senders) expect(providers.byCode(code)).toBe(provider);
  for (const code of ['', 'SendGrid', 'sparkpost', '__proto__']) expect(providers.byCode(code)).toBeUndefined();
});

it.each(senders)('recognizes $code by its headers and its body, and by its body alone', (sender) => {
  const request = sender.send(sender.click('e-1'), NOW);
  expect(recognized(request)).toBe(sender.code);
  expect(recognized({ ...request, headers: {} })).toBe(sender.code);
});

it('recognizes a signed body that cannot be read by its headers', () => {
  for (const sender of senders.filter(({ signsBody }) => signsBody)) {
    const { headers } = sender.send(sender.click('e-1'), NOW);
    expect(recognized({ headers, rawBody: Buffer.from('not JSON') })).toBe(sender.code);
  }
});

it('recognizes nothing in what is nobody’s', () => {
  for (const body of ['', '{}', '[]', '[[]]', '[null]', 'null', '7', '{"event":"open"}', 'event=open', '{"a":']) {
    expect(
      recognized({ headers: { 'content-type': 'application/json' }, rawBody: Buffer.from(body) }),
      body,
    ).toBeUndefined();
  }
});
