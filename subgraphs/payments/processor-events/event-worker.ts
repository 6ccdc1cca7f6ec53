import type { CardProcessors } from '../../../connectors/card-processors/registry.js';
import type { JobPayloads } from '../../../core/jobs/job-types-and-enqueue.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { isoInstant } from '../../../core/time/dates.js';
import type { EventHandlers, EventOutcome } from './event-handlers-interface.js';
import { ensureFollowedSince } from './followed-since.js';
import {
  deleteOldProcessorEvents,
  overdueProcessorEvents,
  type ProcessorEventRow,
  settleProcessorEvent,
  tryProcessorEvent,
} from './processor-event.store.js';
import { enqueueCharge, enqueueEvent, PROCESSOR_EVENTS_JOB } from './store-and-enqueue-event.js';

/** With growing pauses that takes most of a week; after that an operator can replay the event. */
const MOST_TRIES = 1_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 2_000;
/** Events in progress are not overdue: their pauses are no longer than this. */
const OVERDUE_MS = 2 * LONGEST_PAUSE_MS;
const MOST_AT_ONCE = 500;
/** Longer than the processor itself keeps an event. */
const KEPT_DAYS = 90;

export interface EventWorkerParts extends Pick<ServiceParts, 'db' | 'clock' | 'logger'> {
  readonly processors: CardProcessors;
}

/**
 * Processes events from card processors: asks the processor for the current state of the event's subject and brings
 * our records in line with it.
 */
export class ProcessorEventWorker {
  readonly #parts: EventWorkerParts;
  readonly #about: EventHandlers;

  /** @param about - the processing of an event, by its subject. */
  constructor(parts: EventWorkerParts, about: EventHandlers) {
    this.#parts = parts;
    this.#about = about;
  }

  /** Repeating it changes nothing: what is done depends only on the current state. */
  async work({ id }: JobPayloads['processor_event']): Promise<void> {
    const { db, clock, logger } = this.#parts;
    const event = await db.first(PROCESSOR_EVENTS_JOB, tryProcessorEvent, { id });
    if (event === undefined) return;
    const outcome = await this.#outcomeOf(event, event.again).catch((error: unknown) => {
      logger.error({ err: error, processor_event: event.externalId }, 'a processor’s event could not be processed');
      return { kind: 'later' } as const;
    });
    if (outcome.kind === 'later' && event.tries < MOST_TRIES) return enqueueEvent(db, id, pauseAfter(event.tries));
    const settled =
      outcome.kind === 'done'
        ? ({ status: 'done', outcome: outcome.outcome } as const)
        : ({ status: 'failed', outcome: 'given_up' } as const);
    const processedAt = isoInstant(clock.now());
    await db.first(PROCESSOR_EVENTS_JOB, settleProcessorEvent, { id, ...settled, processedAt });
  }

  /** Checks the current state of a charge once more after it was corrected. */
  async lookAtCharge({ processor, chargeExternalId, tries = 0 }: JobPayloads['processor_charge']): Promise<void> {
    const { db, logger } = this.#parts;
    const outcome = await this.#about.charge.settle(processor, chargeExternalId, false).catch((error: unknown) => {
      logger.error({ err: error, charge: chargeExternalId }, 'a corrected charge could not be checked');
      return { kind: 'later' } as const;
    });
    if (outcome.kind === 'done') return;
    // This may be the last check left: later events of the processor are done.
    if (tries < MOST_TRIES) return enqueueCharge(db, { processor, chargeExternalId }, pauseAfter(tries), tries + 1);
    logger.error(
      { card_processor: processor, charge: chargeExternalId },
      'the check of a corrected charge is given up',
    );
  }

  /** Records since when each processor is followed, as soon as a worker runs. Runs every minute. */
  async follow(): Promise<void> {
    const { db, clock, processors } = this.#parts;
    for (const { code } of processors.asked) await ensureFollowedSince(db, clock, code);
  }

  /** Queues a new job next to that of a killed worker, and deletes events that were done long ago. */
  async watchOverdue(): Promise<void> {
    const { db } = this.#parts;
    const overdue = { olderThanMs: OVERDUE_MS, limit: MOST_AT_ONCE };
    for (const { id } of await db.many(PROCESSOR_EVENTS_JOB, overdueProcessorEvents, overdue)) {
      await enqueueEvent(db, id, 0, 'kept');
    }
    await db.many(PROCESSOR_EVENTS_JOB, deleteOldProcessorEvents, { olderThanDays: KEPT_DAYS, limit: MOST_AT_ONCE });
  }

  #outcomeOf({ processor, aboutKind, aboutId }: ProcessorEventRow, again: boolean): Promise<EventOutcome> {
    if (aboutId === null) return Promise.resolve({ kind: 'done', outcome: 'nothing_to_do' });
    return aboutKind === 'method'
      ? this.#about.method.settle(processor, aboutId)
      : this.#about.charge.settle(processor, aboutId, again);
  }
}

function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS);
}
