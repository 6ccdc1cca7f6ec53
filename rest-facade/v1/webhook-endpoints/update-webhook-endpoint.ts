import { z } from 'zod';
import { withoutUndefined } from '../../../core/contract/checked-write.js';
import { updateEndpointBody } from '../../../core/contract/webhook-endpoint.js';
import { operation } from '../../declare-operation-route.js';
import type {
  UpdateWebhookEndpointMutation,
  UpdateWebhookEndpointMutationVariables,
} from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

export const updateWebhookEndpoint = operation({
  operationId: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Update a webhook endpoint',
  description:
    'Omitted fields do not change. An endpoint that is enabled again receives events from then on; `missed_from` and `missed_until` give the period that can be resent.',
  tag: 'Webhook endpoints',
  refusals: ['webhook_endpoint_not_found'],
  area: 'v1',
  scope: 'webhook_endpoints:write',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery, body: updateEndpointBody }),
  variables: ({ path, body }): UpdateWebhookEndpointMutationVariables => ({
    ...path,
    input: withoutUndefined({ url: body.url, description: body.description, types: body.types, status: body.status }),
  }),
  success: ({ updateWebhookEndpoint }: UpdateWebhookEndpointMutation) => ({ status: 200, body: updateWebhookEndpoint }),
});
