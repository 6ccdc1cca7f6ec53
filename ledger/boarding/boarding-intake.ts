import { recordAudit } from '../../core/audit/record.js';
import type { Database, Transaction } from '../../core/db/database.js';
import { invalid, Problem } from '../../core/errors/problem.js';
import { newId } from '../../core/ids/ids.js';
import { enqueue, READING_PRIORITY } from '../../core/jobs/job-types-and-enqueue.js';
import { hasScope, limitToOrganization, type Principal, requireScope } from '../../core/principal/principal.js';
import type { ServiceParts } from '../../core/service-parts.js';
import { isoInstant } from '../../core/time/dates.js';
import { LEDGER_CODE } from '../ledger-code.js';
import {
  BOARDING,
  type BoardingRow,
  findBoarding,
  findByKey,
  findOrganization,
  insertBoarding,
} from './boarding.store.js';
import { boardingSystem } from './boarding-target-ledger.js';
import { digestAs, digestOf } from './file-digest.js';
import { type FileCounts, receive } from './stage-file.js';
import { dropBoarding, dropProblems, dropStaged, lockStale } from './staging.store.js';
import type { BoardingKey } from './step-outcome.js';
import type { Upload } from './upload-interface.js';
import { requireUploadSlot } from './upload-slots.js';

export interface IntakeParts extends Pick<ServiceParts, 'db' | 'clock' | 'clientKeys'> {
  readonly onProgress?: ((rows: number) => void) | undefined;
}

export interface BoardingRequest {
  readonly organizationId: string;
  /** Defaults to the organization's own ledger, or else the built-in one. */
  readonly loanSystemCode?: string | undefined;
  readonly isDryRun: boolean;
  /** Whether loans with an error are skipped; otherwise one error refuses the file. */
  readonly skipsInvalid?: boolean | undefined;
  /** Whether warnings count as errors. */
  readonly isStrict?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface Taken {
  readonly boarding: BoardingRow;
  /** Whether the same file was sent under the same key before. */
  readonly replayed: boolean;
}

/** An upload that received no byte for this time is given up. */
const STALE_AFTER_MS = 60_000;

/**
 * Receives a file. Permissions are checked before the first byte is read; once the file has arrived, a job continues
 * the boarding.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `organization_not_found`,
 *   `organization_inactive`, `validation_failed` (the loan system), `too_many_uploads`, `service_unavailable`,
 *   `idempotency_conflict`, `idempotency_in_progress`, `payload_too_large`, `ledger_boarding_over` (it was abandoned
 *   during the upload)
 */
export async function receiveFile(
  parts: IntakeParts,
  caller: Principal,
  request: BoardingRequest,
  upload: Upload,
): Promise<Taken> {
  requireLedgerScope(caller, 'ledger:write');
  const { db, clock } = parts;
  const { organizationId } = request;
  const principal = limitToOrganization(caller, organizationId);
  await giveUpStale(parts, organizationId);
  const earlier = await replay(parts, principal, request, upload);
  if (earlier !== undefined) return { boarding: earlier, replayed: true };

  const key = { organizationId, id: newId(clock.now().epochMilliseconds) };
  const comparesCells = mayCompareCells(caller);
  await begin(parts, principal, request, { id: key.id, comparesCells });
  const arrived = async (tx: Transaction, { loans, transactions, errors }: FileCounts) => {
    const { isDryRun, skipsInvalid = false, isStrict = false } = request;
    const after = { organizationId, isDryRun, skipsInvalid, isStrict, comparesCells, loans, transactions, errors };
    await recordAudit(tx, clock, caller, {
      action: 'ledger_boarding.receive',
      subject: key.id,
      organizationId,
      after,
    });
    await enqueueBoarding(tx, key, 0);
  };
  try {
    const { skipsInvalid = false, isStrict = false } = request;
    await receive({ ...parts, arrived }, { ...key, skipsInvalid, isStrict, actor: caller.actor }, upload);
  } catch (error) {
    if (await drop(db, key)) throw error;
    // Perhaps only the response was lost: then the file has arrived.
    const standing = await db.first(principal, findBoarding, { id: key.id });
    if (standing === undefined || ['receiving', 'abandoned'].includes(standing.status)) throw error;
  }
  return { boarding: await requireBoarding(db, principal, key.id), replayed: false };
}

/** Its next step, by any free worker. */
export function enqueueBoarding(
  on: Parameters<typeof enqueue>[0],
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  delayMs: number,
): Promise<void> {
  const timing = { delayMs, key: `board_portfolio:${organizationId}:${id}`, priority: READING_PRIORITY };
  return enqueue(on, 'board_portfolio', { organizationId, id }, timing);
}

/** The command line may: its user has access to the database anyway. */
export function requireLedgerScope(principal: Principal, scope: 'ledger:read' | 'ledger:write'): void {
  if (principal.kind !== 'system') requireScope(principal, scope);
}

/**
 * A comparison cell by cell reveals whether a person has this telephone number, so only callers who may read it get
 * one.
 */
function mayCompareCells(principal: Principal): boolean {
  return principal.kind === 'system' || hasScope(principal, 'persons:read');
}

async function begin(
  { db, clock, clientKeys }: IntakeParts,
  principal: Principal,
  { organizationId, loanSystemCode, isDryRun, skipsInvalid = false, isStrict = false, idempotencyKey }: BoardingRequest,
  { id, comparesCells }: { readonly id: string; readonly comparesCells: boolean },
): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    const organization = await tx.first(principal, findOrganization, { organizationId });
    if (organization === undefined) throw new Problem('organization_not_found');
    if (!organization.isActive) throw new Problem('organization_inactive');
    const code = await boardingSystem(tx, organizationId, loanSystemCode);
    if (code === undefined) throw invalid([noSuchSystem(loanSystemCode ?? LEDGER_CODE)]);
    await requireUploadSlot(tx, principal, organizationId);
    const inserted = await tx.first(principal, insertBoarding, {
      organizationId,
      id,
      loanSystemCode: code,
      isDryRun,
      skipsInvalid,
      isStrict,
      comparesCells,
      keyHash: idempotencyKey === undefined ? null : clientKeys.known(idempotencyKey).key,
      requestedBy: principal.actor,
      at: isoInstant(at),
    });
    if (inserted === undefined) throw new Problem('idempotency_in_progress');
  });
}

