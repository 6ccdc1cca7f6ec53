import { parsePartKey, parsePartKeySet, partOfKey } from './part-keys.js';
import type { Settings } from './schema.js';
import { mayIssue, type ProcessNeeds } from './secrets-needed-by-process.js';
import { parsePublicTokenKeys, parseTokenKeys } from './token-key-set.js';

type KeySettings = Pick<
  Settings,
  'NODE_ENV' | 'TOKEN_SIGNING_KEYS' | 'TOKEN_VERIFICATION_KEYS' | 'INTERNAL_SIGNING_KEY' | 'INTERNAL_VERIFICATION_KEYS'
>;

/**
 * One sentence for each key that this process must not have, or that does not match the public keys. Keys are never
 * shown.
 */
export function keyFaults(settings: KeySettings, use: ProcessNeeds): readonly string[] {
  return [...tokenKeyFaults(settings, use), ...(use.part === undefined ? [] : partKeyFaults(settings, use.part))];
}

/** In development all parts share one data folder, and a part that only verifies ignores the private halves. */
function tokenKeyFaults(settings: KeySettings, use: ProcessNeeds): readonly string[] {
  const { NODE_ENV, TOKEN_SIGNING_KEYS: signing, TOKEN_VERIFICATION_KEYS: verification } = settings;
  if (signing === undefined) return [];
  if (NODE_ENV === 'production' && !mayIssue(use)) {
    return [
      'TOKEN_SIGNING_KEYS: must not be set here: only `serve rest` issues tokens, other parts take TOKEN_VERIFICATION_KEYS',
    ];
  }
  if (verification === undefined) return [];
  const known = parsePublicTokenKeys(verification).keys;
  const isKnown = parseTokenKeys(signing).keys.every(({ kid, x, y }) =>
    known.some((key) => key.kid === kid && key.x === x && key.y === y),
  );
  return isKnown ? [] : ['TOKEN_VERIFICATION_KEYS: must have the public half of every key of TOKEN_SIGNING_KEYS'];
}

function partKeyFaults(settings: KeySettings, part: NonNullable<ProcessNeeds['part']>): readonly string[] {
  const { NODE_ENV, INTERNAL_SIGNING_KEY: signing, INTERNAL_VERIFICATION_KEYS: verification } = settings;
  const own = signing === undefined ? undefined : parsePartKey(signing);
  if (own !== undefined && partOfKey(own) !== part) {
    return [`INTERNAL_SIGNING_KEY: must not be set here: it is the key of ${partOfKey(own)}, this is ${part}`];
  }
  if (own === undefined || verification === undefined) {
    // In production a missing half is reported as missing; elsewhere it would be combined with a generated half.
    const isHalf = part !== 'subgraph' && (own === undefined) !== (verification === undefined);
    return isHalf && NODE_ENV !== 'production'
      ? ['INTERNAL_SIGNING_KEY: must be set together with INTERNAL_VERIFICATION_KEYS']
      : [];
  }
  const isOurs = parsePartKeySet(verification).keys.some(({ kid, x }) => kid === own.kid && x === own.x);
  return isOurs ? [] : ['INTERNAL_VERIFICATION_KEYS: must have the public half of INTERNAL_SIGNING_KEY'];
}
