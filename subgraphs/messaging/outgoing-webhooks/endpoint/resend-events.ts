import type { Database, Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import { sendAgain } from '../delivery/resend.store.js';
import type { EventRow } from '../event/event.reads.store.js';
import type { EndpointRow } from './endpoint.store.js';

const WEBHOOKS = systemPrincipal('webhooks');
/** Maximum events of one request, and of one transaction. */
export const MOST_RESENT = 10_000;
const AT_A_TIME = 1_000;
/** About the most events that one request examines. */
const MOST_EXAMINED = 200_000;

export interface ResendingParts {
  readonly db: Database;
  /** The current endpoint, locked until the transaction ends. @throws {Problem} when it is deleted or disabled */
  locked(tx: Transaction): Promise<EndpointRow>;
}

export interface ResendRequest {
  readonly event_id?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly undelivered_only?: boolean | undefined;
  /** Where an earlier request ended. */
  readonly after?: EventRow | undefined;
}

export interface ResentEvents {
  readonly queued: number;
  /** Events of the request that were queued before and were left as they are. */
  readonly alreadyWaiting: number;
  /** The last event examined, if there may be more; null at the end. */
  readonly nextAfter: string | null;
}

/**
 * The beginning of the period in which events are looked for. Events before an endpoint existed were never due to it,
 * so they do not count as undelivered.
 */
export function sinceOf({ createdAt }: Pick<EndpointRow, 'createdAt'>, from: string, undeliveredOnly: boolean): string {
  const isBefore = from === '-infinity' || Date.parse(from) < Date.parse(createdAt);
  return undeliveredOnly && isBefore ? createdAt : from;
}

const BEGINNING = { transactionId: -1, position: -1 };

/**
 * Resends one event, delivered or not, or the events of a period: organization by organization, a thousand per
 * transaction, ten thousand per request; a request that finds few examines a limited number. Waiting deliveries stay as
 * they are, so a repetition after a lost response or a crash queues no event twice; nor does another request for the same period while this one's deliveries are under
 * way.
 *
 * @throws {Problem} `event_not_found`; whatever `locked` throws
 */
export async function resendEvents(
  { db, locked }: ResendingParts,
  endpointId: string,
  { event_id, from, until, undelivered_only: undeliveredOnly = false, after }: ResendRequest,
): Promise<ResentEvents> {
  const eventId = event_id ?? null;
  const range = { eventId, before: until ?? 'infinity', undeliveredOnly, continues: after?.id ?? null };
  let [found, queued, seen] = [0, 0, 0];
  let place: Pick<EventRow, 'transactionId' | 'position'> = after ?? BEGINNING;
  let organizationId: string | undefined = after?.organizationId;
  let resentAt: string | null = null;
  for (;;) {
    const limit = Math.min(AT_A_TIME, MOST_RESENT - found);
    const sent = await db.transaction(async (tx) => {
      const endpoint = await locked(tx);
      const { types, organizationIds } = endpoint;
      organizationId ??= nextOf(organizationIds, '');
      if (organizationId === undefined) return undefined;
      const since = from === undefined ? 'infinity' : sinceOf(endpoint, from, undeliveredOnly);
      const asked = { ...range, since, organizationId, endpointId, types, resentAt, limit };
      const through = { afterTransaction: place.transactionId, afterPosition: place.position };
      const own = limitToOrganization(WEBHOOKS, organizationId);
      return { organizationIds, part: await tx.first(own, sendAgain, { ...asked, ...through }) };
    });
    const { lastId, lastTransaction, lastPosition, ...part } = sent?.part ?? NOTHING;
    found += part.found;
    queued += part.queued;
    seen += part.seen;
    resentAt ??= part.resentAt;
    if (lastTransaction !== null && lastPosition !== null) {
      if (found >= MOST_RESENT || seen >= MOST_EXAMINED)
        return { queued, alreadyWaiting: found - queued, nextAfter: lastId };
      place = { transactionId: lastTransaction, position: lastPosition };
      continue;
    }
    place = BEGINNING;
    organizationId = organizationId && nextOf(sent?.organizationIds ?? [], organizationId);
    if (organizationId !== undefined) continue;
    if (eventId !== null && found === 0) throw new Problem('event_not_found');
    return { queued, alreadyWaiting: found - queued, nextAfter: null };
  }
}

const NOTHING = {
  found: 0,
  queued: 0,
  seen: 0,
  lastId: null,
  lastTransaction: null,
  lastPosition: null,
  resentAt: null,
};

/** In id order, so that every continuation uses the same order. */
function nextOf(organizationIds: readonly string[], after: string): string | undefined {
  return [...organizationIds].sort().find((id) => id > after);
}
