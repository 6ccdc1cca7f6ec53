import type { Database, Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { systemPrincipal, within } from '../../../../core/principal/principal.js';
import { sendAgain } from '../delivery/delivery.store.js';
import type { EventRow } from '../event/event.store.js';
import type { EndpointRow } from './endpoint.store.js';

const WEBHOOKS = systemPrincipal('webhooks');
/** Of one request, and of one transaction. */
const MOST = 10_000;
const AT_A_TIME = 1_000;

export interface ResendingParts {
  readonly db: Database;
  /** The endpoint as it stands, held until the transaction ends. @throws {Problem} when it is gone or disabled */
  locked(tx: Transaction): Promise<EndpointRow>;
}

export interface ResendRequest {
  readonly event_id?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Where an earlier request ended. */
  readonly after?: EventRow | undefined;
}

export interface ResentEvents {
  readonly queued: number;
  /** The last event that was queued, where there may be more; null: that was all. */
  readonly nextAfter: string | null;
}

const BEGINNING = { transactionId: -1, position: -1 };

/**
 * Sends one event again, whether or not it was delivered, or those of a time: organization by organization, a thousand to a transaction,
 * ten thousand to a request. What is waiting already stays as it is, so that whoever asks again after a lost answer, or a process that
 * died half-way, has nothing queued twice.
 *
 * @throws {Problem} `event_not_found`; what `locked` throws
 */
export async function resendEvents(
  { db, locked }: ResendingParts,
  endpointId: string,
  { event_id, from, until, after }: ResendRequest,
): Promise<ResentEvents> {
  const eventId = event_id ?? null;
  const range = { eventId, since: from ?? 'infinity', before: until ?? 'infinity' };
  let queued = 0;
  let place: Pick<EventRow, 'transactionId' | 'position'> = after ?? BEGINNING;
  let organizationId: string | undefined = after?.organizationId;
  for (;;) {
    const sent = await db.transaction(async (tx) => {
      const { types, organizationIds } = await locked(tx);
      organizationId ??= nextOf(organizationIds, '');
      if (organizationId === undefined) return undefined;
      const asked = { ...range, organizationId, endpointId, types, limit: AT_A_TIME };
      const through = { afterTransaction: place.transactionId, afterPosition: place.position };
      const own = within(WEBHOOKS, organizationId);
      return { organizationIds, found: await tx.first(own, sendAgain, { ...asked, ...through }) };
    });
    const { found, lastId, lastTransaction, lastPosition } = sent?.found ?? NOTHING;
    queued += found;
    if (found === AT_A_TIME && lastTransaction !== null && lastPosition !== null) {
      if (queued >= MOST) return { queued, nextAfter: lastId };
      place = { transactionId: lastTransaction, position: lastPosition };
      continue;
    }
    place = BEGINNING;
    organizationId = organizationId && nextOf(sent?.organizationIds ?? [], organizationId);
    if (organizationId !== undefined) continue;
    if (eventId !== null && queued === 0) throw new Problem('event_not_found');
    return { queued, nextAfter: null };
  }
}

const NOTHING = { found: 0, lastId: null, lastTransaction: null, lastPosition: null };

/** In the order of their ids, which is no other for whoever goes on. */
function nextOf(organizationIds: readonly string[], after: string): string | undefined {
  return [...organizationIds].sort().find((id) => id > after);
}
