import type { Queries } from '../../../core/db/database.js';
import type { Clock } from '../../../core/time/clock.js';
import { type IsoInstant, isoInstant } from '../../../core/time/dates.js';
import { followProcessor, pullOf } from './processor-event.store.js';
import { PROCESSOR_EVENTS_JOB } from './store-and-enqueue-event.js';

/** Since when a processor is followed: from now on, if it was not before. */
export async function ensureFollowedSince(queries: Queries, clock: Clock, processor: string): Promise<IsoInstant> {
  const followed = await queries.first(PROCESSOR_EVENTS_JOB, pullOf, { processor });
  if (followed?.followedFrom != null) return followed.followedFrom;
  const now = isoInstant(clock.now());
  const row = await queries.first(PROCESSOR_EVENTS_JOB, followProcessor, { processor, now });
  return row?.followedFrom ?? now;
}
