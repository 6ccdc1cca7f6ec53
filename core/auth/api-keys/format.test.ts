import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateApiKey, isPrefix, prefixOf } from './format.js';

describe('an API key', () => {
  it('is an 8-character prefix, an underscore and 256 bits in base64url', () => {
    const { prefix, plaintext, hash } = generateApiKey();
    expect(plaintext).toMatch(/^[a-z2-9]{8}_[A-Za-z0-9_-]{43}$/);
    expect(plaintext.slice(0, 8)).toBe(prefix);
    expect(Buffer.from(plaintext.slice(9), 'base64url')).toHaveLength(32);
    expect(hash).toEqual(createHash('sha256').update(plaintext).digest());
  });

  it('never repeats', () => {
    const keys = Array.from({ length: 1_000 }, () => generateApiKey());
    expect(new Set(keys.map((key) => key.prefix)).size).toBe(1_000);
    expect(new Set(keys.map((key) => key.plaintext.slice(9))).size).toBe(1_000);
  });

  it('is recognized by its form', () => {
    const { prefix, plaintext } = generateApiKey();
    expect(prefixOf(plaintext)).toBe(prefix);
    expect(isPrefix(prefix)).toBe(true);
    for (const other of ['', prefix, `${plaintext}x`, `x${plaintext}`, `${plaintext}\n`, plaintext.replace('_', '-')]) {
      expect(prefixOf(other)).toBeUndefined();
    }
    for (const other of ['', 'ABCDEFGH', 'abcdefg', 'abcdefgh2', 'abcdefg\n', 'abcdefgh\n', '00000000']) {
      expect(isPrefix(other)).toBe(false);
    }
  });
});
