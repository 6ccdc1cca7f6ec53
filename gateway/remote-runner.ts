import { z } from 'zod';
import { askingOf } from './asking.js';
import type { OperationRunner } from './operation.js';
import { type RemoteParts, reach } from './reach.js';

const operationResult = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).default({}) }))
    .optional(),
});

/**
 * The gateway, as a facade that runs apart from it calls it.
 *
 * @param documents - of the operations, by id: they tell which only read
 */
export function remoteRunner(
  gatewayUrl: string,
  documents: Readonly<Record<string, string>>,
  parts: RemoteParts,
): OperationRunner {
  return {
    async run(operationId, variables, caller) {
      const asking = askingOf(documents[operationId] ?? '');
      const answer = await reach(
        asking,
        { part: 'gateway', url: `${gatewayUrl}/operations/${operationId}` },
        { variables },
        caller,
        parts,
      );
      const { data, errors } = operationResult.parse(answer);
      return { data: data ?? null, ...(errors && { errors }) };
    },
  };
}
