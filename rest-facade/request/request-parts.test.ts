import { expect, it } from 'vitest';
import { queryOf } from './request-parts.js';

it.each([
  ['/a', []],
  ['/a?', []],
  [
    '/a?limit=1&to=2026-11-20',
    [
      ['limit', '1'],
      ['to', '2026-11-20'],
    ],
  ],
  ['/a?id=1&id=2&id=3', [['id', ['1', '2', '3']]]],
  [
    '/a?__proto__=1&constructor=2',
    [
      ['__proto__', '1'],
      ['constructor', '2'],
    ],
  ],
  [
    '/a?x=%zz&y=%20',
    [
      ['x', '%zz'],
      ['y', ' '],
    ],
  ],
])('the query of %s', (url, query) => {
  expect(Object.entries(queryOf(url))).toEqual(query);
});

it('a name that is sent thousands of times keeps every value, in order', () => {
  const values = Array.from({ length: 8_000 }, (_, n) => String(n));
  expect(queryOf(`/a?${values.map((value) => `n=${value}`).join('&')}`)).toEqual({ n: values });
});
