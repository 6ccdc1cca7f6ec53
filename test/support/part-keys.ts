import { type PartSignatures, partSignatures } from '../../core/auth/part-signing-keys.js';
import { keyText } from '../../core/config/key-text.js';
import {
  freshPartKey,
  partKeySetText,
  publicPartKey,
  SIGNING_PARTS,
  type SigningPart,
} from '../../core/config/part-keys.js';

/** Each part's key pair in one deployment: what a signing part has, and what a part that only verifies has. */
export function deployedParts() {
  const keys = SIGNING_PARTS.map(freshPartKey);
  const INTERNAL_VERIFICATION_KEYS = partKeySetText(keys.map(publicPartKey));
  const settingsOf = (part: SigningPart) => {
    const own = keys[SIGNING_PARTS.indexOf(part)];
    if (own === undefined) throw new Error(`${part} has no key`);
    return { INTERNAL_SIGNING_KEY: keyText(own), INTERNAL_VERIFICATION_KEYS };
  };
  return {
    settingsOf,
    signer: (part: SigningPart): PartSignatures => partSignatures(settingsOf(part)),
    verifier: (): PartSignatures => partSignatures({ INTERNAL_VERIFICATION_KEYS }),
  };
}
