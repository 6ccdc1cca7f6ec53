import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { received, type Sender, type SentRequest } from '../../test/support/email-senders/sender.js';
import { createSenders } from '../../test/support/email-senders/senders.js';
import { createGeneric } from './generic/generic.js';
import { EmailProviders } from './registry.js';

const NOW = Temporal.Instant.from('2025-11-21T04:41:00Z');
const at = (seconds: number) => NOW.add({ seconds });
const senders = createSenders();
const strangers = createSenders();

const verify = (sender: Sender, request: SentRequest) => sender.provider.verify(received(request), NOW);

describe.each(senders)('$code › verify', (sender) => {
  const genuine = () => sender.send(sender.click('e-1'), NOW);
  const stranger = strangers.find(({ code }) => code === sender.code) ?? sender;

  it('accepts the provider’s signature', () => {
    expect(verify(sender, genuine())).toMatchObject({ kind: 'verified' });
  });

  it('refuses another sender’s signature', () => {
    const forged = stranger.send(sender.click('e-1'), NOW);
    expect(verify(stranger, forged)).toMatchObject({ kind: 'verified' });
    expect(verify(sender, forged)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/_mismatch$/) });
  });

  it('refuses any other spelling of the signature', () => {
    for (const request of sender.misspell(genuine())) {
      expect(verify(sender, request).kind, JSON.stringify(request)).not.toBe('verified');
    }
  });

  it('is unsigned without a signature', () => {
    const rawBody = Buffer.from(JSON.stringify(sender.code === 'mailgun' ? { 'event-data': {} } : sender.click('e-1')));
    expect(verify(sender, { headers: {}, rawBody })).toEqual({ kind: 'unsigned', reason: 'no_signature' });
    expect(verify(sender, { headers: { authorization: 'Bearer token' }, rawBody }).kind).toBe('unsigned');
  });

  it('accepts both keys during a rotation, and no others', () => {
    const rotating = sender.rotating();
    expect(rotating.verify(received(genuine()), NOW)).toMatchObject({ kind: 'verified' });
    const forged = stranger.send(sender.click('e-1'), NOW);
    expect(rotating.verify(received(forged), NOW).kind).toBe('refused');
  });

  it('is unsigned when no key is configured', () => {
    expect(sender.keyless.verify(received(genuine()), NOW)).toEqual({ kind: 'unsigned', reason: 'no_key' });
  });

  it('never accepts another provider’s request', () => {
    for (const other of senders.filter(({ code }) => code !== sender.code)) {
      expect(verify(sender, other.send(other.click('e-1'), NOW)).kind, other.code).not.toBe('verified');
    }
  });

  it('never accepts another provider’s signature on its own body', () => {
    for (const other of senders.filter(({ code }) => code !== sender.code)) {
      const { headers } = other.send(other.click('e-1'), NOW);
      const rawBody = Buffer.from(JSON.stringify(sender.click('e-1')));
      expect(verify(sender, { headers, rawBody }).kind, other.code).not.toBe('verified');
    }
  });

  it('never accepts a request with a header missing, empty or repeated', () => {
    const { headers, rawBody } = genuine();
    for (const name of Object.keys(headers).filter((header) => header !== 'content-type')) {
      const value = headers[name] as string;
      const { [name]: _, ...without } = headers;
      for (const changed of [without, { ...without, [name]: '' }, { ...without, [name]: [value, value] }]) {
        expect(verify(sender, { headers: changed, rawBody }).kind, name).not.toBe('verified');
      }
    }
  });

  it('answers any headers and any bytes', () => {
    const { headers } = genuine();
    const names = [...Object.keys(headers), 'authorization', '__proto__', 'constructor'];
    const header = fc.oneof(fc.string(), fc.constantFrom(...Object.values(headers)), fc.array(fc.string()));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), header), fc.uint8Array(), (some, bytes) => {
        const request = { headers: { ...headers, ...some }, rawBody: Buffer.from(bytes) };
        expect(['refused', 'rejected', 'unsigned', 'verified']).toContain(verify(sender, request).kind);
        const providers = new EmailProviders([sender.provider]);
        providers.namedBy(received(request));
        providers.lookingLike(received(request));
      }),
      { numRuns: 300 },
    );
  });
});

