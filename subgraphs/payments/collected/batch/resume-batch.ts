import { z } from 'zod';
import { recordAudit } from '../../../../core/audit/record.js';
import { checkedWrite } from '../../../../core/contract/checked-write.js';
import { requireById } from '../../../../core/db/by-id.js';
import { Problem } from '../../../../core/errors/problem.js';
import { fingerprint } from '../../../../core/idempotency/fingerprint.js';
import { claim, finish } from '../../../../core/idempotency/idempotency.js';
import { newId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import { writtenBatch } from './batch-response.js';
import { reopenRows, resumeBatch } from './batch-work.store.js';
import type { BatchParts } from './create-batch.js';
import { enqueueBatch } from './enqueue-batch.js';
import { requireOpenBatchCapacity } from './open-batch-limit.js';
import { batchById } from './payment-batch.store.js';
import { responsibleOf } from './principal-responsible-for-batch.js';
import { type KeyedBatch, replayedBatch } from './replayed-batch-answer.js';
import { talliesOf } from './row-counts.js';

const OPERATION = 'resume_payment_batch';

/**
 * Resumes batches that stopped, once per key: a repeated request must not pass a second refused row that the client
 * has not seen. The caller that resumes a batch becomes responsible for its payments.
 */
export class BatchResumer {
  readonly #parts: BatchParts;

  constructor(parts: BatchParts) {
    this.#parts = parts;
  }

  /** @throws {Problem} `payment_batch_not_found`, `payment_batch_not_stopped`, `too_many_open_batches`, `idempotency_conflict` */
  async resume(
    principal: Principal,
    { batchId: id, idempotencyKey }: { readonly batchId: string; readonly idempotencyKey: string },
  ): Promise<KeyedBatch> {
    requireScope(principal, 'external_payments:write');
    checkedWrite(z.strictObject({}), { idempotencyKey, body: {} });
    const { db, clock, clientKeys } = this.#parts;
    const found = await requireById(db, principal, batchById, id, 'payment_batch_not_found');
    const { organizationId } = found;
    const key = { id, organizationId };
    const keyed = {
      organizationId,
      operation: OPERATION,
      ...clientKeys.known(idempotencyKey),
      fingerprint: fingerprint([id], {}),
    };
    return db.transaction(async (tx) => {
      const decision = await claim(tx, principal, keyed, newId());
      if (decision.kind !== 'proceed') return replayedBatch(decision);
      await requireOpenBatchCapacity(tx, principal, organizationId);
      const resumed = await tx.first(principal, resumeBatch, { ...key, ...responsibleOf(principal) });
      const batch = await tx.first(principal, batchById, { id });
      if (batch === undefined) throw new Problem('payment_batch_not_found');
      if (resumed === undefined) throw new Problem('payment_batch_not_stopped', { status: batch.status });
      await tx.many(principal, reopenRows, { organizationId, batchId: id });
      await recordAudit(tx, clock, principal, { action: 'payment_batch.resume', subject: id, organizationId });
      await enqueueBatch(tx, key, 0);
      const [tallies] = await talliesOf(tx, principal, [id]);
      const answer = writtenBatch(batch, tallies);
      const kept = { kind: 'resource', resource: { id }, written: answer } as const;
      await finish(tx, principal, { organizationId, operation: OPERATION, subjectId: decision.subjectId }, kept);
      return { batchId: id, answer, replayed: false };
    });
  }
}
