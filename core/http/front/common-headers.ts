import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Answers are JSON for programs, never pages: they may load nothing and may not be framed. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Proxies and caches must not store answers. */
export const NO_STORE = 'no-store';

/** Records headers as they are set, in their original spelling. */
class HeardResponse extends ServerResponse {
  readonly headers: [name: string, value: string][] = [];

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.headers.push([name, String(value)]);
    return this;
  }
}

/** Helmet's headers for every answer, without those two. Computed once, because they are the same for every request. */
export const SECURITY_HEADERS = helmetHeaders();

function helmetHeaders(): readonly (readonly [name: string, value: string])[] {
  const request = new IncomingMessage(new Socket());
  const response = new HeardResponse(request);
  helmet({ contentSecurityPolicy: false, xFrameOptions: { action: 'deny' } })(request, response, () => {});
  return response.headers;
}

/** For every answer except files. */
export const COMMON_HEADERS = [
  ['Cache-Control', NO_STORE],
  ['Content-Security-Policy', NO_CONTENT_POLICY],
  ...SECURITY_HEADERS,
] as const;
