import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('nothing but Node’s own runs in the process that starts the product: a bundler changes NODE_ENV for all that comes after', () => {
  const source = readFileSync(new URL('prepare.mjs', import.meta.url), 'utf8');
  const imported = [...source.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, name = '']) => name);
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((name) => !/^(?:node:|\.\/)/.test(name))).toEqual([]);
});
