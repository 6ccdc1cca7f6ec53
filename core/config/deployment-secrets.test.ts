import { expect, it } from 'vitest';
import { freshDeployment, SECRET_HOLDERS } from './deployment-secrets.js';
import { parsePartKey, parsePartKeySet, publicPartKey, SIGNING_PARTS } from './part-keys.js';

it('every new set of secrets differs, and none needs quotes', async () => {
  const [one, other] = [await freshDeployment(), await freshDeployment()];
  for (const holder of SECRET_HOLDERS) {
    const others = new Map(Object.entries(other[holder]));
    for (const [name, value] of Object.entries(one[holder])) {
      expect(value).toMatch(/^[\w-]+$/);
      expect(value).not.toBe(others.get(name));
    }
  }
});

it('each part has its own key, all have the public ones, and the shared variables hold no private key', async () => {
  const { compose, ...parts } = await freshDeployment();
  const own = SIGNING_PARTS.map((part) => parsePartKey(parts[part].INTERNAL_SIGNING_KEY));
  expect(parsePartKeySet(compose.INTERNAL_VERIFICATION_KEYS).keys).toEqual(own.map(publicPartKey));
  expect(new Set(own.map(({ d }) => d)).size).toBe(SIGNING_PARTS.length);
  for (const shared of [compose.TOKEN_VERIFICATION_KEYS, compose.INTERNAL_VERIFICATION_KEYS]) {
    expect(Buffer.from(shared, 'base64url').toString()).not.toContain('"d"');
  }
});
