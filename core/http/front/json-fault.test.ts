import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonFaultAt } from './json-fault.js';

it.each([
  ['', 0],
  ['  ', 2],
  ['{', 1],
  ['{"a":1', 6],
  ['{"a":1,}', 7],
  ['{a:1}', 1],
  ["{'a':1}", 1],
  ['{"a" 1}', 5],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['{"a":1}}', 7],
  ['{"a":01}', 6],
  ['{"a":.5}', 5],
  ['{"a":1.}', 7],
  ['{"a":1e}', 7],
  ['{"a":-}', 6],
  ['{"a":NaN}', 5],
  ['{"a":nul}', 8],
  ['{"a":tru', 8],
  ['{"a":"b', 7],
  ['{"a":"b\n"}', 7],
  ['{"a":"\\x"}', 7],
  ['{"a":"\\u12g4"}', 10],
  ['// a comment\n{}', 0],
])('%j stops being JSON at %i', (text, at) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFaultAt(text)).toBe(at);
});

it('never finds a fault in text that JSON.parse accepts', () => {
  const damaged = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.string({ unit: 'binary', maxLength: 2 }))
    .map(
      ([text, at, noise]) => text.slice(0, at % (text.length + 1)) + noise + text.slice((at % (text.length + 1)) + 1),
    );
  fc.assert(
    fc.property(fc.oneof(fc.json(), damaged), (text) => {
      if (parses(text)) expect(jsonFaultAt(text)).toBe(text.length);
    }),
    { numRuns: 2_000 },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
