import { snakeCased } from '../../../../core/contract/case-conversion.js';
import { sameNamed } from '../../../../core/db/insert-sql.js';
import type { ErrorCode } from '../../../../core/errors/catalogue.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { RECORDED_FIELDS } from '../payment/fields-from-collector.js';
import type { KeyedAnswer } from '../posting/first-and-later-answer-of-key.js';
import type { Attempt, RowWithKey } from './attempts-of-rows.js';
import { type BatchWork, type OpenRow, paymentOfKey } from './batch-work.store.js';
import { sealingPlace } from './enqueue-batch.js';
import { principalOfBatch } from './principal-responsible-for-batch.js';

/** The result of a row, as it is stored. */
export interface TriedRow {
  readonly position: number;
  readonly outcome: 'recorded' | 'refused' | 'unavailable' | 'would_post';
  readonly errorCode: ErrorCode | null;
  readonly reason: string | null;
  readonly paymentId: string | null;
}

export type TryingParts = Pick<ServiceParts, 'db' | 'clientKeys' | 'logger'>;

/** Nothing was posted except what is known under the row's key: the request is repeated under the same key. */
const TRIED_AGAIN: ReadonlySet<ErrorCode> = new Set([
  'posting_unavailable',
  'service_unavailable',
  'outcome_unknown',
  'idempotency_in_progress',
  'test_clock_advancing',
]);

/** The rows with their keys. */
export function withKeys(
  { clientKeys }: Pick<TryingParts, 'clientKeys'>,
  batch: BatchWork,
  rows: readonly OpenRow[],
): readonly RowWithKey[] {
  return rows.map((row) => {
    const { sealedKey, position } = row;
    const key = sealedKey === null ? undefined : clientKeys.open(sealedKey, sealingPlace(batch.id, position));
    return { ...row, key };
  });
}

/**
 * Records the payment of one row exactly as a single request with the row's key would. A row that is tried again,
 * after a crash or in parallel with another worker, gets the first answer.
 *
 * @param takenCents - for a dry run: what earlier rows would post to the account.
 */
export async function tryRow(
  parts: TryingParts,
  batch: BatchWork,
  row: RowWithKey,
  attempt: Attempt,
  takenCents: number,
): Promise<TriedRow> {
  const { position, accountId, key } = row;
  // The secret that sealed the key is gone: it is not possible to find out whether the key was used.
  if (key === undefined) return refused(position, new Problem('service_unavailable', { reason: 'key_unreadable' }));
  if (accountId === null) return refused(position, new Problem('account_not_found'));
  // The batch's key rule was today's or an earlier one: a payment made under the key must be found either way.
  const body = snakeCased(sameNamed(row, RECORDED_FIELDS));
  try {
    const known = await attempt({ accountId, idempotencyKey: key, isKeyChecked: true, body }, takenCents);
    return known === undefined ? { ...BLANK, position, outcome: 'would_post' } : recorded(position, known);
  } catch (error) {
    if (error instanceof Problem && isOfSentPayment(error)) {
      const sent = await sentPayment(parts, principalOfBatch(batch), batch, key);
      if (sent !== undefined) return { ...BLANK, position, outcome: 'recorded', paymentId: sent };
    }
    if (error instanceof Problem && error.code !== 'internal_error') return refused(position, error);
    // One row must not hold up all others for ever: it is tried again, and the batch stops if that does not help.
    parts.logger.error({ err: error, payment_batch: batch.id, row: position }, 'a row of a payment batch failed');
    return { ...BLANK, position, outcome: 'unavailable', errorCode: 'internal_error' };
  }
}

const BLANK = { errorCode: null, reason: null, paymentId: null } as const;

function recorded(position: number, { payment }: KeyedAnswer): TriedRow {
  return { ...BLANK, position, outcome: 'recorded', paymentId: payment.id };
}

function refused(position: number, { code, fields }: Problem): TriedRow {
  const { reason } = fields;
  return {
    ...BLANK,
    position,
    outcome: TRIED_AGAIN.has(code) ? 'unavailable' : 'refused',
    errorCode: code,
    reason: typeof reason === 'string' ? reason : null,
  };
}

/** Whether a payment may have been sent under the row's key already. */
const isOfSentPayment = ({ code, fields }: Problem) =>
  code === 'idempotency_in_progress' || (code === 'servicing_rejected' && fields.reason === 'not_posted');

/**
 * The payment sent under this key, perhaps by a worker that died. A payment that is `pending_confirmation` can only
 * become `posted` or `failed`; one that is `failed` turned out not to be posted. A payment that is only `pending`
 * may still be withdrawn: the row waits for it.
 */
async function sentPayment(
  { db, clientKeys }: TryingParts,
  principal: Principal,
  { organizationId }: BatchWork,
  key: string,
): Promise<string | undefined> {
  const found = await db.first(principal, paymentOfKey, { organizationId, keys: clientKeys.known(key).forms });
  return found !== undefined && SENT.has(found.status) ? found.paymentId : undefined;
}

const SENT: ReadonlySet<string> = new Set(['pending_confirmation', 'failed']);
