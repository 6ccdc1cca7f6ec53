import { setTimeout as sleep } from 'node:timers/promises';
import { type EventSubscription, familyOf } from '../../core/contract/event-subscription.js';
import type { Event, Tributary } from '../../sdk/src/index.js';
import { isPassing } from './installation-client.js';

/** Where to start: after an event, or at an instant. */
export type Place = { readonly after: string } | { readonly since: string };

export interface Following {
  readonly tributary: Tributary;
  /** `payment.posted`, `payment.*`, `*`. */
  readonly types: readonly EventSubscription[];
  readonly from: Place;
  readonly signal: AbortSignal;
  /** Called when the installation stops answering, and with null when it answers again. */
  readonly trouble: (error: Error | null) => void;
}

/** Far below a key's rate limit. */
const CHECK_EVERY_MS = 1_000;
/**
 * Retries at a fixed short interval, so that an installation is noticed soon after it restarts; the client's own
 * backoff would grow.
 */
const CALL_DEADLINE_MS = 5_000;

/**
 * Yields events as they happen, oldest first, until the signal aborts. While the installation does not answer, retries
 * from the last event on, so that no event is missed.
 *
 * @throws {TributaryError} for failures that retrying cannot fix: a revoked key, or a position that no longer exists.
 */
export async function* follow({ tributary, types, from, signal, trouble }: Following): AsyncGenerator<Event, void> {
  const [only = '*'] = types.length === 1 ? types : [];
  // Filters several types here: the list endpoint takes only one.
  const narrowed = only === '*' ? {} : { type: only };
  let place = from;
  let isInTrouble = false;
  while (!signal.aborted) {
    try {
      const query = { ...narrowed, ...place, limit: 100 };
      for await (const event of tributary.events.list(query, { signal, deadlineMs: CALL_DEADLINE_MS })) {
        place = { after: event.id };
        if (types.some((filter) => takes(filter, event.type))) yield event;
        if (signal.aborted) return;
      }
      if (isInTrouble) trouble(null);
      isInTrouble = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      if (!isInTrouble) trouble(error);
      isInTrouble = true;
    }
    await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function takes(filter: EventSubscription, type: string): boolean {
  const family = familyOf(filter);
  return family === undefined ? filter === type : type.startsWith(family);
}
