import type { IncomingMessage } from 'node:http';
import { Problem } from '../../errors/problem.js';
import { ClientDisconnected } from './body.js';
import { exemptFromTimeouts } from './timeout-exemption.js';
import { isTooSlow, STALL_MS } from './too-slow-upload.js';

/**
 * The body of a request, chunk by chunk: it is read no faster than it is consumed, and the host's timeouts do not apply.
 *
 * @throws {Problem} `request_timeout` when no more data arrives, or too little
 * @throws {ClientDisconnected}
 */
export async function* uploadChunks(request: IncomingMessage): AsyncGenerator<Buffer> {
  exemptFromTimeouts(request);
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  const beganAt = performance.now();
  let [waitedMs, bytes] = [0, 0];
  for (;;) {
    const askedAt = performance.now();
    const next = await arriving(request, chunks.next());
    if (next.done === true) return;
    waitedMs += performance.now() - askedAt;
    bytes += next.value.length;
    const sinceBeginMs = performance.now() - beganAt;
    if (isTooSlow({ bytes, waitedMs, sinceBeginMs })) throw new Problem('request_timeout');
    yield next.value;
  }
}

async function arriving<T>(request: IncomingMessage, next: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('request_timeout')), STALL_MS);
  });
  try {
    return await Promise.race([next, stalled]);
  } catch (error) {
    if (error instanceof Problem || request.complete) throw error;
    throw new ClientDisconnected();
  } finally {
    clearTimeout(timer);
  }
}
