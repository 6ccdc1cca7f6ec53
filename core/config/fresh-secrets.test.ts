import { expect, it } from 'vitest';
import { SECRET_NAMES } from './schema.js';
import { freshSecrets } from './secrets.js';

it('a new set of secrets has everything that production requires, never the same twice, and needs no quotes anywhere', async () => {
  const [one, other] = [await freshSecrets(), await freshSecrets()];
  expect(Object.keys(one).toSorted()).toEqual([...SECRET_NAMES].toSorted());
  for (const name of SECRET_NAMES) {
    expect(one[name]).not.toBe(other[name]);
    expect(one[name]).toMatch(/^[\w-]+$/);
  }
});
