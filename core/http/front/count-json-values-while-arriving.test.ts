import { expect, it } from 'vitest';
import { ValueCount } from './count-json-values-while-arriving.js';
import { shapeFault } from './json-depth-size-and-repeated-members.js';

it.each([
  ['{}', 0],
  ['[1,2,3]', 2],
  ['{"a":[{"b":1},{}],"c":"x,[{"}', 2],
  ['{"a\\"":"\\\\","b":"\\\\\\",[,","c":[[]]}', 2],
  ['["é,","😀,{","\\u0022,"]', 2],
])(
  'in %s it counts %i, in pieces of any size, and refuses nothing that the check of the whole body accepts',
  (text, commas) => {
    const bytes = Buffer.from(text);
    expect(() => JSON.parse(text)).not.toThrow();
    for (let most = 0; most < 8; most += 1) {
      const isTooMany = shapeFault(text, { deepest: 64, mostValues: most })?.kind === 'too_many';
      for (let size = 1; size <= bytes.length; size += 1) {
        const count = new ValueCount(most);
        let fits = true;
        for (let at = 0; at < bytes.length; at += size) fits = count.add(bytes.subarray(at, at + size));
        expect([most, size, fits]).toEqual([most, size, commas <= most]);
        if (!fits) expect(isTooMany).toBe(true);
      }
    }
  },
);
