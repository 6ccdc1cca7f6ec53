import { Problem } from '../../errors/problem.js';
import type { Logger } from '../../logging/logger.js';
import { internalError } from './refusal.js';

/**
 * What is answered for something that was thrown. What is no `Problem` is a fault of ours: its cause goes to the log, its request
 * id to the client. A `Problem` of the house's own (5xx) is what clients are to know; what lies behind it the log tells too.
 */
export function problemOf(error: unknown, logger: Logger, requestId: string): Problem {
  if (!(error instanceof Problem)) {
    logger.error({ err: error, request_id: requestId }, 'a request failed unexpectedly');
    return internalError(requestId);
  }
  if (error.status >= 500 && error.cause !== undefined)
    logger.warn({ err: error.cause, request_id: requestId, error_code: error.code }, error.message);
  return error;
}
