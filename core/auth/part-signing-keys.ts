import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { parsePartKey, parsePartKeySet, partOfKey, type SigningPart } from '../config/part-keys.js';

/** The keys with which parts verify each other's tokens. */
export interface PartSignatures {
  /** This part's key; without it, the part cannot sign. */
  readonly own: { readonly part: SigningPart; readonly kid: string; readonly key: KeyObject } | undefined;
  /** The keys of all parts, by id. */
  readonly known: ReadonlyMap<string, { readonly part: SigningPart; readonly key: KeyObject }>;
}

export interface PartSignaturesSource {
  readonly INTERNAL_SIGNING_KEY?: string | undefined;
  readonly INTERNAL_VERIFICATION_KEYS?: string | undefined;
}

/** @param settings - checked by the schema */
export function partSignatures(settings: PartSignaturesSource): PartSignatures {
  const { INTERNAL_SIGNING_KEY: signing, INTERNAL_VERIFICATION_KEYS: verification } = settings;
  const keys = verification === undefined ? [] : parsePartKeySet(verification).keys;
  const known = keys.flatMap(({ kid, kty, crv, x }) => {
    const part = partOfKey({ kid });
    const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    return part === undefined ? [] : [[kid, { part, key }] as const];
  });
  return { own: signing === undefined ? undefined : ownKey(signing), known: new Map(known) };
}

function ownKey(text: string): PartSignatures['own'] {
  const { kid, kty, crv, x, d } = parsePartKey(text);
  const part = partOfKey({ kid });
  if (part === undefined) return undefined;
  return { part, kid, key: createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' }) };
}
