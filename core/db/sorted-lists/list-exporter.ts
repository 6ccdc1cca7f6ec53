import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ExportedList, ListVariables } from '../../contract/exported-lists.js';
import { issuesFromZod } from '../../errors/from-zod.js';
import { invalid, Problem } from '../../errors/problem.js';
import type { Principal } from '../../principal/principal.js';

/** Writes one list of a subgraph as a CSV file. */
type WriteList = (principal: Principal, variables: ListVariables) => Promise<Readable>;

/**
 * Writes any list of one subgraph.
 *
 * @throws {Problem} `validation_failed` for variables that the list does not have; as the list, and as `exportSorted`
 */
export type ExportList = (principal: Principal, list: string, variables: ListVariables) => Promise<Readable>;

/** Checks the variables of a list before it is written. */
export function listWriter<S extends z.ZodType>(
  schema: S,
  write: (principal: Principal, request: z.infer<S>) => Promise<Readable>,
): WriteList {
  return async (principal, variables) => {
    const parsed = schema.safeParse(variables);
    if (!parsed.success)
      throw invalid(issuesFromZod({ error: parsed.error, input: variables, at: ['query', 'variables'] }));
    return write(principal, parsed.data);
  };
}

export function listExporter(writers: { readonly [List in ExportedList]?: WriteList }): ExportList {
  const known = new Map(Object.entries(writers));
  return async (principal, list, variables) => {
    const write = known.get(list);
    if (write === undefined) throw new Problem('report_not_found');
    return write(principal, variables);
  };
}
