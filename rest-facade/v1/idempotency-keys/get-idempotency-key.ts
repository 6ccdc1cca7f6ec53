import { z } from 'zod';
import { KEYED_OPERATIONS } from '../../../core/contract/keyed-operation.js';
import type { GetIdempotencyKeyQuery, GetIdempotencyKeyQueryVariables } from '../../generated/operations.js';
import { operation } from '../../operation.js';
import { organizationQuery } from '../../request/list-query.js';

/** For whoever has lost an answer, and does not want to send the request again to learn what became of it. */
export const getIdempotencyKey = operation({
  operationId: 'getIdempotencyKey',
  method: 'GET',
  path: '/v1/idempotency-keys/{idempotency_key}',
  summary: 'Read what became of a key',
  description:
    'What became of the request that an `Idempotency-Key` was used for. `released`: nothing was posted (503), and the same request with the same key tries again. Not found does not mean that nothing was sent: what is refused before posting begins is not kept, a request may still be on its way, and keys live for 30 days. Sending the same request again with the same key is always safe.',
  tag: 'Payments',
  refusals: ['idempotency_key_not_found'],
  area: 'v1',
  scope: 'external_payments:read',
  request: z.object({
    path: z.object({ idempotency_key: z.string() }),
    query: organizationQuery.extend({
      operation: z.enum(KEYED_OPERATIONS).default('record_payment').describe('What the key was used for.'),
    }),
  }),
  variables: ({ path, query }): GetIdempotencyKeyQueryVariables => ({ ...path, ...query }),
  success: ({ idempotencyKey }: GetIdempotencyKeyQuery) => ({ status: 200, body: idempotencyKey }),
});
