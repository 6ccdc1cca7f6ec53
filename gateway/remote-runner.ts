import { z } from 'zod';
import type { OperationRunner } from './operation.js';
import { type RemoteParts, reach } from './reach.js';

const operationResult = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).default({}) }))
    .optional(),
});

/** The gateway, as a facade that runs apart from it calls it. */
export function remoteRunner(gatewayUrl: string, parts: RemoteParts): OperationRunner {
  return {
    async run(operationId, variables, caller) {
      const answer = await reach(`${gatewayUrl}/operations/${operationId}`, { variables }, caller, parts);
      const { data, errors } = operationResult.parse(answer);
      return { data: data ?? null, ...(errors && { errors }) };
    },
  };
}
