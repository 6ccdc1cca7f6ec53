import type { EmailProvider } from '../port.js';
import { bytesOfBase64 } from '../verifying/base64.js';
import { isDigestOf, isSameSecret } from '../verifying/constant-time.js';
import { matchesAnySecret } from '../verifying/match-any-secret.js';
import { NO_KEY, NO_SIGNATURE, refused, VERIFIED } from '../verifying/outcomes.js';

export type PostmarkCredentials =
  | {
      /** Without a colon, which separates it from the password (RFC 7617). */
      readonly username: string;
      /** Several during a rotation. */
      readonly passwords: readonly string[];
    }
  /** SHA-256 of `username:password`, for installations that store only the digest. */
  | { readonly pairDigests: readonly Buffer[] };

/** HTTP Basic. It authenticates the sender but not the body or the time: a repeated event is detected by its id. */
export function createPostmarkVerifier(credentials: PostmarkCredentials | undefined): EmailProvider['verify'] {
  return (request) => {
    const [scheme, encoded = '', ...rest] = request.header('authorization')?.split(' ') ?? [];
    if (scheme?.toLowerCase() !== 'basic') return NO_SIGNATURE;
    if (credentials === undefined) return NO_KEY;
    const presented = bytesOfBase64(encoded);
    if (presented === undefined || rest.length > 0) return refused('credentials_malformed');
    return isGenuine(presented.toString(), credentials) ? VERIFIED : refused('credentials_mismatch');
  };
}

function isGenuine(pair: string, credentials: PostmarkCredentials): boolean {
  if ('pairDigests' in credentials)
    return matchesAnySecret(credentials.pairDigests, (digest) => isDigestOf(pair, digest));
  const { username, passwords } = credentials;
  return matchesAnySecret(passwords, (password) => isSameSecret(pair, `${username}:${password}`));
}
