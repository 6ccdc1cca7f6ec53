import { createHash } from 'node:crypto';
import { recordAudit } from '../../../../core/audit/record.js';
import { mayHoldCardNumber } from '../../../../core/cards/card-numbers-in-text.js';
import { chunksOf } from '../../../../core/chunks.js';
import { snakeCased } from '../../../../core/contract/case-conversion.js';
import { checkKey } from '../../../../core/contract/checked-write.js';
import {
  ACCOUNT_NAMES,
  type CreatePaymentBatchBody,
  checkedBatch,
  type PaymentBatchRowBody,
} from '../../../../core/contract/payment-batch.js';
import type { Transaction } from '../../../../core/db/database.js';
import { invalid, type Problem, type WrittenAnswer } from '../../../../core/errors/problem.js';
import { IssueList, type ValidationIssue } from '../../../../core/errors/validation.js';
import { fingerprintWithList } from '../../../../core/idempotency/fingerprint.js';
import { claim, finish, type KeyedRequest, readKey } from '../../../../core/idempotency/idempotency.js';
import { newId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { requireActive } from '../../account/payable-account.reads.store.js';
import { recordedFieldsOf } from '../payment/fields-from-collector.js';
import { resolveAccounts } from './accounts-of-rows.js';
import { writtenBatch } from './batch-response.js';
import { rowsOfCsv } from './csv-rows.js';
import { enqueueBatch, sealingPlace } from './enqueue-batch.js';
import { requireOpenBatchCapacity } from './open-batch-limit.js';
import { insertBatch, insertRows } from './payment-batch.store.js';
import { responsibleOf } from './principal-responsible-for-batch.js';
import { type KeyedBatch, replayedBatch } from './replayed-batch-answer.js';

export type BatchParts = Pick<ServiceParts, 'db' | 'clock' | 'clientKeys'>;

export interface CreateBatchRequest {
  /** Required if the caller has several organizations in scope. */
  readonly organizationId: string | null;
  readonly idempotencyKey: string;
  /** Validated here: `mode`, `dry_run`, and either `rows` or, as text, `csv`. */
  readonly body: object;
}

const OPERATION = 'create_payment_batch';
/** Small enough not to block the event loop for long: sealing the keys of ten thousand rows takes half a second. */
const ROWS_AT_A_TIME = 250;

/** Accepts batches of payments, each exactly once per key and as a whole. A worker records the payments. */
export class BatchCreator {
  constructor(private readonly parts: BatchParts) {}

  /**
   * @throws {Problem} `validation_failed` with the problems of all rows, `organization_out_of_scope`,
   * `organization_inactive`, `too_many_open_batches`, `idempotency_conflict`, `idempotency_in_progress`
   */
  async create(principal: Principal, request: CreateBatchRequest): Promise<KeyedBatch> {
    requireScope(principal, 'external_payments:write');
    const caller = limitToOrganization(principal, request.organizationId);
    const { body, digest, refusal } = await read(request);
    const organizationId = onlyOrganization(caller);
    const { db, clientKeys } = this.parts;
    const { rows, ...members } = body;
    const keyed = {
      organizationId,
      operation: OPERATION,
      ...clientKeys.known(request.idempotencyKey),
      fingerprint: await fingerprintWithList([], members, { name: 'rows', items: rows }),
    };
    if (refusal !== undefined) return this.#kept(caller, keyed, refusal);
    return db.transaction(async (tx) => {
      const decision = await claim(tx, caller, keyed, newId());
      if (decision.kind !== 'proceed') return replayedBatch(decision);
      const id = decision.subjectId;
      const answer = await this.#createIn(tx, caller, { id, organizationId }, body, digest);
      const kept = { kind: 'resource', resource: { id }, written: answer } as const;
      await finish(tx, caller, { organizationId, operation: OPERATION, subjectId: id }, kept);
      return { batchId: id, answer, replayed: false };
    });
  }

  /** A batch that only an earlier version accepted: its own key returns the stored answer, any other key is refused. */
  async #kept(caller: Principal, keyed: KeyedRequest, refusal: Problem): Promise<KeyedBatch> {
    const known = await readKey(this.parts.db, caller, keyed);
    if (known === undefined || known.kind === 'proceed') throw refusal;
    return replayedBatch(known);
  }

  async #createIn(
    tx: Transaction,
    caller: Principal,
    key: { readonly id: string; readonly organizationId: string },
    { mode, dry_run: isDryRun, rows }: CreatePaymentBatchBody,
    digest: string,
  ): Promise<WrittenAnswer> {
    const { id, organizationId } = key;
    await requireActive(tx, caller, organizationId);
    await requireOpenBatchCapacity(tx, caller, organizationId);
    const sumCents = rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const facts = { mode, isDryRun, rowCount: rows.length, sumCents, sha256: digest };
    const batch = await tx.first(caller, insertBatch, { ...key, ...facts, ...responsibleOf(caller) });
    if (batch === undefined) throw new Error('an organization disappeared while a batch was created for it');
    const accountIds = await resolveAccounts(tx, caller, organizationId, rows);
    refuseCardNumbers(rows, accountIds);
    const written = (row: PaymentBatchRowBody, index: number) => {
      const position = index + 1;
      const sealed = this.parts.clientKeys.seal(row.idempotency_key, sealingPlace(id, position));
      const { loan_number: loanNumber = null, external_contract_number: externalContractNumber = null } = row;
      return snakeCased({
        ...{ position, sealedKey: `\\x${sealed.toString('hex')}`, accountId: accountIds[index] ?? null },
        ...{ loanNumber, externalContractNumber },
        ...recordedFieldsOf(row),
      });
    };
    for (const [number, chunk] of [...chunksOf(rows, ROWS_AT_A_TIME)].entries()) {
      const some = JSON.stringify(chunk.map((row, index) => written(row, number * ROWS_AT_A_TIME + index)));
      await tx.many(caller, insertRows, { organizationId, batchId: id, rows: some });
    }
    const after = { organizationId, ...facts };
    await recordAudit(tx, this.parts.clock, caller, {
      action: 'payment_batch.create',
      subject: id,
      organizationId,
      after,
    });
    await enqueueBatch(tx, key, 0);
    return writtenBatch(batch);
  }
}

