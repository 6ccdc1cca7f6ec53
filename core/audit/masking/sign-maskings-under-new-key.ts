import type { Database } from '../../db/database.js';
import type { KeyedDigests } from '../../secrets/keyed-digests.js';
import { SEALING } from '../sealing/seal-entries.js';
import { maskingText } from './mask-card-numbers-already-written.js';
import { maskingsAfter, renewMasking } from './masking.store.js';

export interface RenewedMaskings {
  readonly renewed: number;
  /** Signed under a key other than the first one, and left unchanged. */
  readonly underOthers: number;
  /** Entries whose masking has a wrong MAC, or one under a missing key. They get no new MAC. */
  readonly unproven: readonly string[];
}

const BATCH_ROWS = 500;

/** Signs the maskings of the audit log again under the first key, so that an old key can be retired. */
export async function renewMaskings(db: Database, macs: KeyedDigests, changes: boolean): Promise<RenewedMaskings> {
  const unproven: string[] = [];
  let [renewed, underOthers] = [0, 0];
  let after = { entryId: '', previousHash: '' };
  for (;;) {
    const maskings = await db.many(SEALING, maskingsAfter, { ...after, limit: BATCH_ROWS });
    for (const masking of maskings) {
      const { entryId, previousHash, mac: was } = masking;
      const text = maskingText(masking);
      if (macs.compare(was, text) !== 'same') unproven.push(entryId);
      else if (macs.isCurrent(was)) continue;
      else if (changes) {
        await db.many(SEALING, renewMasking, { entryId, previousHash, was, mac: macs.of(text) });
        renewed += 1;
      } else underOthers += 1;
    }
    const last = maskings[maskings.length - 1];
    if (last === undefined || maskings.length < BATCH_ROWS) return { renewed, underOthers, unproven };
    after = last;
  }
}
