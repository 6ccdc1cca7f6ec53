import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** An answer is JSON for a program, never a page: nothing may be loaded by it, and nobody may frame it. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Whatever an answer holds concerns nobody on the way. */
export const NO_STORE = 'no-store';

/** Hears what is set, spelled as it is set. */
class HeardResponse extends ServerResponse {
  readonly headers: [name: string, value: string][] = [];

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.headers.push([name, String(value)]);
    return this;
  }
}

/** Headers of every answer besides those two, as helmet has them, asked once: they are the same for every request. */
export const SECURITY_HEADERS = helmetHeaders();

function helmetHeaders(): readonly (readonly [name: string, value: string])[] {
  const request = new IncomingMessage(new Socket());
  const response = new HeardResponse(request);
  helmet({ contentSecurityPolicy: false, xFrameOptions: { action: 'deny' } })(request, response, () => {});
  return response.headers;
}
