import { z } from 'zod';
import { graphContext } from '../core/graphql/context.js';
import type { Execute, GraphRequest, GraphResult } from '../core/graphql/executor.js';
import type { SubgraphName } from '../core/principal/subgraph-names.js';
import { callPart, type RemoteParts } from './call-part.js';
import type { Caller } from './operation-runner-interface.js';
import { callKindOf } from './whether-document-reads-or-writes.js';

/** A subgraph as called by the gateway: a function in one process, one HTTP call between processes. */
export interface SubgraphClient {
  execute(operation: GraphRequest, caller: Caller): Promise<GraphResult>;
}

export function localSubgraph(execute: Execute): SubgraphClient {
  return { execute: (operation, caller) => execute(operation, graphContext(caller.principal, caller.requestId)) };
}

const graphResult = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
  contactOf: z.array(z.string()).optional(),
  /** Parts of earlier versions do not send it. */
  contactPersons: z.array(z.string()).optional(),
  contactSought: z.array(z.string()).optional(),
});

export function remoteSubgraph(name: SubgraphName, url: string, parts: RemoteParts): SubgraphClient {
  const asked = { part: `subgraph ${name}`, url: `${url}/graphql` } as const;
  return {
    async execute(operation, caller) {
      const answer = await callPart(callKindOf(operation.query), asked, operation, caller, parts);
      const { data = null, errors, contactOf, contactPersons, contactSought } = graphResult.parse(answer);
      return {
        data,
        ...(errors && { errors: errors.map(withoutUndefinedPath) }),
        ...(contactOf && { contactOf }),
        ...(contactPersons && { contactPersons }),
        ...(contactSought && { contactSought }),
      };
    },
  };
}

function withoutUndefinedPath({ path, ...error }: NonNullable<z.infer<typeof graphResult>['errors']>[number]) {
  return path === undefined ? error : { ...error, path };
}
