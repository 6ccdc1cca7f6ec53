import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER, type InternalTokens } from '../auth/internal-token.js';
import type { Principal } from '../auth/principal.js';
import { newId } from '../ids.js';
import type { Logger } from '../logger.js';

/** Between parts bodies are ours; this only bounds what a mistake can cost. */
const INTERNAL_BODY_LIMIT = '4mb';

export interface InternalCall<B> {
  readonly principal: Principal;
  readonly requestId: string;
  readonly path: Readonly<Record<string, string | readonly string[]>>;
  readonly body: B;
}

/** A route that only other parts may call: it refuses what does not carry a signed principal. */
export function internalRoute<B>(
  parts: { readonly tokens: InternalTokens; readonly logger: Logger },
  body: z.ZodType<B>,
  answer: (call: InternalCall<B>) => Promise<unknown>,
): RequestHandler[] {
  const admit = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const principal = await parts.tokens.verify(request.get(INTERNAL_TOKEN_HEADER));
    if (principal !== undefined) {
      response.locals['principal'] = principal;
      return next();
    }
    response.status(401).set('Connection', 'close').json({ error: 'a signed principal is needed' });
  };
  const handle = async (request: Request, response: Response): Promise<void> => {
    const requestId = request.get('x-request-id') ?? newId();
    const principal: Principal = response.locals['principal'];
    const parsed = body.safeParse(request.body);
    if (!parsed.success) {
      response.status(400).json({ error: 'the body is not what this part takes' });
      return;
    }
    try {
      response.json(await answer({ principal, requestId, path: { ...request.params }, body: parsed.data }));
    } catch (error) {
      parts.logger.error({ err: error, request_id: requestId }, 'an internal call failed');
      response.status(500).json({ error: 'internal_error' });
    }
  };
  // Not a byte of a stranger's body is read.
  return [admit, express.json({ limit: INTERNAL_BODY_LIMIT }), handle];
}
