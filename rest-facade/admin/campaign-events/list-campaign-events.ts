import { z } from 'zod';
import {
  CAMPAIGN_EVENT_TYPES,
  EVENT_PAGE,
  EVENT_PAGE_SIZE,
  instantText,
} from '../../../core/contract/campaign-event.js';
import { queryInteger } from '../../../core/contract/query.js';
import type { ListCampaignEventsQuery, ListCampaignEventsQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';
import { operation } from '../../route.js';

/** Both ends are exclusive (DESIGN 7). */
const eventsQuery = organizationQuery
  .extend({
    event_type: z.enum(CAMPAIGN_EVENT_TYPES).optional(),
    date_from: instantText.optional(),
    date_to: instantText.optional(),
    page: queryInteger(EVENT_PAGE),
    page_size: queryInteger(EVENT_PAGE_SIZE),
  })
  .superRefine(({ date_from: after, date_to: before }, context) => {
    if (after === undefined || before === undefined || after <= before) return;
    context.addIssue({ code: 'custom', path: ['date_to'], message: 'date_to must not be earlier than date_from' });
  });

/** Spec 4.5: stored events of the workspace that the header names, latest first. */
export const listCampaignEvents = operation({
  operationId: 'listCampaignEvents',
  method: 'GET',
  path: '/campaign-events/',
  area: 'admin',
  scope: 'campaign_events:read',
  request: z.object({ header: z.object({ workspace_id: z.string() }), query: eventsQuery }),
  variables: ({ header, query: { organization_id: _checked, ...query } }): ListCampaignEventsQueryVariables => ({
    ...header,
    ...query,
  }),
  success: ({ campaignEvents }: ListCampaignEventsQuery) => ({ status: 200, body: campaignEvents }),
});
