import { z } from 'zod';
import { advanceTestClockBody } from '../../../core/contract/test-clock.js';
import { operation } from '../../declare-operation-route.js';
import type { AdvanceTestClockMutation, AdvanceTestClockMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** 202 with the clock, which a worker moves day by day. */
export const advanceTestClock = operation({
  operationId: 'advanceTestClock',
  method: 'POST',
  path: '/v1/test-clock/advance',
  summary: 'Advance the test clock',
  description:
    'Moves the business day of a sandbox organization forward, to `to` or by `days`. Every day on the way is processed: autopay runs and retries, the ledger’s day-end, late fees, charge-offs. Until it is finished, writes on the organization get 409 `test_clock_advancing`.',
  tag: 'Test clock',
  refusals: ['test_clock_not_available', 'idempotency_conflict', 'idempotency_in_progress'],
  area: 'v1',
  scope: 'test_clock:write',
  request: z.object({ query: organizationQuery, header: idempotencyHeader, body: advanceTestClockBody }),
  answers: { 202: { status: 'advancing', finished_at: null, error: null } },
  variables: ({ query, header, body }): AdvanceTestClockMutationVariables => ({
    idempotency_key: header['Idempotency-Key'],
    input: { organizationId: body.organization_id ?? query.organization_id, to: body.to, days: body.days },
  }),
  answered: { operationId: 'getTestClock', member: 'testClock' },
  success: ({ advanceTestClock: kept }: AdvanceTestClockMutation) => {
    const answer = storedAnswer(kept);
    return { ...answer, headers: { ...answer.headers, Location: '/v1/test-clock', 'Retry-After': '1' } };
  },
});
