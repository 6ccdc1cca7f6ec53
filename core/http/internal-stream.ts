import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { Problem } from '../errors/problem.js';
import { admitParts, INTERNAL_BODY_LIMIT, type InternalCall, type InternalParts, internalCall } from './internal.js';

/**
 * A route that only other parts may call, and that answers a stream. What fails before its first bytes is answered as
 * `{"problem": {"code"}}`; what fails later cuts the connection, so that nothing cut short looks whole.
 *
 * @param stallMs - how long the caller may take nothing of it
 */
export function internalStream<B>(
  parts: InternalParts & { readonly stallMs: number },
  body: z.ZodType<B>,
  answer: (call: InternalCall<B>) => Promise<Readable>,
): RequestHandler[] {
  const handle = async (request: Request, response: Response): Promise<void> => {
    const call = internalCall(request, response, body);
    if (call === undefined) return;
    try {
      const stream = await answer(call);
      response.setTimeout(parts.stallMs, () => response.destroy());
      await pipeline(stream, response);
    } catch (error) {
      if (error instanceof Problem && !response.headersSent) {
        response.status(409).json({ problem: { code: error.code } });
        return;
      }
      parts.logger.warn({ err: error, request_id: call.requestId }, 'an internal stream did not reach its end');
      if (!response.headersSent && !response.destroyed) response.status(500).json({ error: 'internal_error' });
    }
  };
  return [admitParts(parts), express.json({ limit: INTERNAL_BODY_LIMIT }), handle];
}
