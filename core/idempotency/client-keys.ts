import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { trimmedKey } from '../contract/trimmed-key.js';
import { secretDigest } from './fingerprint.js';

/** A client's key in the form that the table stores. */
export interface KnownKey {
  /** The form in which it is stored. */
  readonly key: string;
  /**
   * Forms that may have been stored earlier: under a secret that is being replaced, or with surrounding white space,
   * which earlier versions kept. Rows are stored for 30 days, and their keys must be found for as long: an unrecognized
   * retry would be posted again.
   */
  readonly earlierKeys: readonly string[];
  /** All forms, the one that the client sent first: if several are stored, that one is the client's own request. */
  readonly forms: readonly string[];
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Converts idempotency keys to the stored form: an HMAC, because a key is private and may be anything, even a card
 * number. The HMAC keys are derived from the product's secrets for this purpose only.
 */
export class ClientKeys {
  readonly #secrets: readonly string[];
  readonly #sealing: readonly Buffer[];

  /** @param secrets - keys are stored under the first, and found under any of them */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.map((secret) => derived(secret, 'idempotency keys').toString('base64url'));
    this.#sealing = secrets.map((secret) => derived(secret, 'sealed idempotency keys'));
  }

  /** @param asSent - with the white space around it, if the client sent any */
  known(asSent: string): KnownKey {
    // A key of only white space is refused today. A batch of an earlier version may still have one; blank keys of other
    // lengths differ.
    const trimmed = trimmedKey(asSent) || asSent;
    const [key = '', ...earlier] = this.#digestsOf(trimmed);
    const asKeptBefore = trimmed === asSent ? [] : this.#digestsOf(asSent);
    return { key, earlierKeys: [...asKeptBefore, ...earlier], forms: [...asKeptBefore, key, ...earlier] };
  }

  #digestsOf(key: string): readonly string[] {
    return this.#secrets.map((secret) => secretDigest(secret, key));
  }

  /**
   * Encrypts (AES-256-GCM) a key that is used later. An HMAC of it would not find what a single request has stored
   * under a newer secret in the time between.
   *
   * @param place - where the key is stored; it can be opened for no other place.
   */
  seal(key: string, place: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealing[0] ?? '', iv).setAAD(Buffer.from(place));
    const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]);
  }

  /** Decrypts a key; undefined when its secret is no longer configured. */
  open(sealed: Buffer, place: string): string | undefined {
    for (const secret of this.#sealing) {
      const decipher = createDecipheriv(CIPHER, secret, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        // Sealed under another secret.
      }
    }
    return undefined;
  }
}

function derived(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
