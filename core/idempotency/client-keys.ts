import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { trimmedKey } from '../contract/trimmed-key.js';
import { secretDigest } from './fingerprint.js';

/** A client's key as the table knows it. */
export interface KnownKey {
  /** As it is kept. */
  readonly key: string;
  /**
   * As it may have been kept before: under a secret that is being replaced, or with the white space around it, which earlier
   * versions kept. Rows live for 30 days, and for as long their keys must be found: a retry that is not known would be posted
   * again.
   */
  readonly earlierKeys: readonly string[];
  /** All of them, the form that the client sent first: where several are kept, that one is the client's own request. */
  readonly forms: readonly string[];
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Idempotency keys as they are kept: an HMAC of each, because a key is nobody's business and may be anything, a card's number
 * too. The secrets are the product's own, under keys derived from them for this alone.
 */
export class ClientKeys {
  readonly #secrets: readonly string[];
  readonly #sealing: readonly Buffer[];

  /** @param secrets - keys are kept under the first, and found under any of them */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.map((secret) => derived(secret, 'idempotency keys').toString('base64url'));
    this.#sealing = secrets.map((secret) => derived(secret, 'sealed idempotency keys'));
  }

  /** @param asSent - with the white space around it, if the client sent any */
  known(asSent: string): KnownKey {
    // A key of white space alone is refused today; a batch of an earlier version may still have one, and it is no other blank key.
    const trimmed = trimmedKey(asSent) || asSent;
    const [key = '', ...earlier] = this.#digestsOf(trimmed);
    const asKeptBefore = trimmed === asSent ? [] : this.#digestsOf(asSent);
    return { key, earlierKeys: [...asKeptBefore, ...earlier], forms: [...asKeptBefore, key, ...earlier] };
  }

  #digestsOf(key: string): readonly string[] {
    return this.#secrets.map((secret) => secretDigest(secret, key));
  }

  /**
   * A key that is used later, encrypted (AES-256-GCM) until then: an HMAC of it would miss what a single request has kept under a
   * newer secret meanwhile.
   *
   * @param place - where it is kept; it opens nowhere else.
   */
  seal(key: string, place: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealing[0] ?? '', iv).setAAD(Buffer.from(place));
    const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]);
  }

  /** The key again; undefined where its secret is gone. */
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
