import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { PageArguments } from '../../../../core/graphql/page-arguments.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { countToResend } from '../delivery/resend.store.js';
import type { WebhookEndpointService } from '../endpoint/endpoint.service.js';
import { MOST_RESENT, sinceOf } from '../endpoint/resend-events.js';
import { messageOf } from '../sending/event-message.js';
import { DELIVERIES, DELIVERIES_WITH_STATUS, type DeliveryRow, deliveryOfEvent } from './delivery-list.reads.store.js';

/** A delivery with the body that is sent. */
export type ShownDelivery = DeliveryRow & { readonly nextAttemptAt: string | null; readonly payload: string };

export interface DaysToResend {
  readonly endpointId: string;
  /** Both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly undeliveredOnly: boolean;
}

/** What was and is sent to an endpoint, and what a request to resend would send. */
export class DeliveryHistoryService {
  constructor(
    private readonly parts: Pick<ServiceParts, 'db' | 'cursors'>,
    private readonly endpoints: Pick<WebhookEndpointService, 'one'>,
  ) {}

  /** Latest event first. @throws {Problem} `webhook_endpoint_not_found` */
  async list(
    principal: Principal,
    { endpointId, status = null, ...request }: PageArguments & { endpointId: string; status?: string | null },
  ): Promise<Page<ShownDelivery>> {
    requireScope(principal, 'events:read');
    await this.endpoints.one(principal, endpointId);
    const filters = { endpointId, status };
    const page =
      status === null
        ? await readPage(this.parts, principal, DELIVERIES, { endpointId }, filters, request)
        : await readPage(this.parts, principal, DELIVERIES_WITH_STATUS, { endpointId, status }, filters, request);
    return { ...page, items: page.items.map(shown) };
  }

  /** @throws {Problem} `webhook_endpoint_not_found`, `event_not_found` */
  async one(principal: Principal, endpointId: string, eventId: string): Promise<ShownDelivery> {
    requireScope(principal, 'events:read');
    await this.endpoints.one(principal, endpointId);
    const asked = { endpointId, eventId };
    const found = isId(eventId) ? await this.parts.db.first(principal, deliveryOfEvent, asked) : undefined;
    if (found === undefined) throw new Problem('event_not_found');
    return shown(found);
  }

  /**
   * Counts one more than a request resends, so that a caller sees whether one is enough.
   *
   * @throws {Problem} `webhook_endpoint_not_found`, `invalid_date_range`, `validation_failed`
   */
  async toResend(principal: Principal, { endpointId, from, to, timeZone, undeliveredOnly }: DaysToResend) {
    requireScope(principal, 'events:read');
    const { types, organizationIds, createdAt } = await this.endpoints.one(principal, endpointId);
    const { createdFrom, createdBefore } = instants(dateRange(from, to), timeZone);
    const since = sinceOf({ createdAt }, createdFrom, undeliveredOnly);
    const counted = await this.parts.db.first(principal, countToResend, {
      ...{ endpointId, types, organizationIds, undeliveredOnly, since },
      ...{ before: createdBefore, limit: MOST_RESENT + 1 },
    });
    if (counted === undefined) throw new Problem('webhook_endpoint_not_found'); // its organizations left the scope
    const { events, isExact, since: first, before: until } = counted;
    return { events, isExact, from: first, until };
  }
}

function shown(row: DeliveryRow): ShownDelivery {
  const { body } = messageOf(row);
  return { ...row, nextAttemptAt: row.deliveryStatus === 'pending' ? row.nextTryAt : null, payload: body };
}
