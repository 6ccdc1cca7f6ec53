import { Temporal } from 'temporal-polyfill';
import type { Database } from '../../db/database.js';
import type { KeyedDigests } from '../../secrets/keyed-digests.js';
import { type ChangedHash, masked } from '../masking/masking-proof.js';
import { hashOfEntry, hashOfSeal, headText, NO_SEAL_HASH, type SealedEntry } from '../sealing/hashes.js';
import { SEALING, type SealedHead } from '../sealing/seal-entries.js';
import { type Head, heads } from '../sealing/sealing.store.js';
import {
  entriesByIds,
  headlessChains,
  insertedBetween,
  type Seal,
  sealsAfter,
  waitingForSeal,
} from './verify.store.js';

/** What is wrong, and where. `entry_…` concerns a row of the log, the others its seals. */
export const FINDING_KINDS = [
  'entry_changed',
  'entry_mask_unproven',
  'entry_removed',
  'entry_inserted',
  'entry_backdated',
  'seal_changed',
  'seal_removed',
  'seal_inserted',
  'head_changed',
  'head_removed',
  'head_unproven',
  'head_contradicted',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** Empty: acts that belong to no organization. */
  readonly organizationId: string;
  /** The seal where the problem was found, if known. */
  readonly sequence: number | null;
  readonly entryId: string | null;
}

export interface VerifiedChain extends SealedHead {
  readonly entries: number;
  /** Entries whose card numbers were masked after they had been sealed. */
  readonly masked: readonly string[];
  /** How often the database has been restored into another server. */
  readonly restarts: number;
}

export interface WaitingEntries {
  readonly organizationId: string;
  readonly entries: number;
  readonly oldestAt: string;
  /** The first ids. */
  readonly ids: readonly string[];
}

export interface Verification {
  readonly findings: readonly Finding[];
  readonly chains: readonly VerifiedChain[];
  /** Written but not sealed yet: they cannot be verified. */
  readonly waiting: readonly WaitingEntries[];
}

export interface VerifyingParts {
  readonly db: Database;
  readonly macs: KeyedDigests;
  /** Heads recorded earlier, from a log archive for example: the chains must still contain them. */
  readonly known?: readonly SealedHead[];
}

const SEALS_AT_A_TIME = 50;
const MOST_NAMED = 1_000;
/** Longer than any transaction lasts. */
const LATE_BY = Temporal.Duration.from({ hours: 1 });

/** Verifies all seals and the entries that they cover. Entries sealed during the run are left to the next one. */
export async function verifyAuditLog({ db, macs, known = [] }: VerifyingParts): Promise<Verification> {
  const findings: Finding[] = [];
  const chains: VerifiedChain[] = [];
  for (const head of await db.many(SEALING, heads, {})) {
    const noted = known.filter(({ organizationId }) => organizationId === head.organizationId);
    const chain = await verifyChain({ db, macs, known: noted }, head);
    findings.push(...chain.findings);
    chains.push(chain.verified);
  }
  for (const { organizationId } of await db.many(SEALING, headlessChains, {})) {
    findings.push({ kind: 'head_removed', organizationId, sequence: null, entryId: null });
  }
  for (const { organizationId, sequence } of known) {
    const isThere = chains.some((chain) => chain.organizationId === organizationId);
    if (!isThere) findings.push({ kind: 'head_contradicted', organizationId, sequence, entryId: null });
  }
  return { findings, chains, waiting: await db.many(SEALING, waitingForSeal, { most: MOST_NAMED }) };
}

