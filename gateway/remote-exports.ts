import type { Readable } from 'node:stream';
import { request } from 'undici';
import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER, type InternalTokens } from '../core/auth/internal-token.js';
import { type ErrorCode, isErrorCode } from '../core/errors/catalogue.js';
import { Problem } from '../core/errors/problem.js';
import type { Caller } from './operation.js';

/** COPY may sort a while before its first byte; after it, how long it may take is for the two ends to say. */
const FIRST_BYTE_TIMEOUT_MS = 600_000;

const refused = z.object({ problem: z.object({ code: z.custom<ErrorCode>(isErrorCode) }) });

/** The reporting subgraph's exports, as a facade that runs apart from it calls them. */
export function remoteExports(reportingUrl: string, tokens: InternalTokens) {
  return {
    async csv(
      code: string,
      range: { readonly from?: string | undefined; readonly to?: string | undefined },
      { principal, requestId }: Caller,
    ): Promise<Readable> {
      const token = await tokens.sign(principal);
      const response = await request(`${reportingUrl}/exports/${code}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [INTERNAL_TOKEN_HEADER]: token, 'x-request-id': requestId },
        body: JSON.stringify(range),
        headersTimeout: FIRST_BYTE_TIMEOUT_MS,
        bodyTimeout: 0,
      }).catch((error: unknown) => {
        throw new Problem('service_unavailable', {}, undefined, { cause: error });
      });
      if (response.statusCode === 200) return response.body;
      const parsed = refused.safeParse(await response.body.json().catch(() => undefined));
      throw parsed.success
        ? new Problem(parsed.data.problem.code)
        : new Error(`the export answered ${response.statusCode}`);
    },
  };
}
