import { describe, expect, it } from 'vitest';
import { SECRET_NAMES } from './schema.js';
import { freshSecrets, withFreshTokenKey } from './secrets.js';

describe('a new set of secrets', () => {
  it('has everything that production requires, and never the same twice', async () => {
    const [one, other] = [await freshSecrets(), await freshSecrets()];
    expect(Object.keys(one).toSorted()).toEqual([...SECRET_NAMES].toSorted());
    for (const name of SECRET_NAMES) expect(one[name]).not.toBe(other[name]);
  });
});

describe('a rotated token key', () => {
  it('signs first, and the earlier ones stay for what they signed', async () => {
    const before = JSON.parse((await freshSecrets()).TOKEN_SIGNING_KEYS).keys;
    const after = JSON.parse(await withFreshTokenKey(JSON.stringify({ keys: before }))).keys;
    expect(after.slice(1)).toEqual(before);
    expect(after[0].kid).not.toBe(before[0].kid);
  });
});
