import type { Queries } from '../../../../core/db/database.js';
import { BATCH_PRIORITY, enqueue } from '../../../../core/jobs/jobs.js';
import { type Principal, systemPrincipal, within } from '../../../../core/principal/principal.js';

/** What names a batch. */
export interface BatchKey {
  readonly id: string;
  readonly organizationId: string;
}

export const BATCHES = systemPrincipal('payment-batches');

/** The product's own part that works on batches, within the organization whose batch it is. */
export function batchesOf({ organizationId }: Pick<BatchKey, 'organizationId'>): Principal {
  return within(BATCHES, organizationId);
}

/** Has a worker go on with a batch after `inMs`. One that waits already is replaced; `kept`: by a mere reminder it is not. */
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

/** Where a row's key is kept. */
export function sealingPlace(batchId: string, position: number): string {
  return `${batchId}:${position}`;
}
