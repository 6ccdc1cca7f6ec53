import { setImmediate } from 'node:timers/promises';
import type { KeyedAnswer } from '../posting/first-and-later-answer-of-key.js';
import { readAheadForPayments } from '../recording/read-ahead-for-payments.js';
import type { PaymentRecorder, RecordPaymentRequest } from '../recording/record-payment.js';
import { type RehearsalParts, readRehearsal } from '../recording/rehearse-payments.js';
import type { BatchWork, OpenRow } from './batch-work.store.js';
import { principalOfBatch } from './principal-responsible-for-batch.js';

/** A row with its key; without one, the secret that sealed it is gone. */
export interface RowWithKey extends OpenRow {
  readonly key: string | undefined;
}

export interface AttemptParts extends RehearsalParts {
  readonly recorder: PaymentRecorder;
}

/**
 * Records the payment of a row, or rehearses it for a dry run.
 *
 * @param takenCents - for a dry run: what earlier rows would post to the account.
 */
export type Attempt = (request: RecordPaymentRequest, takenCents: number) => Promise<KeyedAnswer | undefined>;

/** Rows rehearsed before other work of the process gets its turn: a few milliseconds. */
const ROWS_WITHOUT_PAUSE = 25;

/**
 * How to try some rows: what they need is read for all of them at once. If that fails, each row reads for itself, so
 * that a row that cannot be read holds up no other.
 */
export async function attemptsOf(parts: AttemptParts, batch: BatchWork, rows: readonly RowWithKey[]): Promise<Attempt> {
  const { organizationId, isDryRun } = batch;
  const principal = principalOfBatch(batch);
  const requests = rows.flatMap(({ accountId, key }) =>
    accountId === null || key === undefined ? [] : { accountId, idempotencyKey: key },
  );
  if (!isDryRun) {
    const ahead = await readAheadForPayments(parts, principal, organizationId, requests).catch(() => undefined);
    return (request) => parts.recorder.record(principal, request, ahead?.(request));
  }
  const ofAll = await readRehearsal(parts, principal, organizationId, requests).catch(() => undefined);
  let tried = 0;
  return async (request, takenCents) => {
    tried += 1;
    if (tried % ROWS_WITHOUT_PAUSE === 0) await setImmediate();
    const rehearse = ofAll ?? (await readRehearsal(parts, principal, organizationId, [request]));
    return rehearse(request, takenCents);
  };
}
