import { request } from 'undici';
import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER, type InternalTokens } from '../core/auth/internal-token.js';
import { Problem } from '../core/errors/problem.js';
import { graphContext } from '../core/graphql/context.js';
import type { Execute, GraphRequest, GraphResult } from '../core/graphql/executor.js';
import { traceHeaders } from '../core/telemetry/traced.js';
import type { Caller } from './operation.js';

/** One subgraph, as the gateway calls it: a function in one process, one HTTP hop apart. */
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
});

/** A loan system call inside may take its whole timeout; this one only ends what would otherwise never end. */
const HOP_TIMEOUT_MS = 60_000;

export function remoteSubgraph(url: string, tokens: InternalTokens): SubgraphClient {
  return {
    async execute(operation, { principal, requestId }) {
      const token = await tokens.sign(principal);
      const response = await reach(`${url}/graphql`, JSON.stringify(operation), {
        'content-type': 'application/json',
        [INTERNAL_TOKEN_HEADER]: token,
        'x-request-id': requestId,
      });
      const parsed = graphResult.parse(response);
      return { data: parsed.data ?? null, ...(parsed.errors && { errors: parsed.errors.map(withoutUndefinedPath) }) };
    },
  };
}

/**
 * Posts JSON to another part.
 *
 * @throws {Problem} `service_unavailable` when the part was certainly not reached; `outcome_unknown` when its answer was lost.
 */
export async function reach(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { ...headers, ...traceHeaders() },
      body,
      headersTimeout: HOP_TIMEOUT_MS,
      bodyTimeout: HOP_TIMEOUT_MS,
    });
    const answer = await response.body.json();
    if (response.statusCode === 200) return answer;
  } catch (error) {
    throw new Problem(isUnreached(error) ? 'service_unavailable' : 'outcome_unknown', {}, undefined, { cause: error });
  }
  throw new Problem('outcome_unknown');
}

/** Failures to connect: nothing was sent. */
function isUnreached(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(String(code));
}

function withoutUndefinedPath({ path, ...error }: NonNullable<z.infer<typeof graphResult>['errors']>[number]) {
  return path === undefined ? error : { ...error, path };
}
