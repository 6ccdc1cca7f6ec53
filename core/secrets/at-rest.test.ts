import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDataKey, SecretNotOpened, type SecretPlace, SecretsAtRest, sealingKeyId } from './at-rest.js';

const key = () => randomBytes(32).toString('base64url');
const [OLD, NEW] = [key(), key()];
const PLACE = ['webhook_endpoint', 'secret', 'org-1', 'row-1'] as const satisfies SecretPlace;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

it('a secret opens unchanged, and its sealed form shows nothing of it', () => {
  const secrets = new SecretsAtRest([NEW]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(secrets.open(secrets.seal(text, PLACE), PLACE)).toEqual({ outcome: 'opened', text });
    }),
  );
  const sealed = secrets.seal(SECRET, PLACE);
  expect(sealed).not.toContain(SECRET);
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('whsec_');
});

it('sealing the same secret twice gives different texts', () => {
  const secrets = new SecretsAtRest([NEW]);
  expect(new Set(Array.from({ length: 100 }, () => secrets.seal(SECRET, PLACE))).size).toBe(100);
});

it('does not open in another row, column, table or organization', () => {
  const secrets = new SecretsAtRest([NEW]);
  const sealed = secrets.seal(SECRET, PLACE);
  const others: readonly SecretPlace[] = [
    ['webhook_endpoint', 'secret', 'org-1', 'row-2'],
    ['webhook_endpoint', 'secret', 'org-2', 'row-1'],
    ['webhook_endpoint', 'next_secret', 'org-1', 'row-1'],
    ['email_sender', 'secret', 'org-1', 'row-1'],
    ['webhook_endpoint', 'secret', 'org-1","row-1'],
    ['webhook_endpoint', 'secret', 'org-1'],
  ];
  for (const other of others) expect(secrets.open(sealed, other)).toEqual({ outcome: 'altered' });
});

it('does not open after a character was changed, removed or added', () => {
  const secrets = new SecretsAtRest([NEW]);
  const sealed = secrets.seal(SECRET, PLACE);
  for (let at = 0; at < sealed.length; at += 1) {
    const flipped = sealed[at] === 'A' ? 'B' : 'A';
    const opened = secrets.open(sealed.slice(0, at) + flipped + sealed.slice(at + 1), PLACE);
    // The last character has bits that belong to no byte.
    if (at < sealed.length - 1) expect(opened.outcome, `character ${at}`).not.toBe('opened');
  }
  for (let length = 0; length < sealed.length - 1; length += 1) {
    expect(secrets.open(sealed.slice(0, length), PLACE)).toEqual({ outcome: 'altered' });
  }
  expect(secrets.open(`${sealed}AAAA`, PLACE)).toEqual({ outcome: 'altered' });
  expect(secrets.open(SECRET, PLACE)).toEqual({ outcome: 'altered' });
});

it('the first key seals, all keys open; a missing key is reported by its id', () => {
  const earlier = new SecretsAtRest([OLD]);
  const sealed = earlier.seal(SECRET, PLACE);
  const both = new SecretsAtRest([NEW, OLD]);
  expect(both.read(sealed, PLACE)).toBe(SECRET);
  expect(sealingKeyId(sealed)).toBe(earlier.keyIds[0]);
  expect(sealingKeyId(both.seal(SECRET, PLACE))).toBe(both.keyIds[0]);
  expect(both.keyIds).toEqual([...new SecretsAtRest([NEW]).keyIds, ...earlier.keyIds]);

  const without = new SecretsAtRest([NEW]);
  expect(without.open(sealed, PLACE)).toEqual({ outcome: 'unknown_key', keyId: earlier.keyIds[0] });
  expect(() => without.read(sealed, PLACE)).toThrow(SecretNotOpened);
  expect(() => without.read(sealed, PLACE)).toThrow(`lacks the key ${earlier.keyIds[0]}`);
  expect(sealingKeyId(SECRET)).toBeUndefined();
});

it('a key has 32 bytes; without a key nothing can be sealed or opened', () => {
  expect(isDataKey(OLD)).toBe(true);
  expect(isDataKey(Buffer.alloc(32, 7).toString('base64'))).toBe(true);
  for (const wrong of ['', 'changeme', OLD.slice(1), `${OLD}A`, randomBytes(31).toString('base64')]) {
    expect(isDataKey(wrong)).toBe(false);
    expect(() => new SecretsAtRest([wrong])).toThrow('32 bytes');
  }
  const none = new SecretsAtRest([]);
  expect(() => none.seal(SECRET, PLACE)).toThrow('nothing can be sealed');
  expect(none.open(new SecretsAtRest([NEW]).seal(SECRET, PLACE), PLACE).outcome).toBe('unknown_key');
});
