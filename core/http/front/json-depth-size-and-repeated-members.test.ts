import { expect, it } from 'vitest';
import { shapeFault } from './json-depth-size-and-repeated-members.js';

const limits = { deepest: 4, mostValues: 10 };

it.each([
  ['{"a":1,"a":2}', 'repeated_member'],
  ['{"x":{"a":1,"b":2,"\\u0061":3}}', 'repeated_member'],
  ['[{"a":{"b":1}},{"a":{},"a":[]}]', 'repeated_member'],
  ['[[[[[1]]]]]', 'too_deep'],
  ['{"a":{"a":{"a":{"a":{"a":1}}}}}', 'too_deep'],
  [`[${'1,'.repeat(10)}1]`, 'too_many'],
  [`[${'{},'.repeat(5)}{}]`, 'too_many'],
  [`{"q":"{}","v":{${Array.from({ length: 9 }, (_, n) => `"m${n}":1`)}}}`, 'too_many'],
])('%s is %s', (text, fault) => {
  expect(shapeFault(text, limits)?.kind).toBe(fault);
});

it('returns the position of the fault', () => {
  expect(shapeFault('{"a":1,"a":2}', limits)).toEqual({ kind: 'repeated_member', at: 7 });
  expect(shapeFault('[[[[[1]]]]]', limits)).toEqual({ kind: 'too_deep', at: 4 });
});

it.each([
  '{"a":{"a":1},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":"a"}',
  '{"a":"{\\"a\\":[[[[[[,,,,,,,,,,,","b":"\\\\","c":"]"}',
  '[[[[1]]]]',
  `"${','.repeat(100)}"`,
  '{"a" "a" "a"', // the parser refuses it
  '"\\',
  '',
])('%s is left to the parser', (text) => {
  expect(shapeFault(text, limits)).toBeUndefined();
});

it('stops at the first member over the limit in a large body', () => {
  let looks = 0;
  const body = `[${'{},'.repeat(100_000)}{}]`;
  const lookAt = (at: number) => {
    looks += 1;
    return body.charCodeAt(at);
  };
  const text = new Proxy(Object(body), {
    get: (whole, name) => (name === 'charCodeAt' ? lookAt : Reflect.get(whole, name, whole)),
  });
  expect(shapeFault(text, limits)?.kind).toBe('too_many');
  expect(looks).toBeLessThan(100);
});