/**
 * An account number may look like a card number. A number that matches no account in scope may be a card's and is
 * not stored.
 *
 * @throws {Problem} `validation_failed`
 */
function refuseCardNumbers(rows: readonly PaymentBatchRowBody[], accountIds: readonly (string | undefined)[]): void {
  const issues = new IssueList();
  for (const [index, row] of rows.entries()) {
    if (accountIds[index] !== undefined) continue;
    const name = ACCOUNT_NAMES.find((one) => mayHoldCardNumber(row[one] ?? ''));
    if (name !== undefined) issues.add(() => ({ ...NO_CARD, loc: ['body', 'rows', String(index), name] }));
  }
  if (issues.length > 0) throw invalid(issues.listed());
}

const NO_CARD = { msg: 'Value error, must not contain a card number', type: 'value_error', input: null };

/**
 * The body in its normal form, and the digest of what was sent; `refusal` if only an earlier version accepted
 * it.
 *
 * @throws {Problem} `validation_failed`
 */
async function read({ idempotencyKey, body }: CreateBatchRequest): Promise<{
  readonly body: CreatePaymentBatchBody;
  readonly digest: string;
  readonly refusal: Problem | undefined;
}> {
  const { csv, ...members } = { csv: undefined, ...body };
  if (typeof csv === 'string' && 'rows' in members) throw invalid([EITHER]);
  const file = typeof csv === 'string' ? await rowsOfCsv(csv) : undefined;
  const whole = file === undefined ? members : { ...members, rows: file.rows };
  const issues = new IssueList();
  const padded = new IssueList();
  checkKey(idempotencyKey, issues);
  const checked = await checkedBatch(whole, issues, padded);
  if (file !== undefined && file.issues.length > 0)
    throw invalid([...file.issues, ...besides(file.issues, [...issues.listed(), ...padded.listed()])]);
  if (checked === undefined || issues.length > 0) throw invalid([...issues.listed(), ...padded.listed()]);
  const refusal = padded.length > 0 ? invalid(padded.listed()) : undefined;
  const digest = typeof csv === 'string' ? createHash('sha256').update(csv).digest('hex') : digestOf(checked.rows);
  return { body: checked, digest, refusal };
}

/** `others` without issues of a row or field that `known` already covers. */
function besides(known: readonly ValidationIssue[], others: readonly ValidationIssue[]): readonly ValidationIssue[] {
  return others.filter(({ loc }) => !known.some((one) => one.loc.every((part, index) => loc[index] === part)));
}

const EITHER = {
  loc: ['body', 'csv'],
  msg: 'Value error, give either rows or csv, not both',
  type: 'value_error',
  input: null,
  ctx: { error: 'give either rows or csv, not both' },
};

/**
 * A batch belongs to one organization. @throws {Problem} `validation_failed` if the caller has several in scope and
 * named none.
 */
function onlyOrganization({ organizationIds }: Principal): string {
  const [only, ...others] = organizationIds === 'all' ? [] : organizationIds;
  if (only !== undefined && others.length === 0) return only;
  const loc = ['query', 'organization_id'];
  throw invalid([{ loc, msg: 'Field required', type: 'missing', input: null }]);
}

/** SHA-256 of the rows as JSON. */
function digestOf(rows: readonly object[]): string {
  const hash = createHash('sha256').update('[');
  for (const [index, row] of rows.entries()) hash.update(`${index === 0 ? '' : ','}${JSON.stringify(row)}`);
  return hash.update(']').digest('hex');
}
