import { z } from 'zod';
import { instantText } from '../../../core/contract/campaign-event.js';
import { EVENT_FILTERS } from '../../../core/contract/event.js';
import { severalOf } from '../../../core/contract/query.js';
import type { ListEventsQuery, ListEventsQueryVariables } from '../../generated/operations.js';
import { operation } from '../../operation.js';
import { pageQuery } from '../page.js';

/** What changed, for whoever polls instead of being called. */
export const listEvents = operation({
  operationId: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  summary: 'List events',
  description:
    'What changed in the last 30 days, oldest first: what webhook endpoints are sent, too. Whoever goes on with `after`, the id of the last event seen, misses none: an event is served once no other can come before it, usually at once, and later while a long transaction runs.',
  tag: 'Events',
  area: 'v1',
  scope: 'events:read',
  request: z.object({
    query: pageQuery.extend({
      type: severalOf(EVENT_FILTERS)
        .describe('Only those of this type, or, as `payment.*`, of this kind of object; repeat it for several.')
        .optional(),
      object_id: z.string().describe('Only those of this object.').optional(),
      after: z.string().describe('Only those behind this event, which is of the last 30 days.').optional(),
      since: instantText
        .describe(
          'Only those of this instant or later: where to begin without an event to go on from. A date is taken too, and means 00:00 UTC.',
        )
        .optional(),
    }),
  }),
  variables: ({ query: { type, ...query } }): ListEventsQueryVariables => ({ ...query, types: type }),
  success: ({ events }: ListEventsQuery) => ({ status: 200, body: events }),
});
