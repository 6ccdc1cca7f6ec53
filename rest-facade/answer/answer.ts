import type { Readable } from 'node:stream';

/** What a route answers: JSON, a stream, or nothing at all. */
export interface Answer {
  readonly status: number;
  /** Undefined: an empty body. */
  readonly body?: unknown;
  /** Instead of a body: bytes whose type the headers name. */
  readonly stream?: Readable;
  readonly headers?: Readonly<Record<string, string>>;
}
