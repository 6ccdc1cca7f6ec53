import { expect, it } from 'vitest';
import { loadTokenKeys } from '../auth/token-keys.js';
import { systemClock } from '../time/clock.js';
import {
  freshTokenKeys,
  parseTokenKeys,
  publicTokenKeys,
  type TokenKeySet,
  tokenKeysText,
  withLastKeySigning,
  withNewKey,
  withSigningKeyOnly,
} from './token-key-set.js';

const KIND = { type: 'at+jwt', audience: 'tributary' };
const common = { issuer: 'https://tributary.test', clock: systemClock };
const partWith = (keys: TokenKeySet) => loadTokenKeys({ signingKeys: tokenKeysText(keys), ...common });
/** One that issues nothing. */
const verifierWith = (keys: TokenKeySet) =>
  loadTokenKeys({ verificationKeys: tokenKeysText(publicTokenKeys(keys)), ...common });

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
    expect(await (await verifierWith(verifying)).verify(KIND, token)).toMatchObject({ sub: 'key' });
  }
});

it('a part with the public keys alone verifies, and cannot issue; one without any takes nothing', async () => {
  const keys = await freshTokenKeys();
  const [issuer, verifier, neither] = [await partWith(keys), await verifierWith(keys), await loadTokenKeys(common)];
  expect(verifier.jwks).toEqual(issuer.jwks);
  await expect(verifier.sign(KIND, { sub: 'key' }, 60)).rejects.toThrow('no private token keys');
  expect(await neither.verify(KIND, await issuer.sign(KIND, { sub: 'key' }, 60))).toBeUndefined();
});

it('is told without quotes, and read as JSON too', async () => {
  const keys = await freshTokenKeys();
  expect(tokenKeysText(keys)).toMatch(/^[\w-]+$/);
  expect(parseTokenKeys(tokenKeysText(keys))).toEqual(keys);
  expect(parseTokenKeys(JSON.stringify(keys))).toEqual(keys);
});
