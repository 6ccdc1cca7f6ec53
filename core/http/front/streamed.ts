import type { ServerResponse } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '../../logging/logger.js';
import { CLIENT_CLOSED_REQUEST } from './request-log.js';

export interface Streaming {
  /** What the bytes go through on their way, where there is something. */
  readonly through?: Duplex | undefined;
  readonly stallMs: number;
  readonly logger: Logger;
  readonly requestId: string;
}

/**
 * Writes a stream as fast as the client takes it. One that takes nothing for `stallMs` is cut off; and when the stream fails the
 * connection is cut, for what came so far must not look whole.
 *
 * @returns the status that the log and the metrics show: what was written, 499 when the client left, 500 when we cut it
 */
export async function streamed(
  source: Readable,
  response: ServerResponse,
  { through, stallMs, logger, requestId }: Streaming,
): Promise<number> {
  let isOurs = false; // whichever ends first takes the other with it
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

/** Its 200 had been written; but whoever watches for our faults is to see it. */
const CUT_BY_US = 500;
