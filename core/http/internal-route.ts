import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER, type TokenVerifier } from '../auth/internal-token.js';
import { Problem } from '../errors/problem.js';
import type { Logger } from '../logging/logger.js';
import type { Principal } from '../principal/principal.js';
import { readBody } from './front/body.js';
import { parseJson } from './front/json.js';
import { exchangeOf } from './front/routed-host.js';

/**
 * Bodies between parts are trusted; the limit only bounds the cost of a mistake. A webhook call of 5 MB in base64 fits,
 * as does a payment batch of 6 MB as text within JSON.
 */
const INTERNAL_BODY_LIMIT_BYTES = 16 * 1024 * 1024;
/** Payment batches have the most: 10,000 rows of twelve members. */
const INTERNAL_MOST_VALUES = 200_000;

export interface InternalCall<B> {
  readonly principal: Principal;
  readonly requestId: string;
  readonly path: Readonly<Record<string, string | readonly string[]>>;
  readonly body: B;
}

export interface InternalParts {
  readonly tokens: TokenVerifier;
  readonly logger: Logger;
}

/** The handlers of a route for other parts only: requests without a signed principal are refused. */
export function internalRoute<B>(
  parts: InternalParts,
  body: z.ZodType<B>,
  answer: (call: InternalCall<B>) => Promise<unknown>,
): readonly RequestHandler[] {
  const handle = async (request: Request, response: Response): Promise<void> => {
    response.json(await answer(await internalCall(request, response, body)));
  };
  // The body of an unauthenticated caller is not read at all.
  return [admitParts(parts), handle];
}

/** Admits requests with a signed principal. */
export function admitParts({ tokens, logger }: InternalParts): RequestHandler {
  let quietUntil = 0;
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const exchange = exchangeOf(response);
    const token = request.get(INTERNAL_TOKEN_HEADER);
    exchange.principal = await tokens.verify(token);
    if (exchange.principal !== undefined) return next();
    if (token !== undefined && performance.now() >= quietUntil) {
      quietUntil = performance.now() + QUIET_MS;
      logger.warn({ request_id: exchange.requestId }, NOT_OF_OURS);
    }
    response.set('Connection', 'close');
    throw new Problem(token === undefined ? 'missing_token' : 'invalid_token');
  };
}

/** Any client can send the header, so forged ones cause at most one log line a minute. */
const QUIET_MS = 60_000;
const NOT_OF_OURS =
  'the signature of a caller’s principal was not accepted: it is for another part, its key is not in our INTERNAL_VERIFICATION_KEYS or may not sign for it, or the clocks differ too much';

/** The request of an admitted part. @throws {Problem} for an invalid body */
export async function internalCall<B>(
  request: Request,
  response: Response,
  body: z.ZodType<B>,
): Promise<InternalCall<B>> {
  const { principal, requestId } = exchangeOf(response);
  if (principal === undefined) throw new Error('an internal call was not admitted');
  const sent = await readBody(request, INTERNAL_BODY_LIMIT_BYTES, ['application/json']);
  const parsed = body.safeParse(sent && parseJson(sent.text, INTERNAL_MOST_VALUES));
  if (!parsed.success) throw new Problem('malformed_request');
  return { principal, requestId, path: { ...request.params }, body: parsed.data };
}
