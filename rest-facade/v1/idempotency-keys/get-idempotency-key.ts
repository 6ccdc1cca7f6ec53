import { z } from 'zod';
import { KEYED_OPERATIONS } from '../../../core/contract/operations-looked-up-by-key.js';
import { operation } from '../../declare-operation-route.js';
import type { GetIdempotencyKeyQuery, GetIdempotencyKeyQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** For clients that lost a response and want the outcome without repeating the request. */
export const getIdempotencyKey = operation({
  operationId: 'getIdempotencyKey',
  method: 'GET',
  path: '/v1/idempotency-keys/{idempotency_key}',
  summary: 'Read the outcome of a key',
  description:
    'The outcome of the request that used an `Idempotency-Key`. `released`: nothing was posted (503), and the same request with the same key tries again. 404 does not mean that nothing was sent: a request refused before posting is not stored, one may still be on its way, and keys are deleted after 30 days. It is always safe to repeat a request with the same key.',
  tag: 'Payments',
  refusals: ['idempotency_key_not_found'],
  area: 'v1',
  scope: 'external_payments:read',
  request: z.object({
    path: z.object({ idempotency_key: z.string() }),
    query: organizationQuery.extend({
      operation: z.enum(KEYED_OPERATIONS).default('record_payment').describe('The key’s operation and outcome.'),
    }),
  }),
  variables: ({ path, query }): GetIdempotencyKeyQueryVariables => ({ ...path, ...query }),
  success: ({ idempotencyKey }: GetIdempotencyKeyQuery) => ({ status: 200, body: idempotencyKey }),
});
