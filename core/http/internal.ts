import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER, type InternalTokens } from '../auth/internal-token.js';
import type { Principal } from '../auth/principal.js';
import { newId } from '../ids.js';
import type { Logger } from '../logger.js';
import { tracedRequest } from '../telemetry/traced.js';

/** Between parts bodies are ours; this only bounds what a mistake can cost. A webhook call of 5 MB fits, in base64. */
export const INTERNAL_BODY_LIMIT = '8mb';

export interface InternalCall<B> {
  readonly principal: Principal;
  readonly requestId: string;
  readonly path: Readonly<Record<string, string | readonly string[]>>;
  readonly body: B;
}

export interface InternalParts {
  readonly tokens: InternalTokens;
  readonly logger: Logger;
}

/** A route that only other parts may call: it refuses what does not carry a signed principal. */
export function internalRoute<B>(
  parts: InternalParts,
  body: z.ZodType<B>,
  answer: (call: InternalCall<B>) => Promise<unknown>,
): RequestHandler[] {
  const handle = async (request: Request, response: Response): Promise<void> => {
    const call = internalCall(request, response, body);
    if (call === undefined) return;
    try {
      response.json(await tracedRequest(request.path, request.headers, () => answer(call)));
    } catch (error) {
      parts.logger.error({ err: error, request_id: call.requestId }, 'an internal call failed');
      response.status(500).json({ error: 'internal_error' });
    }
  };
  // Not a byte of a stranger's body is read.
  return [admitParts(parts), express.json({ limit: INTERNAL_BODY_LIMIT }), handle];
}

/** Lets in whoever carries a signed principal. */
export function admitParts({ tokens }: InternalParts): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const principal = await tokens.verify(request.get(INTERNAL_TOKEN_HEADER));
    if (principal !== undefined) {
      response.locals['principal'] = principal;
      return next();
    }
    response.status(401).set('Connection', 'close').json({ error: 'a signed principal is needed' });
  };
}

/** What an admitted part asks; undefined when it was refused already, for a body that is not what this part takes. */
export function internalCall<B>(request: Request, response: Response, body: z.ZodType<B>): InternalCall<B> | undefined {
  const requestId = request.get('x-request-id') ?? newId();
  const principal: Principal = response.locals['principal'];
  const parsed = body.safeParse(request.body);
  if (parsed.success) return { principal, requestId, path: { ...request.params }, body: parsed.data };
  response.status(400).json({ error: 'the body is not what this part takes' });
  return undefined;
}
