import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the process that starts the product loads only Node’s own modules: a bundler would change NODE_ENV for everything after it', () => {
  const source = readFileSync(new URL('prepare.mjs', import.meta.url), 'utf8');
  const imported = [...source.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, name = '']) => name);
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((name) => !/^(?:node:|\.\/)/.test(name))).toEqual([]);
});
