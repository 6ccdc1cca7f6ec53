import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RefusingProxy {
  readonly url: string;
  /** How many requests it has refused. */
  readonly refused: () => number;
  /** Requests that were repeated before the pause of `Retry-After` was over. */
  readonly early: () => readonly string[];
  close(): Promise<void>;
}

const HOP_BY_HOP =
  /^(?:host|connection|keep-alive|content-length|content-encoding|transfer-encoding|accept-encoding|expect)$/;
const RETRY_AFTER_SECONDS = 1;
/** Clients count whole milliseconds from the response. */
const PAUSE_MS = RETRY_AFTER_SECONDS * 1_000 - 20;

/**
 * A proxy in front of a host: refuses each request once with each of the statuses, one after the other, and forwards
 * later ones. Requests are distinguished by method and path. The token endpoint is never refused.
 */
export async function refusingProxy(target: string, statuses: readonly number[]): Promise<RefusingProxy> {
  const refusedAt = new Map<string, number[]>();
  const early: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const body = await bodyOf(request);
    const key = `${method} ${url.split('?')[0]}`;
    const before = refusedAt.get(key) ?? [];
    const last = before.at(-1);
    if (last !== undefined && before.length <= statuses.length && performance.now() - last < PAUSE_MS) early.push(key);
    const status = url.startsWith('/v1/oauth/') ? undefined : statuses[before.length];
    if (status !== undefined) {
      const pause = status === 401 ? {} : { 'retry-after': String(RETRY_AFTER_SECONDS) };
      // Before the response is written: its client may have read it while this process waits for a processor.
      refusedAt.set(key, [...before, performance.now()]);
      response.writeHead(status, { 'content-type': 'application/json', ...pause });
      response.end(JSON.stringify({ detail: { error_code: 'unauthorized', message: 'not now' } }));
      return;
    }
    // Later requests are not repetitions of a refused request.
    if (last !== undefined) refusedAt.set(key, [...before, last]);
    const answer = await fetch(target + url, {
      method,
      headers: passed(Object.entries(request.headers)),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, passed([...answer.headers]));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refusedAt.size,
    early: () => early,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Without the headers of a single connection. */
function passed(headers: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap(([name, value]) => (typeof value === 'string' && !HOP_BY_HOP.test(name) ? [[name, value]] : [])),
  );
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}
