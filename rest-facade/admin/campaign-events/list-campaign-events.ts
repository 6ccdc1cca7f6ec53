import { z } from 'zod';
import {
  CAMPAIGN_EVENT_TYPES,
  EVENT_PAGE,
  EVENT_PAGE_SIZE,
  instantText,
  refusePageAndCursor,
  refuseReversedRange,
} from '../../../core/contract/campaign-event.js';
import { queryInteger } from '../../../core/contract/query-parameters.js';
import { operation } from '../../declare-operation-route.js';
import type { ListCampaignEventsQuery, ListCampaignEventsQueryVariables } from '../../generated/operations.js';
import { organizationQuery, pageCursor } from '../../request/list-query.js';

/** Both bounds are exclusive. */
const eventsQuery = organizationQuery
  .extend({
    event_type: z.enum(CAMPAIGN_EVENT_TYPES).describe('Only events of this type.').optional(),
    date_from: instantText.describe('Events after this instant; a date means 00:00 UTC.').optional(),
    date_to: instantText.describe('Events before this instant; a date means 00:00 UTC.').optional(),
    page: queryInteger(EVENT_PAGE).describe('Page number, from 1. Not allowed together with `cursor`.'),
    page_size: queryInteger(EVENT_PAGE_SIZE).describe('Rows per page.'),
    // This list has `page_size` and page numbers, unlike the other lists.
    cursor: pageCursor.describe('`next_cursor` of the previous page, with the same filters.'),
  })
  .superRefine(refuseReversedRange)
  .superRefine(refusePageAndCursor);

/** Stored events of the workspace named in the header, latest first. */
export const listCampaignEvents = operation({
  operationId: 'listCampaignEvents',
  method: 'GET',
  path: '/campaign-events/',
  summary: 'List campaign events',
  description:
    'The events of one workspace, latest first. With numbered pages, new events push others to the next page, where they appear a second time. To read every event once, use `cursor` with the `next_cursor` of the previous page instead of `page`.',
  tag: 'Campaign events',
  refusals: ['workspace_not_found'],
  area: 'admin',
  scope: 'campaign_events:read',
  request: z.object({ header: z.object({ workspace_id: z.string().describe('Whose events.') }), query: eventsQuery }),
  variables: ({ header, query: { organization_id: _checked, ...query } }): ListCampaignEventsQueryVariables => ({
    ...header,
    ...query,
  }),
  success: ({ campaignEvents }: ListCampaignEventsQuery) => ({ status: 200, body: campaignEvents }),
});
