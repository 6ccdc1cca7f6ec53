import { Problem } from '../../errors/problem.js';
import type { FileCharset } from '../../files/charset.js';

/**
 * Why a body is not supported: its media type, its charset or its content encoding. Compressed bodies are not
 * supported.
 */
type Unsupported = 'media_type' | 'charset' | 'content_encoding';

/** `unsupported_media_type` with the accepted media types, and the accepted charsets if the charset is wrong. */
export function unsupportedBody(
  reason: Unsupported,
  accepted: readonly string[],
  charsets: readonly FileCharset[] = ['utf-8'],
): Problem {
  const accepts = accepted.join(', ');
  return new Problem('unsupported_media_type', {
    reason,
    accepts,
    ...(reason === 'charset' && { charsets: charsets.join(', ') }),
  });
}
