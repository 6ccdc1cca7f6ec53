import type { Database, Transaction } from '../../db/database.js';
import { systemPrincipal } from '../../principal/principal.js';
import type { KeyedDigests } from '../../secrets/keyed-digests.js';
import type { ServiceParts } from '../../service-parts.js';
import { isoInstant } from '../../time/dates.js';
import { hashOfEntry, hashOfSeal, headText, NO_SEAL_HASH, type SealedEntry } from './hashes.js';
import {
  beginHead,
  chainsToSeal,
  entriesToSeal,
  entriesWithoutSeal,
  everyChain,
  type Head,
  horizon,
  insertSeal,
  isPlaced,
  lockHead,
  moveHead,
  movePass,
  readPass,
} from './sealing.store.js';

export interface SealingParts extends Pick<ServiceParts, 'db' | 'clock'> {
  /** For heads, under a key that is not in the database. */
  readonly macs: KeyedDigests;
}

/** The head of an organization's chain: its latest seal. */
export interface SealedHead {
  /** Empty: acts that belong to no organization. */
  readonly organizationId: string;
  readonly sequence: number;
  readonly hash: string;
}

export interface SealingPass {
  /** Rows that were sealed. */
  readonly entries: number;
  /** Heads that moved. */
  readonly heads: readonly SealedHead[];
  /** Chains that have seals but no head: they cannot be continued. */
  readonly headless: readonly string[];
}

export const SEALING = systemPrincipal('audit-sealing');
/** Entries per seal, and so per transaction. */
const MOST_ENTRIES = 1_000;

/**
 * Seals the entries written since the last pass, chain by chain, up to the oldest transaction that may still write:
 * no row of an earlier transaction can appear behind a seal later. Each seal is its own transaction. If a pass is
 * killed, the next one continues after the last seal. When two passes run at once, one waits at the head and then
 * finds nothing to do.
 */
export async function sealEntries(parts: SealingParts, mostEntries = MOST_ENTRIES): Promise<SealingPass> {
  const { db } = parts;
  if (!(await db.first(SEALING, isPlaced, {}))?.placed) return { entries: 0, heads: [], headless: [] };
  const from = (await db.first(SEALING, readPass, {}))?.throughXid ?? -1;
  const below = await horizonOf(db);
  const isRestart = below < from;
  const next = { from: isRestart ? -1 : from, mostEntries };
  const chains = isRestart
    ? await db.many(SEALING, everyChain, {})
    : await db.many(SEALING, chainsToSeal, { fromXid: from, belowXid: below });
  const heads: SealedHead[] = [];
  const headless: string[] = [];
  let entries = 0;
  for (const { organizationId } of chains) {
    for (;;) {
      const sealed = await db.transaction((tx) => sealNext(tx, parts, { organizationId, ...next }));
      if (sealed === 'headless') headless.push(organizationId);
      if (sealed === 'headless' || sealed === 'nothing') break;
      entries += sealed.entries;
      heads.push(sealed.head);
    }
  }
  // A chain that could not continue is checked again by every pass.
  if (headless.length === 0) await db.many(SEALING, movePass, { from, to: below });
  return { entries, heads, headless };
}

interface NextSeal {
  readonly organizationId: string;
  /** Every row below it is sealed. */
  readonly from: number;
  readonly mostEntries: number;
}

async function sealNext(
  tx: Transaction,
  { clock, macs }: SealingParts,
  { organizationId, from, mostEntries }: NextSeal,
): Promise<'nothing' | 'headless' | { readonly entries: number; readonly head: SealedHead }> {
  const none = { organizationId, sequence: 0, hash: NO_SEAL_HASH, throughXid: -1, throughId: '' };
  await tx.many(SEALING, beginHead, { organizationId, hash: NO_SEAL_HASH, mac: macs.of(headText(none)) });
  const head = await tx.first(SEALING, lockHead, { organizationId });
  if (head === undefined) return 'headless';
  // Read after taking the lock: the previous holder of the lock used an older horizon.
  const below = await horizonOf(tx);
  const isRestart = head.throughXid > below;
  const entries = isRestart
    ? await tx.many(SEALING, entriesWithoutSeal, { organizationId })
    : await tx.many(SEALING, entriesToSeal, {
        organizationId,
        fromXid: from,
        throughXid: head.throughXid,
        throughId: head.throughId,
        belowXid: below,
        limit: mostEntries,
      });
  if (entries.length === 0 && !isRestart) return 'nothing';
  const isAll = isRestart || entries.length < mostEntries;
  const through = isAll ? { throughXid: below, throughId: '' } : placeOf(entries);
  const next = { ...sealOf(head, entries), ...through, isRestart, sealedAt: isoInstant(clock.now()) };
  const hash = hashOfSeal(next);
  await tx.many(SEALING, insertSeal, { ...next, hash });
  const moved = { organizationId, sequence: next.sequence, hash, ...through };
  await tx.many(SEALING, moveHead, { ...moved, mac: macs.of(headText(moved)) });
  return { entries: entries.length, head: { organizationId, sequence: next.sequence, hash } };
}

function sealOf({ organizationId, sequence, hash }: Head, entries: readonly SealedEntry[]) {
  return {
    organizationId,
    sequence: sequence + 1,
    previousHash: hash,
    entryIds: entries.map(({ id }) => id),
    entryHashes: entries.map(hashOfEntry),
  };
}

function placeOf(entries: readonly SealedEntry[]) {
  const last = entries[entries.length - 1];
  return { throughXid: last?.xid ?? 0, throughId: last?.id ?? '' };
}

async function horizonOf(on: Pick<Database, 'first'>): Promise<number> {
  const read = await on.first(SEALING, horizon, {});
  if (read === undefined) throw new Error('Postgres returned no transaction');
  return read.xid;
}
