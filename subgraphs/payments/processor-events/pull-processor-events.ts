import { Temporal } from 'temporal-polyfill';
import type { CardProcessor } from '../../../connectors/card-processors/port.js';
import type { CardProcessors } from '../../../connectors/card-processors/registry.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { type IsoInstant, isoInstant } from '../../../core/time/dates.js';
import { ensureFollowedSince } from './followed-since.js';
import { type ProcessorPullRow, pullOf, writePull } from './processor-event.store.js';
import { PROCESSOR_EVENTS_JOB, storeEvent } from './store-and-enqueue-event.js';

export interface PullParts extends Pick<ServiceParts, 'db' | 'clock' | 'logger'> {
  readonly processors: CardProcessors;
}

/** The range of the first pull: as far back as processors list events. */
const FIRST_PULL_DAYS = 30;
/** Changes during the last pull, and differences between the processor's clock and ours, are requested twice. */
const OVERLAP_MINUTES = 60;

/**
 * Periodically asks each processor what has changed since the last time, to find events that were never reported or
 * got lost.
 */
export class ProcessorPull {
  readonly #parts: PullParts;

  constructor(parts: PullParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { processors, logger } = this.#parts;
    for (const processor of processors.asked) {
      await this.#pull(processor).catch((error: unknown) => {
        logger.error({ err: error, card_processor: processor.code }, 'a card processor’s changes could not be pulled');
      });
    }
  }

  /** Pulls one page at a time; an interrupted pull continues at the page it had reached. */
  async #pull(processor: CardProcessor): Promise<void> {
    const { db, clock, logger } = this.#parts;
    const { code } = processor;
    await ensureFollowedSince(db, clock, code);
    const before = await db.first(PROCESSOR_EVENTS_JOB, pullOf, { processor: code });
    let pull = begun(before, processor.pullEveryMs, clock.now());
    if (pull === undefined) return;
    let news = 0;
    for (;;) {
      const found = await processor.changes({ since: pull.since, position: pull.position });
      if (found.kind === 'unavailable') {
        logger.warn({ card_processor: code }, 'a card processor did not answer; its changes are requested again later');
        return;
      }
      for (const hint of found.hints) if (await storeEvent(db, code, hint, 'pulled')) news += 1;
      const { completeThrough, startedAt, since } = pull;
      const stands = { processor: code, completeThrough, startedAt, since, position: found.next };
      if (found.next === null) {
        const finished = { ...stands, completeThrough: startedAt, startedAt: null, since: null };
        await db.many(PROCESSOR_EVENTS_JOB, writePull, finished);
        if (news > 0) logger.info({ card_processor: code, news }, 'a card processor’s changes were pulled');
        return;
      }
      await db.many(PROCESSOR_EVENTS_JOB, writePull, stands);
      pull = { ...pull, position: found.next };
    }
  }
}

interface Begun {
  readonly completeThrough: IsoInstant | null;
  readonly startedAt: IsoInstant;
  readonly since: IsoInstant;
  readonly position: string | null;
}

/** The interrupted pull, or the next one when it is due. */
function begun(row: ProcessorPullRow | undefined, everyMs: number, now: Temporal.Instant): Begun | undefined {
  const completeThrough = row?.completeThrough ?? null;
  if (row?.startedAt != null && row.since !== null) {
    return { completeThrough, startedAt: row.startedAt, since: row.since, position: row.position };
  }
  const last = completeThrough === null ? undefined : Temporal.Instant.from(completeThrough);
  if (last !== undefined && now.epochMilliseconds - last.epochMilliseconds < everyMs) return undefined;
  const since = last?.subtract({ minutes: OVERLAP_MINUTES }) ?? now.subtract({ hours: FIRST_PULL_DAYS * 24 });
  return { completeThrough, startedAt: isoInstant(now), since: isoInstant(since), position: null };
}
