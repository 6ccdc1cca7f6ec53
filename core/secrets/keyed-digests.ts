import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { purposeKey } from './at-rest.js';

const DIGEST = /^([0-9a-f]{16})\.([0-9a-f]{16})\.([0-9a-f]{64})$/;

/**
 * Digests that only who has a key can make, or compare: HMAC-SHA-256 under DATA_ENCRYPTION_KEYS, with a salt of its own each:
 * `KEY_ID.SALT.HMAC`. Of the same text no two are alike.
 */
export class KeyedDigests {
  readonly #keys: readonly { readonly id: string; readonly key: Buffer }[];

  /** @param keys - DATA_ENCRYPTION_KEYS: digests are made under the first, and compared under any. @param purpose - one key is used for one */
  constructor(keys: readonly string[], purpose: string) {
    this.#keys = keys.map((text) => {
      const key = purposeKey(text, `tributary ${purpose}`);
      return { id: createHmac('sha256', key).update('key id').digest('hex').slice(0, 16), key };
    });
  }

  /** Without a key: not of ours to make, and the digest is `none`. */
  of(text: string): string {
    const [current] = this.#keys;
    if (current === undefined) return 'none';
    const salt = randomBytes(8).toString('hex');
    return `${current.id}.${salt}.${hmac(current.key, salt, text).toString('hex')}`;
  }

  /** Whether a digest is of this text, as far as the keys here tell. */
  compare(digest: string, text: string): 'same' | 'different' | 'unknown_key' {
    const [, keyId, salt, kept] = DIGEST.exec(digest) ?? [];
    if (keyId === undefined || salt === undefined || kept === undefined) return 'different';
    const known = this.#keys.find(({ id }) => id === keyId);
    if (known === undefined) return 'unknown_key';
    return timingSafeEqual(hmac(known.key, salt, text), Buffer.from(kept, 'hex')) ? 'same' : 'different';
  }

  /** Whether it was made under the key that makes new ones. */
  isCurrent(digest: string): boolean {
    return this.#keys[0] !== undefined && DIGEST.exec(digest)?.[1] === this.#keys[0].id;
  }
}

function hmac(key: Buffer, salt: string, text: string): Buffer {
  return createHmac('sha256', key).update(salt).update('\0').update(text).digest();
}