/** An earlier upload under the same key; the file is read to determine whether it is the same. */
async function replay(
  { db, clientKeys }: IntakeParts,
  principal: Principal,
  { organizationId, isDryRun, skipsInvalid = false, isStrict = false, idempotencyKey, loanSystemCode }: BoardingRequest,
  { bytes, charset, maxBytes }: Upload,
): Promise<BoardingRow | undefined> {
  if (idempotencyKey === undefined) return undefined;
  let earlier: BoardingRow | undefined;
  for (const keyHash of clientKeys.known(idempotencyKey).forms)
    earlier ??= await db.first(principal, findByKey, { organizationId, keyHash });
  if (earlier === undefined) return undefined;
  if (earlier.status === 'receiving') throw new Problem('idempotency_in_progress');
  const isSame =
    earlier.isDryRun === isDryRun &&
    earlier.skipsInvalid === skipsInvalid &&
    earlier.isStrict === isStrict &&
    (loanSystemCode === undefined || loanSystemCode === earlier.loanSystemCode);
  if (!isSame || digestAs(await digestOf(bytes, maxBytes), charset) !== earlier.fileDigest)
    throw new Problem('idempotency_conflict');
  return earlier;
}

/** @returns whether there was anything to drop: a file that has arrived in the meantime is left to its next step. */
function drop(db: Database, key: BoardingKey): Promise<boolean> {
  return db.transaction((tx) => dropIn(tx, key), { isBulk: true });
}

/** The boarding row is locked first: a process that stages its rows has finished, or will stage none. */
async function dropIn(tx: Transaction, key: BoardingKey): Promise<boolean> {
  if ((await tx.first(BOARDING, dropBoarding, key)) === undefined) return false;
  for (const statement of [dropStaged, dropProblems]) await tx.many(BOARDING, statement, key);
  return true;
}

/** Removes everything of files that stopped arriving. */
async function giveUpStale({ db, clock }: IntakeParts, organizationId: string): Promise<void> {
  const before = isoInstant(clock.now().subtract({ milliseconds: STALE_AFTER_MS }));
  const work = async (tx: Transaction) => {
    for (const { id } of await tx.many(BOARDING, lockStale, { organizationId, before }))
      await dropIn(tx, { organizationId, id });
  };
  await db.transaction(work, { isBulk: true });
}

export async function requireBoarding(db: Database, principal: Principal, id: string): Promise<BoardingRow> {
  const boarding = await db.first(principal, findBoarding, { id });
  if (boarding === undefined) throw new Problem('ledger_boarding_not_found');
  return boarding;
}

/** A loan system of another organization, or one that is no ledger, is treated as missing. */
function noSuchSystem(code: string) {
  return {
    loc: ['query', 'loan_system_code'],
    msg: 'Value error, this is no ledger of the organization',
    type: 'value_error',
    input: code.slice(0, 100),
  };
}
