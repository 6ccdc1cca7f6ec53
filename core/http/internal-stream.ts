import type { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { Problem } from '../errors/problem.js';
import { exchangeOf } from './front/routed-host.js';
import { streamResponse } from './front/stream-response.js';
import { admitParts, type InternalCall, type InternalParts, internalCall } from './internal-route.js';

/**
 * A route that only other parts of Tributary may call and that answers a stream. A refusal before the first bytes is
 * answered as `{"problem": {"code"}}`; a later failure cuts the connection, so that a partial answer does not look
 * complete.
 *
 * @param stallMs - how long the caller may read nothing
 */
export function internalStream<B>(
  parts: InternalParts & { readonly stallMs: number },
  body: z.ZodType<B>,
  answer: (call: InternalCall<B>) => Promise<Readable>,
): readonly RequestHandler[] {
  const handle = async (request: Request, response: Response): Promise<void> => {
    const call = await internalCall(request, response, body);
    const begun = await Promise.resolve(call)
      .then(answer)
      .catch((error: unknown) => {
        if (error instanceof Problem) return error;
        throw error;
      });
    if (begun instanceof Problem) {
      response.status(409).json({ problem: { code: begun.code } });
      return;
    }
    exchangeOf(response).outcome = await streamResponse(begun, response, { ...parts, requestId: call.requestId });
  };
  return [admitParts(parts), handle];
}
