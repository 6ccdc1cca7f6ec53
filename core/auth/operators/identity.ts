import { createHash } from 'node:crypto';
import { comparableEmail } from '../../contract/contact-search.js';

/** Identifies a person: two issuers may use one subject for two people. */
export function identityHashOf(issuer: string, subject: string): Uint8Array<ArrayBuffer> {
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest();
  return new Uint8Array(digest);
}

/**
 * The email address in an issuer's claims if the issuer says that it has verified it; otherwise undefined, because
 * anyone can enter another person's address. Some issuers write the claim as text.
 */
export function verifiedEmailIn(claims: object): string | undefined {
  const email: unknown = Reflect.get(claims, 'email');
  const isVerified: unknown = Reflect.get(claims, 'email_verified');
  if (typeof email !== 'string' || (isVerified !== true && isVerified !== 'true')) return undefined;
  return comparableEmail(email);
}
