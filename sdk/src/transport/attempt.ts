import type { Deadline } from './deadline.js';

/** What is sent as it is. Of a blob only what is on its way is held, and it can be read again. */
export type File = string | Blob;

/** A request that can be sent again: its body is at hand. */
export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: File | undefined;
}

/** An answer that was read to its end. */
export interface Answer {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfter: string | null;
  readonly text: string;
  /** The text's JSON; undefined when it is none. */
  readonly body: unknown;
}

/** No answer, or half of one: whether the request was carried out is not known. */
export interface Lost {
  readonly status: undefined;
  readonly cause: unknown;
}

export interface Way {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
}

/** Sends it once. @throws the reason of the caller's signal, and nothing else. */
export async function attempt({ fetch, timeoutMs, deadline }: Way, { url, ...init }: Outgoing): Promise<Answer | Lost> {
  try {
    return await deadline.within(async (signal) => {
      // Credentials and cards go nowhere but where they were sent to.
      const response = await fetch(url, { ...init, body: init.body ?? null, redirect: 'manual', signal });
      const text = await response.text();
      const { status, headers, ok } = response;
      const body = parsed(text);
      if (ok && text !== '' && body === undefined) throw new Error('the answer is not JSON');
      const requestId = headers.get('x-request-id') ?? undefined;
      return { status, requestId, retryAfter: headers.get('retry-after'), text, body };
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
