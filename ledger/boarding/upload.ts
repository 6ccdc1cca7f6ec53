import type { FileCharset } from '../../core/files/charset.js';
import type { FileFormat } from './read-file.js';

/** A file that arrives. */
export interface Upload {
  readonly bytes: AsyncIterable<Buffer>;
  readonly format: FileFormat;
  /** Without it UTF-8. */
  readonly charset?: FileCharset | undefined;
  /** Beyond it, `payload_too_large`. */
  readonly maxBytes: number;
}
