import type { FileCharset } from '../../core/files/charset.js';
import type { FileFormat } from './read-file.js';

/** A file being uploaded. */
export interface Upload {
  readonly bytes: AsyncIterable<Buffer>;
  readonly format: FileFormat;
  /** Defaults to UTF-8. */
  readonly charset?: FileCharset | undefined;
  /** Maximum size; a longer file gives `payload_too_large`. */
  readonly maxBytes: number;
}
