import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetAutopayRunQuery, GetAutopayRunQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** The object of `autopay_run.*` events. */
export const getAutopayRun = operation({
  operationId: 'getAutopayRun',
  method: 'GET',
  path: '/v1/autopay-runs/{id}',
  summary: 'Read an autopay run',
  description: 'The outcome of one date of a schedule, or of a one-time charge, whose schedule cannot be read: the object of `autopay_run.*` events.',
  tag: 'Autopay',
  refusals: ['autopay_run_not_found'],
  area: 'v1',
  scope: 'autopay:read',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetAutopayRunQueryVariables => path,
  success: ({ autopayRun }: GetAutopayRunQuery) => ({ status: 200, body: autopayRun }),
});
