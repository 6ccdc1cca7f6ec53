import type { Database } from '../../db/database.js';
import type { KeyedDigests } from '../../secrets/keyed-digests.js';
import { headText } from './hashes.js';
import { SEALING } from './seal-entries.js';
import { heads, lockHead, moveHead } from './sealing.store.js';

export interface RenewedHeads {
  readonly renewed: number;
  /** Signed under a key other than the first one, and left unchanged. */
  readonly underOthers: number;
  /** Heads with a wrong MAC, or one under a missing key. They get no new MAC. */
  readonly unproven: readonly string[];
}

/** Signs the heads of the audit log again under the first key, so that an old key can be retired. */
export async function renewHeads(db: Database, macs: KeyedDigests, changes: boolean): Promise<RenewedHeads> {
  const unproven: string[] = [];
  let [renewed, underOthers] = [0, 0];
  for (const { organizationId } of await db.many(SEALING, heads, {})) {
    await db.transaction(async (tx) => {
      const head = await tx.first(SEALING, lockHead, { organizationId });
      if (head === undefined) return;
      if (macs.compare(head.mac, headText(head)) !== 'same') unproven.push(organizationId);
      else if (macs.isCurrent(head.mac)) return;
      else if (changes) {
        await tx.many(SEALING, moveHead, { ...head, mac: macs.of(headText(head)) });
        renewed += 1;
      } else underOthers += 1;
    });
  }
  return { renewed, underOthers, unproven };
}
