import { expect, it } from 'vitest';
import { shapeFault } from './json-shape.js';
import { ValueCount } from './value-count.js';

const texts = [
  '{}',
  '[1,2,3]',
  '{"a":[{"b":1},{}],"c":"x,[{"}',
  '{"a\\"":"\\\\","b":"\\\\\\",[,","c":[[]]}',
  '["é,","😀{","\\u0022,"]',
];

it.each(texts)('counts the values of %s as the look at the whole text does, in pieces of any size', (text) => {
  const bytes = Buffer.from(text);
  for (let most = 0; most < 12; most += 1) {
    const isTooMany = shapeFault(text, { deepest: 64, mostValues: most }) === 'too_many';
    for (let size = 1; size <= bytes.length; size += 1) {
      const count = new ValueCount(most);
      let fits = true;
      for (let at = 0; at < bytes.length; at += size) fits = count.add(bytes.subarray(at, at + size));
      expect([most, size, fits]).toEqual([most, size, !isTooMany]);
    }
  }
});
