import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { type LiveAnswer, violations } from './violations.js';

/** A host whose responses are all compared with the contract document. */
export interface CheckedHost {
  /** @throws {Error} with all responses so far that do not match the document. */
  assertMatchesContract(): void;
}

/** Servers of this process that are already checked, independent of the client. */
const held = new Set<Server>();

/** Whether this port's responses are checked on the server's side. */
export function isChecked(port: number): boolean {
  return [...held].some((server) => {
    const address = server.address();
    return typeof address === 'object' && address?.port === port;
  });
}

/**
 * Checks a server's responses to all clients, from outside the product.
 *
 * @param replaysEarlier - the test stores responses of earlier or later versions: replays are not checked.
 */
export function checkContract(server: Server, { isSecureHost = false, replaysEarlier = false } = {}): CheckedHost {
  const found = new Set<string>();
  held.add(server);
  server.on('close', () => held.delete(server));
  server.prependListener('request', (request, response) => {
    look(request, response, (answer) => {
      if (replaysEarlier && answer.headers.get('idempotent-replayed') === 'true') return;
      for (const violation of violations({ ...answer, isSecureHost })) if (found.size < 20) found.add(violation);
    });
  });
  return {
    assertMatchesContract() {
      if (found.size > 0)
        throw new Error(`answers that docs/openapi.json does not describe:\n${[...found].join('\n')}`);
    },
  };
}

function look(request: IncomingMessage, response: ServerResponse, report: (answer: LiveAnswer) => void): void {
  const { method = '' } = request;
  const url = (request.url ?? '').replace(/^https?:\/\/[^/?]*(?=\/)/, ''); // a target in absolute form
  const sent = { headers: new Map<string, string>(), text: undefined as string | undefined, isStream: false };
  const original: any = { writeHead: response.writeHead, write: response.write, end: response.end };
  const watched: any = response;
  watched.writeHead = (status: number, headers: readonly string[] = []) => {
    for (let index = 0; index < headers.length; index += 2) {
      sent.headers.set(String(headers[index]).toLowerCase(), String(headers[index + 1]));
    }
    return original.writeHead.call(response, status, headers);
  };
  watched.write = (...rest: unknown[]) => {
    sent.isStream = true;
    return original.write.apply(response, rest);
  };
  watched.end = (...rest: unknown[]) => {
    const [chunk] = rest;
    if (method !== 'HEAD' && !sent.isStream) sent.text = unpacked(chunk, sent.headers.get('content-encoding'));
    return original.end.apply(response, rest);
  };
  response.on('finish', () =>
    report({ method, url, status: response.statusCode, headers: sent.headers, text: sent.text }),
  );
}

/** The body as the client reads it. */
function unpacked(chunk: unknown, encoding: string | undefined): string {
  if (Buffer.isBuffer(chunk)) return String(encoding === 'gzip' ? gunzipSync(chunk) : chunk);
  return typeof chunk === 'string' ? chunk : '';
}
