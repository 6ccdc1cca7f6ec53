import { createHash } from 'node:crypto';
import { columns, derived, type RowOf } from '../../db/columns.js';

/**
 * The columns of an audit row that are sealed. JSON is taken as the text that Postgres writes, so that reading loses
 * nothing.
 */
export const SEALED_ENTRY = [
  columns('AuditLog', 'a', [
    'id',
    'organizationId',
    'actor',
    'actorKind',
    'actorName',
    'issuer',
    'requestId',
    'action',
    'subject',
    'occurredAt',
    'xid',
  ]),
  derived({ beforeText: 'text?', afterText: 'text?' }),
] as const;
export type SealedEntry = RowOf<(typeof SEALED_ENTRY)[0]> & RowOf<(typeof SEALED_ENTRY)[1]>;

/** The SELECT list that reads `SEALED_ENTRY`. */
export const SEALED_ENTRY_TEXT = `${SEALED_ENTRY[0]}, a.before::text as "beforeText", a.after::text as "afterText"`;

/** The fields of a seal that its hash covers. */
export interface SealContent {
  /** Empty: acts that belong to no organization. */
  readonly organizationId: string;
  readonly sequence: number;
  readonly previousHash: string;
  readonly entryIds: readonly string[];
  readonly entryHashes: readonly string[];
  readonly throughXid: number;
  readonly throughId: string;
  readonly isRestart: boolean;
  readonly sealedAt: string;
}

/** The previous hash of a chain's first seal. */
export const NO_SEAL_HASH = 'none';

/**
 * SHA-256 of a JSON array, so that anyone can recompute it from what the table shows. In base64url, because some runs
 * of hexadecimal digits would look like a card number and be masked in the log.
 */
export function hashOfEntry(entry: SealedEntry): string {
  return sha256([
    'entry.1',
    entry.id,
    entry.organizationId,
    entry.actor,
    entry.actorKind,
    entry.actorName,
    entry.issuer,
    entry.requestId,
    entry.action,
    entry.subject,
    entry.beforeText,
    entry.afterText,
    entry.occurredAt,
    entry.xid,
  ]);
}

export function hashOfSeal(seal: SealContent): string {
  return sha256([
    'seal.1',
    seal.organizationId,
    seal.sequence,
    seal.previousHash,
    seal.entryIds,
    seal.entryHashes,
    seal.throughXid,
    seal.throughId,
    seal.isRestart,
    seal.sealedAt,
  ]);
}

/** The text over which the MAC of an organization's head is computed. */
export function headText(head: {
  readonly organizationId: string;
  readonly sequence: number;
  readonly hash: string;
  readonly throughXid: number;
  readonly throughId: string;
}): string {
  return JSON.stringify([head.organizationId, head.sequence, head.hash, head.throughXid, head.throughId]);
}

function sha256(value: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
