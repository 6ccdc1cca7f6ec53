import type { Readable } from 'node:stream';

import type { Asset } from './asset.js';

/** What a route answers: JSON, a stream, a file, or nothing at all. */
export interface Answer {
  readonly status: number;
  /** Undefined: an empty body. */
  readonly body?: unknown;
  /** Instead of a body: JSON that is written as it stands. */
  readonly text?: string;
  /** Instead of a body: bytes whose type the headers name; or how they are begun, which may be refused. */
  readonly stream?: Readable | (() => Promise<Readable>);
  /** Instead of a body: a file that is the same for everybody. */
  readonly asset?: Asset;
  readonly headers?: Readonly<Record<string, string>>;
}
