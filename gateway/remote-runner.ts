import { z } from 'zod';
import { callPart, type PartCall, type RemoteParts } from './call-part.js';
import { operationIdOf } from './operation-id.js';
import type { OperationRunner } from './operation-runner-interface.js';
import { callKindOf } from './whether-document-reads-or-writes.js';

const operationResult = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).default({}) }))
    .optional(),
});

/**
 * The gateway, for a facade in another process: calls each operation by the digest of its document.
 *
 * @param documents - of the operations, by name
 */
export function remoteRunner(
  gatewayUrl: string,
  documents: Readonly<Record<string, string>>,
  parts: RemoteParts,
): OperationRunner {
  const known = new Map(
    Object.entries(documents).map(([operation, document]) => {
      const asked: PartCall = {
        part: 'gateway',
        url: `${gatewayUrl}/operations/${operationIdOf(document)}`,
        operation,
      };
      return [operation, { asking: callKindOf(document), asked }] as const;
    }),
  );
  return {
    async run(name, variables, caller) {
      const operation = known.get(name);
      if (operation === undefined) throw new Error(`operation ${name} is not in the manifest`);
      const answer = await callPart(operation.asking, operation.asked, { variables }, caller, parts);
      const { data, errors } = operationResult.parse(answer);
      return { data: data ?? null, ...(errors && { errors }) };
    },
  };
}
