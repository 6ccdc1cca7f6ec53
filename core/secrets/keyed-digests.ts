import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { purposeKey } from './at-rest.js';

const DIGEST = /^([0-9a-f]{16})\.([0-9a-f]{16})\.([0-9a-f]{64})$/;

/**
 * Digests that can be made or compared only with a key: HMAC-SHA-256 under DATA_ENCRYPTION_KEYS with a random salt,
 * `KEY_ID.SALT.HMAC`. Two digests of one text differ.
 */
export class KeyedDigests {
  readonly #keys: readonly { readonly id: string; readonly key: Buffer }[];

  /**
   * @param keys - DATA_ENCRYPTION_KEYS: the first makes digests, any compares.
   * @param purpose - each purpose derives its own keys
   */
  constructor(keys: readonly string[], purpose: string) {
    this.#keys = keys.map((text) => {
      const key = purposeKey(text, `tributary ${purpose}`);
      return { id: createHmac('sha256', key).update('key id').digest('hex').slice(0, 16), key };
    });
  }

  /** Without a key the digest is `none`. */
  of(text: string): string {
    const [current] = this.#keys;
    if (current === undefined) return 'none';
    const salt = randomBytes(8).toString('hex');
    return `${current.id}.${salt}.${hmac(current.key, salt, text).toString('hex')}`;
  }

  /** Whether a digest is of this text; `unknown_key` when its key is not configured. */
  compare(digest: string, text: string): 'same' | 'different' | 'unknown_key' {
    const [, keyId, salt, kept] = DIGEST.exec(digest) ?? [];
    if (keyId === undefined || salt === undefined || kept === undefined) return 'different';
    const known = this.#keys.find(({ id }) => id === keyId);
    if (known === undefined) return 'unknown_key';
    return timingSafeEqual(hmac(known.key, salt, text), Buffer.from(kept, 'hex')) ? 'same' : 'different';
  }

  /** Whether a digest was made with the key that makes new ones. */
  isCurrent(digest: string): boolean {
    return this.#keys[0] !== undefined && DIGEST.exec(digest)?.[1] === this.#keys[0].id;
  }
}

function hmac(key: Buffer, salt: string, text: string): Buffer {
  return createHmac('sha256', key).update(salt).update('\0').update(text).digest();
}
