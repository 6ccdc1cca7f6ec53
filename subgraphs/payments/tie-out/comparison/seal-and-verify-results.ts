import { createHash } from 'node:crypto';
import { recordAudit } from '../../../../core/audit/record.js';
import type { Database, Transaction } from '../../../../core/db/database.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import type { KeyedDigests } from '../../../../core/secrets/keyed-digests.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type { Comparison } from './comparison.store.js';
import {
  asStored,
  auditedResults,
  insertResult,
  lastResult,
  lockResults,
  organizationsToVerify,
  RESULT_FINDINGS,
  RESULT_WRITTEN,
  type ResultRow,
  resultsAfter,
} from './result.store.js';
import { TIE_OUT } from './side-names.js';

export const TIE_OUT_PRINCIPAL = systemPrincipal(TIE_OUT);

/** `not_compared`: the side did not answer. This never counts as equal. */
export const COMPLETENESSES = ['complete', 'partial', 'not_compared'] as const;
export type Completeness = (typeof COMPLETENESSES)[number];

export interface Sums {
  readonly oursCount: number;
  readonly oursCents: number;
  readonly theirsCount: number;
  readonly theirsCents: number;
  readonly openCount: number;
}

export const NO_SUMS: Sums = { oursCount: 0, oursCents: 0, theirsCount: 0, theirsCents: 0, openCount: 0 };

export interface Finding {
  readonly completeness: Completeness;
  readonly sums: Sums;
  readonly differenceCount: number;
  readonly differences: readonly object[];
}

/** For a side that did not answer or no longer exists. */
export const NOT_COMPARED: Finding = {
  completeness: 'not_compared',
  sums: NO_SUMS,
  differenceCount: 0,
  differences: [],
};

const NO_RESULT_HASH = 'none';

/**
 * Writes a comparison's result, sealed over the previous one, in the transaction that ends the comparison; the audit
 * log stores the seal too.
 */
export async function writeResult(
  tx: Transaction,
  { clock, macs }: { readonly clock: Clock; readonly macs: KeyedDigests },
  look: Comparison,
  finding: Finding,
): Promise<void> {
  const { organizationId, subject, businessDay, firstDay, loansRead, loansUnread } = look;
  const principal = limitToOrganization(TIE_OUT_PRINCIPAL, organizationId);
  await tx.first(principal, lockResults, { organizationId });
  const last = await tx.first(principal, lastResult, { organizationId });
  const stored = await tx.first(principal, asStored, { differences: JSON.stringify(finding.differences) });
  const content = {
    organizationId,
    sequence: (last?.sequence ?? 0) + 1,
    ...{ subject, businessDay, firstDay, completeness: finding.completeness, ...finding.sums, loansRead, loansUnread },
    differenceCount: finding.differenceCount,
    differences: stored?.differences ?? '[]',
    lookedAt: isoInstant(clock.now()),
    previousHash: last?.hash ?? NO_RESULT_HASH,
  };
  const hash = hashOfResult(content);
  await tx.many(principal, insertResult, { ...content, hash, mac: macs.of(hash) });
  await recordAudit(tx, clock, principal, {
    action: RESULT_WRITTEN,
    subject: `${subject}:${businessDay}`,
    organizationId,
    after: {
      sequence: content.sequence,
      completeness: content.completeness,
      differences: content.differenceCount,
      hash,
    },
  });
}

type SealedContent = Omit<ResultRow, 'hash' | 'mac' | 'oursCents' | 'theirsCents'> & Sums;

/** SHA-256 of a JSON array, in base64url, like the audit log's seals. */
export function hashOfResult(row: SealedContent): string {
  const content = [
    'tie_out.1',
    ...RESULT_FINDINGS.map((field) => row[field]),
    row.differences,
    row.lookedAt,
    row.previousHash,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

export interface ResultFinding {
  readonly kind: 'result_changed' | 'result_removed' | 'result_unproven';
  readonly organizationId: string;
  readonly sequence: number;
}

export interface ResultsVerified {
  readonly findings: readonly ResultFinding[];
  readonly chains: readonly { readonly organizationId: string; readonly results: number; readonly hash: string }[];
}

const AT_A_TIME = 500;

/**
 * Whether results were changed or removed since they were sealed: checks their own chain, and the audit log's
 * entries.
 */
export async function verifyResults(db: Database, macs: KeyedDigests): Promise<ResultsVerified> {
  const findings: ResultFinding[] = [];
  const chains: { organizationId: string; results: number; hash: string }[] = [];
  for (const { organizationId } of await db.many(TIE_OUT_PRINCIPAL, organizationsToVerify, {})) {
    const verified = await verifyOrganization(db, macs, organizationId);
    findings.push(...verified.findings);
    if (verified.results > 0 || verified.findings.length > 0) {
      chains.push({ organizationId, results: verified.results, hash: verified.hash });
    }
  }
  return { findings, chains };
}

async function verifyOrganization(db: Database, macs: KeyedDigests, organizationId: string) {
  // The audit log is read first, because each entry is written with its result.
  const audited = await readAudited(db, organizationId);
  const kinds = new Map<number, ResultFinding['kind']>();
  let [sequence, hash, results] = [0, NO_RESULT_HASH, 0];
  for (;;) {
    const request = { organizationId, sequence, limit: AT_A_TIME };
    const page = await db.many(limitToOrganization(TIE_OUT_PRINCIPAL, organizationId), resultsAfter, request);
    for (const row of page) {
      for (let gone = sequence + 1; gone < row.sequence; gone += 1) kinds.set(gone, 'result_removed');
      const follows = row.sequence !== sequence + 1 || row.previousHash === hash;
      const isAudited = (audited.get(row.sequence) ?? row.hash) === row.hash;
      const proof = macs.compare(row.mac, row.hash);
      if (!follows || !isAudited || hashOfResult(row) !== row.hash || proof === 'different') {
        kinds.set(row.sequence, 'result_changed');
      } else if (proof === 'unknown_key') kinds.set(row.sequence, 'result_unproven');
      [sequence, hash] = [row.sequence, row.hash];
      results += 1;
    }
    if (page.length < AT_A_TIME) break;
  }
  for (const written of audited.keys()) if (written > sequence) kinds.set(written, 'result_removed');
  const inOrder = [...kinds].sort(([one], [other]) => one - other);
  const findings = inOrder.map(([of, kind]): ResultFinding => ({ kind, organizationId, sequence: of }));
  return { findings, results, hash };
}

/** Hashes by sequence number. */
async function readAudited(db: Database, organizationId: string): Promise<ReadonlyMap<number, string>> {
  const audited = new Map<number, string>();
  let afterId = '';
  for (;;) {
    const request = { organizationId, afterId, limit: AT_A_TIME };
    const page = await db.many(limitToOrganization(TIE_OUT_PRINCIPAL, organizationId), auditedResults, request);
    for (const { sequence, hash } of page) audited.set(sequence, hash);
    const last = page.at(-1);
    if (last === undefined || page.length < AT_A_TIME) return audited;
    afterId = last.id;
  }
}
