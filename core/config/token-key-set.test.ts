import { expect, it } from 'vitest';
import { loadTokenKeys } from '../auth/token-keys.js';
import { systemClock } from '../clock.js';
import {
  freshTokenKeys,
  parseTokenKeys,
  type TokenKeySet,
  tokenKeysText,
  withLastKeySigning,
  withNewKey,
  withSigningKeyOnly,
} from './token-key-set.js';

const KIND = { type: 'at+jwt', audience: 'tributary' };
const partWith = (keys: TokenKeySet) =>
  loadTokenKeys({ signingKeys: tokenKeysText(keys), issuer: 'https://tributary.test', clock: systemClock });

it('a key is replaced while parts are restarted one by one: no good token is refused in any step', async () => {
  const before = await freshTokenKeys();
  const added = await withNewKey(before);
  const promoted = withLastKeySigning(added);
  const retired = withSigningKeyOnly(promoted);
  expect(retired.keys).toEqual(added.keys.slice(1));

  // Who signs, and who verifies, may have been restarted or not; tokens of the second last step are waited out before the last.
  const steps: readonly (readonly [signing: TokenKeySet, verifying: TokenKeySet])[] = [
    ...[before, added].flatMap((one) => [before, added].map((other) => [one, other] as const)),
    ...[added, promoted].flatMap((one) => [added, promoted].map((other) => [one, other] as const)),
    ...[promoted, retired].flatMap((one) => [promoted, retired].map((other) => [one, other] as const)),
  ];
  for (const [signing, verifying] of steps) {
    const token = await (await partWith(signing)).sign(KIND, { sub: 'key' }, 3_600);
    expect(await (await partWith(verifying)).verify(KIND, token)).toMatchObject({ sub: 'key' });
  }
});

it('is told without quotes, and read as JSON too', async () => {
  const keys = await freshTokenKeys();
  expect(tokenKeysText(keys)).toMatch(/^[\w-]+$/);
  expect(parseTokenKeys(tokenKeysText(keys))).toEqual(keys);
  expect(parseTokenKeys(JSON.stringify(keys))).toEqual(keys);
});
