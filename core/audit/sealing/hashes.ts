import { createHash } from 'node:crypto';
import { columns, derived, type RowOf } from '../../db/columns.js';

/** A row of the audit log as it is sealed. What is JSON is the text that Postgres writes of it, so that nothing is lost in reading. */
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

/** The part of a SELECT list that `SEALED_ENTRY` is of. */
export const SEALED_ENTRY_TEXT = `${SEALED_ENTRY[0]}, a.before::text as "beforeText", a.after::text as "afterText"`;

/** What a seal says, of which its hash is made. */
export interface SealContent {
  /** Empty: of acts above organizations. */
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

/** Before the first seal. */
export const NO_SEAL_HASH = 'none';

/**
 * SHA-256 of a JSON array, so that anybody can make it again from what the table shows. In base64url, because of hexadecimal digits some
 * would look like a card's number, and be masked in the log.
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

/** Of what the head of an organization's seals says, the text that its MAC is of. */
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
