import type { ProcessorNotice } from '../../../connectors/card-processors/charge-queries-interface.js';
import type { Database } from '../../../core/db/database.js';
import { newId } from '../../../core/ids/ids.js';
import { enqueue, READING_PRIORITY } from '../../../core/jobs/job-types-and-enqueue.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import { insertProcessorEvent } from './processor-event.store.js';

export const PROCESSOR_EVENTS_JOB = systemPrincipal('card-processor');

/** Stores an event once, with the job that processes it. @returns whether it is new. */
export function storeEvent(
  db: Database,
  processor: string,
  { externalId, type, about }: ProcessorNotice,
  source: 'told' | 'pulled',
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const kept = await tx.first(PROCESSOR_EVENTS_JOB, insertProcessorEvent, {
      id: newId(),
      processor,
      externalId,
      type,
      aboutKind: about?.kind ?? null,
      aboutId: about?.id ?? null,
      source,
    });
    if (kept === undefined) return false;
    if (kept.status === 'received') await enqueueEvent(tx, kept.id, 0);
    return true;
  });
}

export function enqueueEvent(
  queries: Parameters<typeof enqueue>[0],
  id: string,
  delayMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const timing = { delayMs, key: `processor_event:${id}`, waiting, priority: READING_PRIORITY };
  return enqueue(queries, 'processor_event', { id }, timing);
}

/** Queues a request to the processor for a charge's current state. @param tries - how often that was postponed. */
export function enqueueCharge(
  queries: Parameters<typeof enqueue>[0],
  { processor, chargeExternalId }: { readonly processor: string; readonly chargeExternalId: string },
  delayMs: number,
  tries = 0,
): Promise<void> {
  // A job that is already queued is not delayed by this one.
  const waiting = tries === 0 ? 'replaced' : 'kept';
  const key = `processor_charge:${processor}:${chargeExternalId}`;
  const timing = { delayMs, key, waiting, priority: READING_PRIORITY } as const;
  return enqueue(queries, 'processor_charge', { processor, chargeExternalId, tries }, timing);
}
