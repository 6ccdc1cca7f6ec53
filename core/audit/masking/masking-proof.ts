import type { Database } from '../../db/database.js';
import type { KeyedDigests } from '../../secrets/keyed-digests.js';
import { SEALING } from '../sealing/seal-entries.js';
import { maskingText } from './mask-card-numbers-already-written.js';
import { type Masking, maskingsOf } from './masking.store.js';

/**
 * Why an entry differs from its sealed hash: it was masked, it was changed, or the key that would decide is missing.
 */
export type MaskingProof = 'masked' | 'changed' | 'unproven';

/** An entry's hash in its seal, and its present hash. */
export interface ChangedHash {
  readonly entryId: string;
  readonly sealed: string;
  readonly now: string;
}

/** For each entry, whether a chain of maskings leads from its sealed hash to its present one. */
export async function masked(
  db: Database,
  macs: KeyedDigests,
  changed: readonly ChangedHash[],
): Promise<ReadonlyMap<string, MaskingProof>> {
  if (changed.length === 0) return new Map();
  const all = await db.many(SEALING, maskingsOf, { entryIds: changed.map(({ entryId }) => entryId) });
  return new Map(
    changed.map((one) => [
      one.entryId,
      proofOf(
        macs,
        one,
        all.filter((m) => m.entryId === one.entryId),
      ),
    ]),
  );
}

function proofOf(macs: KeyedDigests, { sealed, now }: ChangedHash, maskings: readonly Masking[]): MaskingProof {
  let hash = sealed;
  for (let step = 0; step < maskings.length && hash !== now; step += 1) {
    const next = maskings.find(({ previousHash }) => previousHash === hash);
    if (next === undefined) return 'changed';
    const proof = macs.compare(next.mac, maskingText(next));
    if (proof !== 'same') return proof === 'unknown_key' ? 'unproven' : 'changed';
    hash = next.hash;
  }
  return hash === now ? 'masked' : 'changed';
}
