import { Problem } from '../../errors/problem.js';

/** What about a body is not read: its media type, its charset (only UTF-8 is) or its encoding (nothing compressed is). */
type Unsupported = 'media_type' | 'charset' | 'content_encoding';

/** `unsupported_media_type` with the media types that are read there. */
export function unsupportedBody(reason: Unsupported, accepted: readonly string[]): Problem {
  return new Problem('unsupported_media_type', { reason, accepts: accepted.join(', ') });
}
