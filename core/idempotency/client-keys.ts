import { hkdfSync } from 'node:crypto';
import { secretDigest } from './fingerprint.js';

/** A client's key as the table knows it. */
export interface KnownKey {
  /** As it is kept. */
  readonly key: string;
  /** As versions before 0.2 kept it, in clear: looked for as long as such rows last, which is 30 days. */
  readonly earlierKey: string | null;
}

/**
 * Idempotency keys as they are kept: an HMAC of each, because a key is nobody's business and may be anything, a card's number
 * too. The secret is one of the product's own, under a key derived from it for this alone.
 */
export class ClientKeys {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = Buffer.from(hkdfSync('sha256', secret, '', 'idempotency keys', 32)).toString('base64url');
  }

  known(key: string): KnownKey {
    return { key: secretDigest(this.#secret, key), earlierKey: key };
  }
}
