import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { LosslessNumber, parse } from 'lossless-json';
import { expect, it } from 'vitest';
import { parseExactJson } from './parse-exact-json.js';

/** The value, or the message of the error. */
function outcome(read: (text: string) => unknown, text: string): unknown {
  try {
    return { value: read(text) };
  } catch (error) {
    return { error: String(error) };
  }
}

function expectSame(text: string): void {
  const [found, expected] = [outcome(parseExactJson, text), outcome(parse, text)];
  // Unlike `toStrictEqual`, this accepts an own key `constructor`.
  if (!isDeepStrictEqual(found, expected)) expect(found).toStrictEqual(expected);
}

const digits = fc.stringMatching(/^\d{1,30}$/);
const numeral = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,30}$/)),
    fc.option(digits, { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), digits), { nil: undefined }),
  )
  .map(([sign, whole, fraction, exponent]) =>
    [sign, whole, fraction === undefined ? '' : `.${fraction}`, exponent?.join('') ?? ''].join(''),
  );
const escaped = fc.oneof(
  fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0000', '\\ud83d\\ude00', '\\uDEAD'),
  fc.stringMatching(/^[0-9a-fA-F]{4}$/).map((hex) => `\\u${hex}`),
);
const plain = fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text).slice(1, -1));
const string = fc.array(fc.oneof(plain, escaped, numeral), { maxLength: 4 }).map((parts) => `"${parts.join('')}"`);
const key = fc.oneof(string, fc.constantFrom('"a"', '"amount"', '"__proto__"', '"constructor"', '"\\u0061"', '""'));
const space = fc.stringMatching(/^[ \n\r\t]{0,2}$/);
const { json } = fc.letrec<{ json: string; value: string }>((tie) => ({
  json: fc.tuple(space, tie('value'), space).map((parts) => parts.join('')),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(numeral, string, fc.constantFrom('true', 'false', 'null')),
    fc.tuple(space, fc.array(tie('json'), { maxLength: 4 })).map(([gap, items]) => `[${items.join(',') || gap}]`),
    fc
      .tuple(space, fc.array(fc.tuple(space, key, space, tie('json')), { maxLength: 4 }))
      .map(([gap, members]) => `{${members.map(([a, name, b, one]) => `${a}${name}${b}:${one}`).join(',') || gap}}`),
  ),
}));

it('equals lossless-json on any JSON: numbers, escapes, Unicode, white space, nesting, keys given twice', () => {
  fc.assert(fc.property(json, expectSame), { numRuns: 2_000 });
});

it('equals lossless-json on a JSON text that was damaged, error included', () => {
  const damage = fc.tuple(json, fc.nat(), fc.nat(3), fc.string({ unit: 'binary', maxLength: 2 }));
  const damaged = damage.map(([text, where, length, put]) => {
    const at = where % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + length);
  });
  fc.assert(fc.property(damaged, expectSame), { numRuns: 2_000 });
});

it.each([
  ...[
    '',
    ' ',
    '{',
    '[',
    '"',
    '"\\',
    '"a',
    '-',
    '01',
    '1.',
    '.5',
    '1e',
    '+1',
    '--1',
    '1-1',
    'NaN',
    'tru',
    'nullx',
    '1 2',
  ],
  ...[
    '[1,]',
    '[,1]',
    '{"a":1,}',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    "{'a':1}",
    '[1}',
    '\ufeff1',
    '"\t"',
    '"\\x"',
    '"\\u12"',
  ],
  ...[
    '{"a":1,"a":1}',
    '{"a":1,"a":2}',
    '{"a":1,"a":1.0}',
    '{"__proto__":{"a":1}}',
    '{"toString":1}',
    '{"a":null,"a":null}',
  ],
  ...[
    '"\u007f\u2028\ud800"',
    '"😀 é"',
    '[[[[[[1.10]]]]]]',
    '{"a":{"b":[{"c":-0.00}]}}',
    '12345678901234567890.123456789e-400',
  ],
])('equals lossless-json on %j', (text) => {
  expectSame(text);
});

it('keeps every digit of a number', () => {
  expect(parseExactJson('{"amount": 90071992547409.910000}')).toEqual({
    amount: new LosslessNumber('90071992547409.910000'),
  });
});
