import { z } from 'zod';
import {
  CAMPAIGN_EVENT_TYPES,
  EVENT_PAGE,
  EVENT_PAGE_SIZE,
  instantText,
  refuseBackwards,
} from '../../../core/contract/campaign-event.js';
import { queryInteger } from '../../../core/contract/query.js';
import type { ListCampaignEventsQuery, ListCampaignEventsQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';
import { operation } from '../../route.js';

/** Both ends are exclusive. */
const eventsQuery = organizationQuery
  .extend({
    event_type: z.enum(CAMPAIGN_EVENT_TYPES).describe('Only events of this type.').optional(),
    date_from: instantText.describe('Events after this; a date means 00:00 UTC.').optional(),
    date_to: instantText.describe('Events before this; a date means 00:00 UTC.').optional(),
    page: queryInteger(EVENT_PAGE).describe('Pages are numbered from 1.'),
    page_size: queryInteger(EVENT_PAGE_SIZE).describe('Rows of a page.'),
  })
  .superRefine(refuseBackwards);

/** Stored events of the workspace that the header names, latest first. */
export const listCampaignEvents = operation({
  operationId: 'listCampaignEvents',
  method: 'GET',
  path: '/campaign-events/',
  summary: 'List campaign events',
  description: 'Of one workspace, latest first, by numbered pages.',
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
