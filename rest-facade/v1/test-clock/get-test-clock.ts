import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetTestClockQuery, GetTestClockQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** Polled during an advance. */
export const getTestClock = operation({
  operationId: 'getTestClock',
  method: 'GET',
  path: '/v1/test-clock',
  summary: 'Read the test clock',
  description:
    'The business day of a sandbox organization, and the progress of its latest advance. Poll this while `status` is `advancing`.',
  tag: 'Test clock',
  refusals: ['test_clock_not_available'],
  area: 'v1',
  scope: 'test_clock:read',
  request: z.object({ query: organizationQuery }),
  variables: ({ query }): GetTestClockQueryVariables => query,
  success: ({ testClock }: GetTestClockQuery) => ({ status: 200, body: testClock }),
});
