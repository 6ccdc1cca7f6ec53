import { describe, expect, it } from 'vitest';
import { identityHashOf, verifiedEmailIn } from './identity.js';

describe('identityHashOf', () => {
  it('differs for another subject, another issuer, and another place of the border between them', () => {
    const hashes = [
      identityHashOf('https://a.test', 'ola'),
      identityHashOf('https://a.test', 'Ola'),
      identityHashOf('https://b.test', 'ola'),
      identityHashOf('https://a.tes', 't","ola'),
    ].map((hash) => Buffer.from(hash).toString('hex'));
    expect(new Set(hashes).size).toBe(4);
    expect(hashes[0]).toBe(Buffer.from(identityHashOf('https://a.test', 'ola')).toString('hex'));
  });
});

describe('verifiedEmailIn', () => {
  it.each([
    [{ email: 'Ola@Example.com ', email_verified: true }, 'ola@example.com'],
    [{ email: 'ola@example.com', email_verified: 'true' }, 'ola@example.com'],
    [{ email: 'ola@example.com', email_verified: false }, undefined],
    [{ email: 'ola@example.com', email_verified: 1 }, undefined],
    [{ email: 'ola@example.com' }, undefined],
    [{ email: ['ola@example.com'], email_verified: true }, undefined],
    [{ email_verified: true }, undefined],
  ])('of %j: %s', (claims, email) => {
    expect(verifiedEmailIn(claims)).toBe(email);
  });
});
