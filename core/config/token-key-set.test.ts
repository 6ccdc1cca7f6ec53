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
/** Verifies only; cannot issue. */
const verifierWith = (keys: TokenKeySet) =>
  loadTokenKeys({ verificationKeys: tokenKeysText(publicTokenKeys(keys)), ...common });

it('a key is replaced while parts restart one by one: no step refuses a valid token', async () => {
  const before = await freshTokenKeys();
  const added = await withNewKey(before);
  const promoted = withLastKeySigning(added);
  const retired = withSigningKeyOnly(promoted);
  expect(retired.keys).toEqual(added.keys.slice(1));

  // The signing and the verifying part may each have been restarted or not. The tokens of the second-last step expire
  // before the last.
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

it('with only the public keys a part verifies and cannot issue; without any it accepts no token', async () => {
  const keys = await freshTokenKeys();
  const [issuer, verifier, neither] = [await partWith(keys), await verifierWith(keys), await loadTokenKeys(common)];
  expect(verifier.jwks).toEqual(issuer.jwks);
  await expect(verifier.sign(KIND, { sub: 'key' }, 60)).rejects.toThrow('no private token keys');
  expect(await neither.verify(KIND, await issuer.sign(KIND, { sub: 'key' }, 60))).toBeUndefined();
});

it('is written without quotes, and also read as JSON', async () => {
  const keys = await freshTokenKeys();
  expect(tokenKeysText(keys)).toMatch(/^[\w-]+$/);
  expect(parseTokenKeys(tokenKeysText(keys))).toEqual(keys);
  expect(parseTokenKeys(JSON.stringify(keys))).toEqual(keys);
});
