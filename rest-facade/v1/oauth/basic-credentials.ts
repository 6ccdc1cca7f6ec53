import type { ClientCredentials } from '../../../core/auth/access-token.js';
import { Problem } from '../../../core/errors/problem.js';

/**
 * Client credentials in an Authorization header: form-encoded, joined by a colon, in base64 (RFC 6749 section 2.3.1).
 * Undefined if there is no such header, or it has another scheme.
 *
 * @throws {Problem} `invalid_client` when they cannot be read
 */
export function basicCredentials(authorization: string | undefined): ClientCredentials | undefined {
  const encoded = /^basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const joined = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = joined.indexOf(':');
  if (colon < 1) throw new Problem('invalid_client');
  return { clientId: formDecoded(joined.slice(0, colon)), clientSecret: formDecoded(joined.slice(colon + 1)) };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Problem('invalid_client');
  }
}
