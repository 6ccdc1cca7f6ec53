import { z } from 'zod';
import { instantText } from '../../../core/contract/campaign-event.js';
import { EVENT_FILTERS } from '../../../core/contract/event-subscription.js';
import { severalOf } from '../../../core/contract/query-parameters.js';
import { operation } from '../../declare-operation-route.js';
import type { ListEventsQuery, ListEventsQueryVariables } from '../../generated/operations.js';
import { pageQuery } from '../page-query.js';

/** Events for clients that poll. */
export const listEvents = operation({
  operationId: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  summary: 'List events',
  description:
    'The events of the last 30 days, oldest first, which webhook endpoints also receive. A client that continues with `after`, the id of its last event, misses none: an event is listed only when no earlier one can follow, usually at once, and later while a long transaction runs.',
  tag: 'Events',
  area: 'v1',
  scope: 'events:read',
  request: z.object({
    query: pageQuery.extend({
      type: severalOf(EVENT_FILTERS)
        .describe('Only events of this type or, with `payment.*`, of this kind of object; may be repeated.')
        .optional(),
      object_id: z.string().describe('Only events of this object.').optional(),
      after: z.string().describe('Only events after this one, which must be of the last 30 days.').optional(),
      since: instantText
        .describe('Only events at or after this instant: for a start without a known event. A date means 00:00 UTC.')
        .optional(),
    }),
  }),
  variables: ({ query: { type, ...query } }): ListEventsQueryVariables => ({ ...query, types: type }),
  success: ({ events }: ListEventsQuery) => ({ status: 200, body: events }),
});
