import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isId } from '../../ids/ids.js';

/** The value kept by the browser: the id of the session's record, a dot, and 256 random bits in base64url. */
export interface FreshSession {
  readonly value: string;
  readonly hash: Buffer;
}

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export function freshSession(id: string): FreshSession {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { value: `${id}.${secret}`, hash: hashOf(secret) };
}

/** Undefined for any string that is not a session's value. */
export function partsOfSession(value: string): { readonly id: string; readonly secret: string } | undefined {
  const [id = '', secret = '', ...more] = value.split('.');
  return more.length === 0 && isId(id) && SECRET.test(secret) ? { id, secret } : undefined;
}

export function isSecretOf(hash: Uint8Array, secret: string): boolean {
  return timingSafeEqual(hash, hashOf(secret));
}

/**
 * The CSRF token, which a page must send with the cookie: another site can make the browser send the cookie, but
 * cannot read this. It is derived from the cookie's value, which no script can read, and does not reveal it.
 */
export function csrfTokenOf(value: string): string {
  return createHash('sha256').update('csrf ').update(value).digest('base64url');
}

export function isCsrfTokenOf(value: string, sent: string): boolean {
  const expected = Buffer.from(csrfTokenOf(value));
  const given = Buffer.from(sent);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
