import { type PartSignatures, partSignatures } from '../../core/auth/part-signatures.js';
import { keyText } from '../../core/config/key-text.js';
import {
  freshPartKey,
  partKeySetText,
  publicPartKey,
  SIGNING_PARTS,
  type SigningPart,
} from '../../core/config/part-keys.js';

/** A key pair of each part, as one deployment has them: what a part holds, and what one that only answers does. */
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
