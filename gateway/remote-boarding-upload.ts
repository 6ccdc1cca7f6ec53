import { Readable } from 'node:stream';
import { request } from 'undici';
import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER } from '../core/auth/internal-token.js';
import { type ErrorCode, isErrorCode } from '../core/errors/catalogue.js';
import { invalid, Problem } from '../core/errors/problem.js';
import { traceHeaders } from '../core/telemetry/tracing.js';
import type { BoardingUpload, BoardingUploads } from './boarding-uploads-interface.js';
import type { RemoteParts } from './call-part.js';

/** Timeout for storing the last chunk. The client's host limits how long a file may take to arrive. */
const ANSWER_AFTER_MS = 600_000;

const taken = z.object({ id: z.string(), replayed: z.boolean() });
const issue = z.object({ loc: z.array(z.string()), msg: z.string(), type: z.string(), input: z.unknown() });
const refusal = z.object({
  problem: z.object({
    code: z.custom<ErrorCode>(isErrorCode),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    issues: z.array(issue).optional(),
  }),
});

/**
 * A servicing part of an earlier version supports only UTF-8 and no strict boarding; it has no route for other uploads,
 * and refuses them.
 */
function routeFor({ charset, isStrict }: BoardingUpload): string {
  return charset === 'utf-8' && !isStrict ? '/boardings' : '/boardings/strict-or-in-charset';
}

/** The servicing subgraph's upload of portfolios, for a facade in another process: one HTTP call, chunk by chunk. */
export function remoteBoardings(servicingUrl: string, { tokens, logger }: RemoteParts): BoardingUploads {
  return {
    async take(upload, bytes, { principal, requestId }) {
      const failed: { cause?: unknown } = {};
      const answer = await request(`${servicingUrl}${routeFor(upload)}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'x-boarding': Buffer.from(JSON.stringify(upload)).toString('base64url'),
          [INTERNAL_TOKEN_HEADER]: await tokens.sign(principal, 'subgraph servicing'),
          'x-request-id': requestId,
          ...traceHeaders(),
        },
        body: Readable.from(noting(bytes, failed)),
        headersTimeout: ANSWER_AFTER_MS,
      }).catch((error: unknown) => {
        // A client that disconnects is not a failure of the other part.
        if (failed.cause !== undefined) throw failed.cause;
        logger.warn({ err: error, request_id: requestId }, 'another part did not read a file to its end');
        throw new Problem('outcome_unknown');
      });
      const said: unknown = await answer.body.json().catch(() => undefined);
      const answered = taken.safeParse(said);
      if (answer.statusCode === 200 && answered.success) return answered.data;
      const refused = refusal.safeParse(said);
      if (!refused.success) throw new Problem(answer.statusCode < 500 ? 'service_unavailable' : 'outcome_unknown');
      const { code, fields, issues } = refused.data.problem;
      throw issues === undefined ? new Problem(code, fields) : invalid(issues);
    },
  };
}

async function* noting(bytes: AsyncIterable<Buffer>, failed: { cause?: unknown }): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    failed.cause = error;
    throw error;
  }
}