describe.each(senders.filter(({ signsTime }) => signsTime))('$code › verify, if the time is signed', (sender) => {
  it('accepts a request 300 s old (Mailgun: eight hours) or 300 s ahead, and refuses one that is a second beyond', () => {
    const oldest = sender.code === 'mailgun' ? 8 * 3_600 : 300;
    const signedAt = (seconds: number) => verify(sender, sender.send(sender.click('e-1'), at(seconds)));
    expect(signedAt(-oldest)).toMatchObject({ kind: 'verified' });
    expect(signedAt(300)).toMatchObject({ kind: 'verified' });
    expect(signedAt(-oldest - 1)).toEqual(
      sender.code === 'mailgun'
        ? { kind: 'rejected', reason: 'too_old', isGenuine: true }
        : { kind: 'refused', reason: 'timestamp_too_old' },
    );
    expect(signedAt(301)).toEqual({ kind: 'refused', reason: 'timestamp_too_new' });
  });
});

describe.each(senders.filter(({ signsBody }) => signsBody))('$code › verify, if the body is signed', (sender) => {
  const genuine = () => sender.send(sender.click('e-1'), NOW);

  it('refuses the signature of another body', () => {
    const { headers } = genuine();
    const { rawBody } = sender.send(sender.click('e-2'), NOW);
    expect(verify(sender, { headers, rawBody })).toEqual({ kind: 'refused', reason: 'signature_mismatch' });
  });

  it('refuses a body with any single byte changed, added or removed', () => {
    const { headers, rawBody } = genuine();
    for (let position = 0; position < rawBody.length; position += 7) {
      const changed = Buffer.from(rawBody);
      changed[position] = (changed[position] ?? 0) ^ 1;
      const gone = Buffer.concat([rawBody.subarray(0, position), rawBody.subarray(position + 1)]);
      for (const body of [changed, gone]) {
        expect(verify(sender, { headers, rawBody: body })).toEqual({ kind: 'refused', reason: 'signature_mismatch' });
      }
    }
    const added = { headers, rawBody: Buffer.concat([rawBody, Buffer.from(' ')]) };
    expect(verify(sender, added)).toEqual({ kind: 'refused', reason: 'signature_mismatch' });
  });
});

it('generic › verifies signatures of the Standard Webhooks library', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const rawBody = Buffer.from('[{"event_type":"open","recipient":"zoë@example.com"}]');
  const headers = {
    'webhook-id': 'm-1',
    'webhook-timestamp': String(NOW.epochMilliseconds / 1_000),
    'webhook-signature': new Webhook(secret).sign('m-1', new Date(NOW.epochMilliseconds), rawBody.toString()),
  };
  const provider = createGeneric({ secrets: [secret] });
  expect(provider.verify(received({ headers, rawBody }), NOW)).toEqual({ kind: 'verified', replay: null });
});

describe('sendgrid, generic › verify', () => {
  const [sendGrid, , , generic] = senders as [Sender, Sender, Sender, Sender];

  it.each([
    [sendGrid, 'x-twilio-email-event-webhook-timestamp'],
    [generic, 'webhook-timestamp'],
  ])('refuses a timestamp that is changed or not a number of seconds', (sender, name) => {
    const { headers, rawBody } = sender.send(sender.click('e-1'), NOW);
    const timestamp = String(headers[name]);
    const later = String(Number(timestamp) + 1);
    const faults = [
      `0${timestamp}`,
      `${timestamp}.0`,
      `+${timestamp}`,
      ` ${timestamp}`,
      `${timestamp}000`,
      '1e9',
      'now',
    ];
    const answer = (value: string) => verify(sender, { headers: { ...headers, [name]: value }, rawBody });
    expect(answer(later)).toEqual({ kind: 'refused', reason: 'signature_mismatch' });
    for (const fault of faults) expect(answer(fault)).toEqual({ kind: 'refused', reason: 'timestamp_malformed' });
  });

  it('refuses a signed body that is not UTF-8, if bytes are signed as text', () => {
    const { headers } = generic.send(generic.click('e-1'), NOW);
    const rawBody = Buffer.from([0x22, 0xff, 0x22]);
    expect(verify(generic, { headers, rawBody })).toEqual({ kind: 'refused', reason: 'body_not_utf8' });
  });

  it('refuses an incomplete signature', () => {
    for (const sender of [sendGrid, generic]) {
      const { headers, rawBody } = sender.send(sender.click('e-1'), NOW);
      for (const name of Object.keys(headers)) {
        const { [name]: _, ...without } = headers;
        const answer = verify(sender, { headers: without, rawBody });
        expect(answer, name).toEqual({ kind: 'refused', reason: 'signature_incomplete' });
      }
    }
  });
});
