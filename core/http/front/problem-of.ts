import { Problem } from '../../errors/problem.js';
import type { Logger } from '../../logging/logger.js';
import { internalError } from './refusal.js';

/**
 * The `Problem` to answer for a thrown error. Any other error is a bug: its cause is logged, and the client gets the
 * request id. A `Problem` with a 5xx status is returned to the client, and its cause is logged too.
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
