import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Without letters and digits that are easily confused: prefixes are read aloud and typed. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PREFIX_LENGTH = 8;
const SECRET_BYTES = 32;
const API_KEY = /^([abcdefghjkmnpqrstuvwxyz23456789]{8})_[A-Za-z0-9_-]{43}$/;
const PREFIX = /^[abcdefghjkmnpqrstuvwxyz23456789]{8}$/;

/** A key that has just been created. The plaintext is shown once and never stored. */
export interface FreshApiKey {
  /** 8 characters: the `client_id`, and all that logs ever show. */
  readonly prefix: string;
  /** Prefix, `_`, and 256 random bits in base64url: the Area B bearer and `client_secret`. */
  readonly plaintext: string;
  readonly hash: Buffer;
}

export function generateApiKey(): FreshApiKey {
  const prefix = Array.from({ length: PREFIX_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const plaintext = `${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { prefix, plaintext, hash: hashApiKey(plaintext) };
}

/** SHA-256 is enough: the secret is 256 random bits, not a password. */
export function hashApiKey(plaintext: string): Buffer {
  return createHash('sha256').update(plaintext).digest();
}

/** The prefix of a string in the form of a key; undefined for any other string. */
export function prefixOf(plaintext: string): string | undefined {
  return API_KEY.exec(plaintext)?.[1];
}

export function isPrefix(value: string): boolean {
  return PREFIX.test(value);
}
