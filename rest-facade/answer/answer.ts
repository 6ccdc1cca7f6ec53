import type { Readable } from 'node:stream';

import type { Asset } from './cacheable-asset.js';

/** A route's response: JSON, a stream, a file, or an empty body. */
export interface Answer {
  readonly status: number;
  /** Undefined for an empty body. */
  readonly body?: unknown;
  /** Instead of `body`: JSON text that is sent unchanged. */
  readonly text?: string;
  /** Instead of `body`: bytes whose type is in the headers, or a function that starts the stream and may refuse. */
  readonly stream?: Readable | (() => Promise<Readable>);
  /** Instead of `body`: a file that is the same for all clients. */
  readonly asset?: Asset;
  readonly headers?: Readonly<Record<string, string>>;
}