async function verifyChain(
  { db, macs, known }: Required<VerifyingParts>,
  head: Head,
): Promise<{ readonly findings: readonly Finding[]; readonly verified: VerifiedChain }> {
  const { organizationId } = head;
  const findings: Finding[] = [];
  const found = (kind: FindingKind, sequence: number | null, entryId: string | null = null) =>
    findings.push({ kind, organizationId, sequence, entryId });
  let last: Pick<Seal, 'sequence' | 'hash' | 'throughXid' | 'throughId'> & { readonly sealedAt?: string } = {
    sequence: 0,
    hash: NO_SEAL_HASH,
    throughXid: -1,
    throughId: '',
  };
  let [entries, restarts] = [0, 0];
  const maskedIds: string[] = [];
  for await (const seal of sealsOf(db, head)) {
    for (let gone = last.sequence + 1; gone < seal.sequence; gone += 1) found('seal_removed', gone);
    const follows = seal.sequence !== last.sequence + 1 || seal.previousHash === last.hash;
    if (!follows || hashOfSeal(seal) !== seal.hash) found('seal_changed', seal.sequence);
    const noted = known.find(({ sequence }) => sequence === seal.sequence);
    if (noted !== undefined && noted.hash !== seal.hash) found('head_contradicted', seal.sequence);
    for (const { kind, entryId } of await verifyEntries({ db, macs }, seal, last.sealedAt)) {
      if (kind === 'masked') maskedIds.push(entryId);
      else found(kind, seal.sequence, entryId);
    }
    entries += seal.entryIds.length;
    if (seal.isRestart) restarts += 1;
    last = seal;
  }
  for (let gone = last.sequence + 1; gone <= head.sequence; gone += 1) found('seal_removed', gone);
  const isLast = last.sequence < head.sequence || (last.hash === head.hash && isAt(head, last));
  const proof = macs.compare(head.mac, headText(head));
  if (!isLast || proof === 'different') found('head_changed', head.sequence);
  if (proof === 'unknown_key') found('head_unproven', head.sequence);
  for (const { sequence } of known.filter((noted) => noted.sequence > head.sequence)) {
    found('head_contradicted', sequence);
  }
  for (const { sequence } of await db.many(SEALING, sealsAfter, {
    organizationId,
    sequence: head.sequence,
    limit: 1,
  })) {
    // The sealer may have run during verification; then the head has moved too.
    const now = (await db.many(SEALING, heads, {})).find((other) => other.organizationId === organizationId);
    if (now === undefined || now.sequence < sequence) found('seal_inserted', sequence);
  }
  const { throughXid, throughId } = head;
  const where = { organizationId, throughXid, throughId, limit: MOST_NAMED };
  for (const { id } of await db.many(SEALING, insertedBetween, where)) found('entry_inserted', null, id);
  const { sequence, hash } = head;
  return { findings, verified: { organizationId, sequence, hash, entries, masked: maskedIds, restarts } };
}

async function* sealsOf(db: Database, { organizationId, sequence: most }: Head): AsyncGenerator<Seal> {
  let sequence = 0;
  for (;;) {
    const page = await db.many(SEALING, sealsAfter, { organizationId, sequence, limit: SEALS_AT_A_TIME });
    yield* page.filter((seal) => seal.sequence <= most);
    const last = page[page.length - 1];
    if (last === undefined || last.sequence >= most) return;
    sequence = last.sequence;
  }
}

interface EntryFinding {
  readonly kind: 'entry_changed' | 'entry_mask_unproven' | 'entry_removed' | 'entry_backdated' | 'masked';
  readonly entryId: string;
}

async function verifyEntries(
  { db, macs }: Pick<VerifyingParts, 'db' | 'macs'>,
  seal: Seal,
  sealedBefore: string | undefined,
): Promise<readonly EntryFinding[]> {
  const rows = await db.many(SEALING, entriesByIds, { ids: seal.entryIds });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed = seal.entryIds.flatMap((entryId, position): readonly ChangedHash[] => {
    const [row, sealed] = [byId.get(entryId), seal.entryHashes[position] ?? ''];
    const now = row === undefined ? sealed : hashOfEntry(row);
    return now === sealed ? [] : [{ entryId, sealed, now }];
  });
  const proofs = await masked(db, macs, changed);
  return seal.entryIds.flatMap((entryId): readonly EntryFinding[] => {
    const row = byId.get(entryId);
    if (row === undefined) return [{ kind: 'entry_removed', entryId }];
    const proof = proofs.get(entryId);
    if (proof === 'changed') return [{ kind: 'entry_changed', entryId }];
    if (proof === 'unproven') return [{ kind: 'entry_mask_unproven', entryId }];
    // Its time is long before the previous seal, which would have covered it.
    const isBackdated = !seal.isRestart && isLate(row, sealedBefore);
    return [
      ...(proof === 'masked' ? [{ kind: 'masked' as const, entryId }] : []),
      ...(isBackdated ? [{ kind: 'entry_backdated' as const, entryId }] : []),
    ];
  });
}

function isLate({ occurredAt }: SealedEntry, sealedBefore: string | undefined): boolean {
  if (sealedBefore === undefined) return false;
  const after = Temporal.Instant.from(occurredAt).add(LATE_BY);
  return Temporal.Instant.compare(after, Temporal.Instant.from(sealedBefore)) < 0;
}

function isAt(head: Head, { throughXid, throughId }: Pick<Seal, 'throughXid' | 'throughId'>): boolean {
  return head.throughXid === throughXid && head.throughId === throughId;
}
