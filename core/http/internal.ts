import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER, type PartDoor } from '../auth/internal-token.js';
import { Problem } from '../errors/problem.js';
import type { Logger } from '../logging/logger.js';
import type { Principal } from '../principal/principal.js';
import { readBody } from './front/body.js';
import { parseJson } from './front/json.js';
import { exchangeOf } from './front/routed.js';

/**
 * Between parts bodies are ours; this only bounds what a mistake can cost. A webhook call of 5 MB fits, in base64, and a batch of
 * payments of 6 MB, as text within JSON.
 */
const INTERNAL_BODY_LIMIT_BYTES = 16 * 1024 * 1024;
/** A batch of payments has most: 10,000 rows of twelve members. */
const INTERNAL_MOST_VALUES = 200_000;

export interface InternalCall<B> {
  readonly principal: Principal;
  readonly requestId: string;
  readonly path: Readonly<Record<string, string | readonly string[]>>;
  readonly body: B;
}

export interface InternalParts {
  readonly tokens: PartDoor;
  readonly logger: Logger;
}

/** The handlers of a route that only other parts may call: it refuses what does not carry a signed principal. */
export function internalRoute<B>(
  parts: InternalParts,
  body: z.ZodType<B>,
  answer: (call: InternalCall<B>) => Promise<unknown>,
): readonly RequestHandler[] {
  const handle = async (request: Request, response: Response): Promise<void> => {
    response.json(await answer(await internalCall(request, response, body)));
  };
  // Not a byte of a stranger's body is read.
  return [admitParts(parts), handle];
}

/** Lets in whoever carries a signed principal. */
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

/** Anybody can send the header: whoever does so all the time writes one line a minute. */
const QUIET_MS = 60_000;
const NOT_OF_OURS =
  'a caller’s principal was signed for another part, by no key of our INTERNAL_VERIFICATION_KEYS, or by one that may not speak for it, or its clock and ours differ too much';

/** What an admitted part asks. @throws {Problem} for a body that is not what this part takes */
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
