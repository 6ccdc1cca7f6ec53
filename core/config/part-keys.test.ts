import { expect, it } from 'vitest';
import { deployedParts } from '../../test/support/part-keys.js';
import { InternalTokens } from '../auth/internal-token.js';
import { partSignatures } from '../auth/part-signing-keys.js';
import { ANONYMOUS } from '../principal/principal.js';
import { systemClock } from '../time/clock.js';
import { keyText } from './key-text.js';
import {
  derivedPartKey,
  freshPartKey,
  type PartKey,
  type PartKeySet,
  parsePartKey,
  parsePartKeySet,
  partKeySetText,
  withNewestPartKey,
  withNewPartKey,
} from './part-keys.js';

it('a part’s key is replaced while parts restart one by one: no step refuses a valid signature', async () => {
  const settings = deployedParts().settingsOf('rest');
  const [old, before] = [
    parsePartKey(settings.INTERNAL_SIGNING_KEY),
    parsePartKeySet(settings.INTERNAL_VERIFICATION_KEYS),
  ];
  const fresh = freshPartKey('rest');
  const added = withNewPartKey(before, fresh);
  const retired = withNewestPartKey(added, 'rest');
  expect(retired.keys.map(({ kid }) => kid)).not.toContain(old.kid);
  expect(retired.keys).toHaveLength(before.keys.length);
  expect(withNewestPartKey(retired, 'rest')).toEqual(retired);

  // In each step, the signing and the verifying part may each have been restarted or not.
  const steps: readonly (readonly [signing: PartKey, verifying: PartKeySet])[] = [
    [old, before],
    [old, added],
    [fresh, added],
    [fresh, retired],
  ];
  for (const [signing, verifying] of steps) {
    const INTERNAL_VERIFICATION_KEYS = partKeySetText(verifying.keys);
    const signer = partSignatures({ INTERNAL_SIGNING_KEY: keyText(signing) });
    const token = await new InternalTokens({ signatures: signer, clock: systemClock }).sign(ANONYMOUS, 'gateway');
    const verifier = new InternalTokens({
      signatures: partSignatures({ INTERNAL_VERIFICATION_KEYS }),
      clock: systemClock,
    });
    expect(await verifier.verifierFor('gateway').verify(token)).toEqual(ANONYMOUS);
  }
  const outdated = new InternalTokens({
    signatures: partSignatures({ INTERNAL_SIGNING_KEY: keyText(old) }),
    clock: systemClock,
  });
  const last = partSignatures({ INTERNAL_VERIFICATION_KEYS: partKeySetText(retired.keys) });
  expect(
    await new InternalTokens({ signatures: last, clock: systemClock })
      .verifierFor('gateway')
      .verify(await outdated.sign(ANONYMOUS, 'gateway')),
  ).toBeUndefined();
});

it('from one secret come the same pairs in every process, another for each part', () => {
  const [one, same, other] = [derivedPartKey('s', 'rest'), derivedPartKey('s', 'rest'), derivedPartKey('s', 'worker')];
  expect(one).toEqual(same);
  expect(one.d).not.toBe(other.d);
  expect(derivedPartKey('t', 'rest').d).not.toBe(one.d);
});

it('is written in base64url, and also read as JSON; halves that do not match are refused', () => {
  const [key, other] = [freshPartKey('gateway'), freshPartKey('gateway')];
  expect(parsePartKey(keyText(key))).toEqual(key);
  expect(parsePartKey(JSON.stringify(key))).toEqual(key);
  for (const wrong of [
    { ...key, x: other.x },
    { ...key, kid: 'payments.1' },
    { ...key, d: undefined },
    { ...key, crv: 'X25519' },
  ]) {
    expect(() => parsePartKey(JSON.stringify(wrong))).toThrow();
  }
});
