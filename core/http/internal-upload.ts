import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { Problem } from '../errors/problem.js';
import { exchangeOf } from './front/routed-host.js';
import { exemptFromTimeouts } from './front/timeout-exemption.js';
import { admitParts, type InternalCall, type InternalParts } from './internal-route.js';

/**
 * A route for other parts only whose body is a stream of any length. The request's parameters are in a header, as JSON
 * in base64url. A refusal is answered as `{"problem": {"code", "issues"}}`.
 */
export function internalUpload<B>(
  parts: InternalParts,
  header: string,
  question: z.ZodType<B>,
  answer: (call: InternalCall<B>, bytes: AsyncIterable<Buffer>) => Promise<unknown>,
): readonly RequestHandler[] {
  const handle = async (request: Request, response: Response): Promise<void> => {
    const { principal, requestId } = exchangeOf(response);
    if (principal === undefined) throw new Error('an internal call was not admitted');
    const parsed = question.safeParse(jsonOf(request.get(header) ?? ''));
    if (!parsed.success) throw new Problem('malformed_request');
    exemptFromTimeouts(request);
    const call = { principal, requestId, path: {}, body: parsed.data };
    try {
      response.json(await answer(call, request.iterator({ destroyOnReturn: false })));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, fields, issues } = error;
      response.set('Connection', 'close');
      response.status(409).json({ problem: { code, fields, ...(issues && { issues }) } });
    }
  };
  return [admitParts(parts), handle];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
