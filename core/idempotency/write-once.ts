import type { Database, Transaction } from '../db/database.js';
import { Problem, type WrittenAnswer } from '../errors/problem.js';
import { newId } from '../ids/ids.js';
import type { Principal } from '../principal/principal.js';
import type { ClientKeys } from './client-keys.js';
import type { Decision, StoredAnswer } from './decision.js';
import { claim, finish, type KeyedRequest } from './idempotency.js';
import { keptRefusal } from './kept-refusal.js';

export interface WriteOnceParts {
  readonly db: Database;
  readonly clientKeys: ClientKeys;
}

/** A write in one transaction of Tributary's database. */
export interface OnceWritten<Row> {
  readonly request: Pick<KeyedRequest, 'organizationId' | 'operation' | 'fingerprint'>;
  readonly idempotencyKey: string;
  /** @throws {Problem} to refuse: then nothing is stored, not even the key. */
  write(tx: Transaction, subjectId: string): Promise<{ readonly resource: Row; readonly written: WrittenAnswer }>;
  /** The stored resource, written by any version. */
  kept(resource: unknown): Row;
}

export interface OnceAnswer<Row> {
  readonly resource: Row;
  /** The bytes of the REST answer. */
  readonly answer: WrittenAnswer;
  /** Whether this is the answer to an earlier request with the same key. */
  readonly replayed: boolean;
}

/**
 * Writes once per key. A process that dies before the commit has written nothing; after the commit the answer is
 * stored. When requests race for one key, the others wait until the first has committed and get its bytes.
 *
 * @throws {Problem} `idempotency_conflict`, `idempotency_in_progress`, and errors of `write`.
 */
export function writeOnce<Row>(
  { db, clientKeys }: WriteOnceParts,
  principal: Principal,
  { request, idempotencyKey, write, kept }: OnceWritten<Row>,
): Promise<OnceAnswer<Row>> {
  const keyed = { ...request, ...clientKeys.known(idempotencyKey) };
  return db.transaction(async (tx) => {
    const decision = await claim(tx, principal, keyed, newId());
    if (decision.kind !== 'proceed') return replayed(decision, kept);
    const { organizationId, operation } = request;
    const { resource, written } = await write(tx, decision.subjectId);
    const subject = { organizationId, operation, subjectId: decision.subjectId };
    await finish(tx, principal, subject, { kind: 'resource', resource, written });
    return { resource, answer: written, replayed: false };
  });
}

function replayed<Row>(
  decision: Exclude<Decision, { kind: 'proceed' }>,
  kept: (resource: unknown) => Row,
): OnceAnswer<Row> {
  switch (decision.kind) {
    case 'conflict':
      throw new Problem('idempotency_conflict');
    case 'in_progress':
      throw new Problem('idempotency_in_progress');
    case 'replay':
      return asKept(decision.answer, kept);
  }
}

function asKept<Row>(stored: StoredAnswer, kept: (resource: unknown) => Row): OnceAnswer<Row> {
  if (stored.kind === 'problem') throw keptRefusal(stored);
  return { resource: kept(stored.resource), answer: stored.written, replayed: true };
}
