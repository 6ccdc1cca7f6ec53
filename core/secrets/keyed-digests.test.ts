import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { KeyedDigests } from './keyed-digests.js';

const key = () => randomBytes(32).toString('base64url');
const [OLD, NEW] = [key(), key()];

it('recognizes its text and reveals nothing of it; two digests of one text differ', () => {
  const digests = new KeyedDigests([NEW], 'tests');
  const digest = digests.of('grace@example.com');
  expect(digest).not.toContain('grace');
  expect(digests.of('grace@example.com')).not.toBe(digest);
  expect(digests.compare(digest, 'grace@example.com')).toBe('same');
  expect(digests.compare(digest, 'Grace@example.com')).toBe('different');
  for (const wrong of ['', 'none', `${digest}0`, digest.replace(/\.[0-9a-f]{16}\./, `.${'0'.repeat(16)}.`)]) {
    expect(digests.compare(wrong, 'grace@example.com')).toBe('different');
  }
});

it('is made with the first key and compared with any; another purpose gives another digest', () => {
  const digest = new KeyedDigests([OLD], 'tests').of('grace@example.com');
  const both = new KeyedDigests([NEW, OLD], 'tests');
  expect([both.compare(digest, 'grace@example.com'), both.isCurrent(digest)]).toEqual(['same', false]);
  expect(both.isCurrent(both.of('x'))).toBe(true);
  for (const other of [new KeyedDigests([NEW], 'tests'), new KeyedDigests([OLD], 'another')]) {
    expect(other.compare(digest, 'grace@example.com')).toBe('unknown_key');
  }
});

it('is `none` without a key', () => {
  expect(new KeyedDigests([], 'tests').of('grace@example.com')).toBe('none');
});
