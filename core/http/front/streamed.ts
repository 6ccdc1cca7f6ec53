import type { ServerResponse } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '../../logging/logger.js';
import { CLIENT_CLOSED_REQUEST } from './request-log.js';

export interface Streaming {
  /** A transform for the bytes, if any. */
  readonly through?: Duplex | undefined;
  readonly stallMs: number;
  readonly logger: Logger;
  readonly requestId: string;
}

/**
 * Writes a stream as fast as the client reads it. A client that reads nothing for `stallMs` is cut off. When the stream
 * fails, the connection is cut, because a partial answer must not look complete.
 *
 * @returns the status for the log and the metrics: the one written, 499 when the client left, 500 when the server cut
 *   the connection
 */
export async function streamed(
  source: Readable,
  response: ServerResponse,
  { through, stallMs, logger, requestId }: Streaming,
): Promise<number> {
  let isOurs = false; // the side that ends first also ends the other
  const sourceEnded = () => {
    isOurs ||= !response.destroyed;
  };
  source.once('error', sourceEnded).once('close', sourceEnded);
  response.setTimeout(stallMs, () => response.destroy());
  try {
    await (through === undefined ? pipeline(source, response) : pipeline(source, through, response));
    return response.statusCode;
  } catch (error) {
    logger.warn({ err: error, request_id: requestId }, 'a stream did not reach its end');
    return isOurs ? CUT_BY_US : CLIENT_CLOSED_REQUEST;
  }
}

/** The answer already had status 200, but monitoring must see this as an error. */
const CUT_BY_US = 500;
