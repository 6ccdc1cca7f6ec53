import type { Deadline } from './deadline.js';

/** Sent unchanged. A blob is streamed, so only the part in transit is in memory, and it can be read again. */
export type File = string | Blob;

/** A request that can be sent again, because its body is kept. */
export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: File | undefined;
}

/** A response that was read completely. */
export interface Answer {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfter: string | null;
  readonly text: string;
  /** The parsed JSON; undefined when the text is not JSON. */
  readonly body: unknown;
  /** As received. */
  readonly bytes: ArrayBuffer;
  readonly mediaType: string;
}

/** No response, or an incomplete one: it is unknown whether the request was carried out. */
export interface NoResponse {
  readonly status: undefined;
  readonly cause: unknown;
}

export interface AttemptSettings {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
}

/** Sends the request once. @throws the reason of the caller's signal, and nothing else. */
export async function attempt(
  { fetch, timeoutMs, deadline }: AttemptSettings,
  { url, ...init }: Outgoing,
): Promise<Answer | NoResponse> {
  try {
    return await deadline.within(async (signal) => {
      // Do not pass credentials and cards on to a redirect's host.
      const response = await fetch(url, { ...init, body: init.body ?? null, redirect: 'manual', signal });
      const bytes = await response.arrayBuffer();
      const text = new TextDecoder().decode(bytes);
      const { status, headers, ok } = response;
      const mediaType = headers.get('content-type') ?? '';
      const isFile = mediaType === 'application/pdf';
      const body = isFile ? undefined : parsed(text);
      if (ok && text !== '' && body === undefined && !isFile) throw new Error('the answer is not JSON');
      const requestId = headers.get('x-request-id') ?? undefined;
      return { status, requestId, retryAfter: headers.get('retry-after'), text, body, bytes, mediaType };
    }, timeoutMs);
  } catch (cause) {
    deadline.signal?.throwIfAborted();
    return { status: undefined, cause };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
