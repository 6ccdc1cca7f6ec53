import { expect, it } from 'vitest';
import { queryOf } from './parts.js';

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

it('a name that is sent thousands of times is kept in one list, and each value put into it once', () => {
  const times = 8_000;
  const { push } = Array.prototype;
  const lists = new Set<unknown>();
  let put = 0;
  Array.prototype.push = function (this: unknown[], ...items: unknown[]) {
    if (String(items[0]).startsWith('value-')) {
      lists.add(this);
      put += items.length;
    }
    return push.apply(this, items);
  };
  try {
    const query = queryOf(`/a?${Array.from({ length: times }, (_, n) => `n=value-${n}`).join('&')}`);
    expect(query['n']).toHaveLength(times);
  } finally {
    Array.prototype.push = push;
  }
  expect({ lists: lists.size, put }).toEqual({ lists: 1, put: times - 2 }); // the first two make the list
});
