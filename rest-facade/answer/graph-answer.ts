import { z } from 'zod';
import { type ErrorCode, isErrorCode } from '../../core/errors/catalogue.js';
import { Problem } from '../../core/errors/problem.js';
import type { OperationError, OperationResult } from '../../gateway/operation-runner-interface.js';

/** The data of an operation, with the field names of its document. */
export type GraphAnswer = Readonly<Record<string, unknown>>;

/** An internal failure of a prepared operation; its cause is not shown to clients. */
export class GraphFault extends Error {
  override readonly name = 'GraphFault';
}

/**
 * The data of an executed operation.
 *
 * @throws {Problem} the service's refusal, unchanged
 * @throws {GraphFault} for any other failure
 */
export function graphAnswer({ data, errors }: OperationResult): GraphAnswer {
  const [first] = errors ?? [];
  if (first !== undefined) throw problemOf(first);
  if (data === undefined || data === null) throw new GraphFault('the graph returned neither data nor an error');
  return data;
}

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** `ProblemExtensions`, possibly deserialized from another process. */
const refused = z.object({
  code: z.custom<ErrorCode>(isErrorCode),
  fields: z.record(z.string(), scalar).default({}),
  issues: z
    .array(
      z.object({
        loc: z.array(z.string()),
        msg: z.string(),
        type: z.string(),
        input: z.unknown(),
        ctx: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
  answer: z.object({ status: z.int(), body: z.string() }).optional(),
});

function problemOf({ message, extensions }: OperationError): Error {
  const parsed = refused.safeParse(extensions);
  if (!parsed.success) return new GraphFault(message);
  const { code, fields, issues, answer } = parsed.data;
  return new Problem(
    code,
    fields,
    issues?.map(({ ctx, ...issue }) => ({ ...issue, ...(ctx && { ctx }) })),
    { answer },
  );
}
