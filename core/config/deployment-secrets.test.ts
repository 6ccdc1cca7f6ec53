import { expect, it } from 'vitest';
import { freshDeployment } from './deployment-secrets.js';
import { parsePartKey, parsePartKeySet, publicPartKey, SIGNING_PARTS } from './part-keys.js';

it('every new set of secrets differs, and none needs quotes', async () => {
  const [one, other] = [await freshDeployment(), await freshDeployment()];
  const [values, others] = [one, other].map((set) => Object.values(set).flatMap((file) => Object.values(file)));
  for (const value of values ?? []) {
    expect(value).toMatch(/^[\w-]+$/);
    expect(others).not.toContain(value);
  }
  expect(values).toHaveLength(11);
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
