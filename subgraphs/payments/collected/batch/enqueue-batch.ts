import type { Queries } from '../../../../core/db/database.js';
import { BATCH_PRIORITY, enqueue } from '../../../../core/jobs/job-types-and-enqueue.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';

/** Identifies a batch. */
export interface BatchKey {
  readonly id: string;
  readonly organizationId: string;
}

export const BATCHES = systemPrincipal('payment-batches');

/** The system principal that processes batches, limited to the batch's organization. */
export function batchesOf({ organizationId }: Pick<BatchKey, 'organizationId'>): Principal {
  return limitToOrganization(BATCHES, organizationId);
}

/**
 * Queues a batch for a worker after `inMs`. A job that is already queued is replaced, except by a plain reminder
 * (`kept`).
 */
export async function enqueueBatch(
  queries: Queries,
  { id, organizationId }: BatchKey,
  inMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const key = `payment_batch:${organizationId}:${id}`;
  await enqueue(
    queries,
    'payment_batch',
    { organizationId, id },
    { delayMs: inMs, key, waiting, priority: BATCH_PRIORITY },
  );
}

/** Where a row's key is stored. */
export function sealingPlace(batchId: string, position: number): string {
  return `${batchId}:${position}`;
}
