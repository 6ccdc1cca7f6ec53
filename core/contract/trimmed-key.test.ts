import { expect, it } from 'vitest';
import { idempotencyKey } from './checked-write.js';
import { trimmedKey } from './trimmed-key.js';

it.each([
  ['two blanks at the end', 'dep-7781  '],
  ['a blank at the start', ' dep-7781'],
  ['a no-break space', 'dep-7781\u00a0'],
  ['a tab and a line break', '\tdep-7781\r\n'],
  ['an ideographic space, a line separator, a next line', '\u3000dep-7781\u2028\u0085'],
  ['a byte order mark', '\ufeffdep-7781'],
])('%s is not part of a key', (_, key) => {
  expect(trimmedKey(key)).toBe('dep-7781');
});

it.each(['dep 7781', 'dep\u00a07781', 'Zahlung-à', '\u200bdep', '😀'])('%j stays as it is', (key) => {
  expect(trimmedKey(key)).toBe(key);
});

it('takes no extra time for long runs of blanks', () => {
  const key = `a${' '.repeat(2_000_000)}b`;
  expect(trimmedKey(key)).toBe(key);
});

it.each([
  ['a key of one blank', ' ', false],
  ['a key of a no-break space', '\u00a0', false],
  ['255 characters, and blanks around them', ` ${'x'.repeat(255)}  `, true],
  ['256 characters', 'x'.repeat(256), false],
])('length is measured after trimming: %s', (_, key, isTaken) => {
  expect(idempotencyKey.safeParse(key).success).toBe(isTaken);
});
