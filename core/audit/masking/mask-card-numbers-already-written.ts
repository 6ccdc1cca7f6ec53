import { maskedLine, maskedName } from '../../contract/stored-text.js';
import type { Database } from '../../db/database.js';
import { systemPrincipal } from '../../principal/principal.js';
import type { KeyedDigests } from '../../secrets/keyed-digests.js';
import { maskedJson } from '../../stored-texts/mask-card-numbers-in-json.js';
import type { Clock } from '../../time/clock.js';
import { isoInstant } from '../../time/dates.js';
import { hashOfEntry, type SealedEntry } from '../sealing/hashes.js';
import { entriesAfter, insertMasking, lockEntry, type Masking, maskEntry, writtenJson } from './masking.store.js';

export interface MaskingParts {
  /** Connects as the owner of the tables: the product's own role may not change an entry. */
  readonly db: Database;
  readonly clock: Clock;
  readonly macs: KeyedDigests;
}

export interface MaskingOptions {
  /** False: a dry run, which returns the entries that would be changed. */
  readonly changes: boolean;
  /** Called after each batch with the number of entries read so far. */
  readonly onProgress?: (seen: number) => void;
  readonly batchRows?: number;
}

const MASKING = systemPrincipal('audit-masking');
const BATCH_ROWS = 500;

/**
 * Masks card numbers that earlier versions wrote into the audit log. Each entry is one transaction, which also stores
 * the hashes of the entry before and after masking, so that its seal can still be verified. A run that is killed or
 * repeated masks nothing twice.
 *
 * @returns how many entries were masked
 */
export async function maskEntries(
  parts: MaskingParts,
  { changes, onProgress, batchRows = BATCH_ROWS }: MaskingOptions,
): Promise<number> {
  let [masked, seen, afterId] = [0, 0, ''];
  for (;;) {
    const entries = await parts.db.many(MASKING, entriesAfter, { afterId, limit: batchRows });
    for (const entry of entries) {
      if (isClean(entry)) continue;
      if (!changes || (await maskOne(parts, entry.id))) masked += 1;
    }
    seen += entries.length;
    onProgress?.(seen);
    const last = entries[entries.length - 1];
    if (last === undefined || entries.length < batchRows) return masked;
    afterId = last.id;
  }
}

function maskOne({ db, clock, macs }: MaskingParts, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const was = await tx.first(MASKING, lockEntry, { id });
    if (was === undefined || isClean(was)) return false;
    const { beforeText: before, afterText: after, ...texts } = textsOf(was);
    const expected = { ...was, ...texts, ...(await tx.first(MASKING, writtenJson, { before, after })) };
    const now = await tx.first(MASKING, maskEntry, { id, ...texts, before, after });
    // Do not sign an entry that something in the database (a trigger, say) has changed.
    if (now === undefined || hashOfEntry(now) !== hashOfEntry(expected)) {
      throw new Error(
        `the entry ${id} of the audit log differs from what was written: something in the database changes it`,
      );
    }
    const masking = {
      entryId: id,
      previousHash: hashOfEntry(was),
      hash: hashOfEntry(now),
      organizationId: was.organizationId ?? '',
      maskedAt: isoInstant(clock.now()),
    };
    await tx.many(MASKING, insertMasking, { ...masking, mac: macs.of(maskingText(masking)) });
    return true;
  });
}

function textsOf(entry: SealedEntry) {
  const { actor, actorName, issuer, requestId, subject, beforeText, afterText } = entry;
  return {
    actor: maskedLine(actor),
    actorName: orNull(maskedName, actorName),
    issuer: orNull(maskedLine, issuer),
    requestId: orNull(maskedName, requestId),
    subject: maskedName(subject),
    beforeText: orNull(maskedJson, beforeText),
    afterText: orNull(maskedJson, afterText),
  };
}

function orNull<T extends string>(mask: (text: string) => T, text: string | null): T | null {
  return text === null ? null : mask(text);
}

function isClean(entry: SealedEntry): boolean {
  const texts = textsOf(entry);
  return Object.entries(texts).every(([name, text]) => text === Reflect.get(entry, name));
}

/** The text over which the MAC of a masking is computed. */
export function maskingText({ entryId, previousHash, hash, organizationId, maskedAt }: Omit<Masking, 'mac'>): string {
  return JSON.stringify(['masking.1', entryId, previousHash, hash, organizationId, maskedAt]);
}
