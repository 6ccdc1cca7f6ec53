import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isGuessable } from './secret-strength.js';

it.each([
  'a'.repeat(32),
  '0'.repeat(64),
  'changeme'.repeat(4),
  'ab'.repeat(40),
  '0123456789abcdef'.repeat(4),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'zyxwvutsrqponmlkjihgfedcba9876543210',
  `${'x'.repeat(40)}7Qz!`,
  Buffer.alloc(32, 'q').toString('base64url'),
  Buffer.alloc(48, 'abc').toString('base64'),
  'the-secret-the-secret-the-secret-1',
])('%s is guessable', (secret) => {
  expect(isGuessable(secret)).toBe(true);
});

it('16 random bytes or more are accepted in any encoding: none of many random values is taken for a pattern', () => {
  for (let count = 0; count < 20_000; count += 1) {
    const bytes = randomBytes(16 + (count % 48));
    const texts = [bytes.toString('hex'), ...(bytes.length >= 24 ? [bytes.toString('base64')] : [])];
    for (const secret of texts) expect(isGuessable(secret), secret).toBe(false);
  }
});
