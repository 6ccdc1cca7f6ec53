import type { z } from 'zod';
import { issuesFromZod } from '../core/errors/from-zod.js';
import { asSent, type PartsSchema, type ReadOutcome, type RequestParts, type Variables } from './route.js';

/** How an operation reads a body that is CSV: as text, with what JSON would say beside the rows in the query. */
export interface CsvBody {
  /** Names the parameters that such a request has. */
  readonly query: z.ZodObject;
  readonly example: string;
  read(request: RequestParts): ReadOutcome;
}

export function csvBody<S extends PartsSchema>({
  request,
  variables,
  example,
}: {
  readonly request: S;
  variables(request: z.output<S>): Variables;
  readonly example: string;
}): CsvBody {
  return {
    query: request.shape.query,
    example,
    read: (parts) => {
      const parsed = request.safeParse(parts);
      return parsed.success
        ? { kind: 'valid', variables: asSent(variables(parsed.data)) }
        : { kind: 'invalid', issues: issuesFromZod({ error: parsed.error, input: parts }) };
    },
  };
}
