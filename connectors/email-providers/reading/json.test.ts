import { expect, it } from 'vitest';
import { jsonOf } from './json.js';

const read = (text: string) => jsonOf(Buffer.from(text));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

it('parses 64 levels and no more', () => {
  expect(read(nested(64)).kind).toBe('json');
  expect(read(nested(65))).toEqual({ kind: 'malformed', reason: 'too_deep' });
  expect(read(`{"a":${nested(64)}}`)).toEqual({ kind: 'malformed', reason: 'too_deep' });
});

it('counts levels, not brackets', () => {
  const wide = `[${Array(1_000).fill('[{}]').join()}]`;
  expect(read(wide)).toEqual({ kind: 'json', value: JSON.parse(wide) });
});

it('ignores brackets in strings and after an escaped quote', () => {
  const value = { url: `"${'['.repeat(100)}\\"{${'{'.repeat(100)}\\`, ['[['.repeat(100)]: 'é"' };
  expect(read(JSON.stringify(value))).toEqual({ kind: 'json', value });
});

it('skips a byte order mark', () => {
  expect(read('\ufeff{}')).toEqual({ kind: 'json', value: {} });
});
