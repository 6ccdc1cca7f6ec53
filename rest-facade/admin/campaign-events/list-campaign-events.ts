import { z } from 'zod';
import {
  CAMPAIGN_EVENT_TYPES,
  EVENT_PAGE,
  EVENT_PAGE_SIZE,
  instantText,
  refuseBackwards,
  refusePageAndCursor,
} from '../../../core/contract/campaign-event.js';
import { queryInteger } from '../../../core/contract/query.js';
import type { ListCampaignEventsQuery, ListCampaignEventsQueryVariables } from '../../generated/operations.js';
import { operation } from '../../operation.js';
import { organizationQuery, pageCursor } from '../../request/list-query.js';

/** Both ends are exclusive. */
const eventsQuery = organizationQuery
  .extend({
    event_type: z.enum(CAMPAIGN_EVENT_TYPES).describe('Only events of this type.').optional(),
    date_from: instantText.describe('Events after this; a date is taken too, and means 00:00 UTC.').optional(),
    date_to: instantText.describe('Events before this; a date is taken too, and means 00:00 UTC.').optional(),
    page: queryInteger(EVENT_PAGE).describe('Pages are numbered from 1. Not together with `cursor`.'),
    page_size: queryInteger(EVENT_PAGE_SIZE).describe('Rows of a page.'),
    // Its pages are of `page_size`, and numbered too: it is no list as the others are.
    cursor: pageCursor.describe('`next_cursor` of the page before, with the same filters.'),
  })
  .superRefine(refuseBackwards)
  .superRefine(refusePageAndCursor);

/** Stored events of the workspace that the header names, latest first. */
export const listCampaignEvents = operation({
  operationId: 'listCampaignEvents',
  method: 'GET',
  path: '/campaign-events/',
  summary: 'List campaign events',
  description:
    'Of one workspace, latest first. By numbered pages, events that arrive meanwhile move others to the next page, where they come a second time; to read all events once, go on with `cursor`: the `next_cursor` of the page before, instead of `page`.',
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
