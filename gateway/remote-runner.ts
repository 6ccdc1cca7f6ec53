import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER, type InternalTokens } from '../core/auth/internal-token.js';
import type { OperationRunner } from './operation.js';
import { reach } from './subgraph-client.js';

const operationResult = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).default({}) }))
    .optional(),
});

/** The gateway, as a facade that runs apart from it calls it. */
export function remoteRunner(gatewayUrl: string, tokens: InternalTokens): OperationRunner {
  return {
    async run(operationId, variables, { principal, requestId }) {
      const token = await tokens.sign(principal);
      const answer = await reach(`${gatewayUrl}/operations/${operationId}`, JSON.stringify({ variables }), {
        'content-type': 'application/json',
        [INTERNAL_TOKEN_HEADER]: token,
        'x-request-id': requestId,
      });
      const { data, errors } = operationResult.parse(answer);
      return { data: data ?? null, ...(errors && { errors }) };
    },
  };
}
