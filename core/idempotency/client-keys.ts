import { hkdfSync } from 'node:crypto';
import { secretDigest } from './fingerprint.js';

/** A client's key as the table knows it. */
export interface KnownKey {
  /** As it is kept. */
  readonly key: string;
  /**
   * As it may have been kept before: under a secret that is being replaced, or in clear, as versions before 0.2 did. Rows live
   * for 30 days, and for as long their keys must be found: a retry that is not known would be posted again.
   */
  readonly earlierKeys: readonly string[];
}

/**
 * Idempotency keys as they are kept: an HMAC of each, because a key is nobody's business and may be anything, a card's number
 * too. The secrets are the product's own, under keys derived from them for this alone.
 */
export class ClientKeys {
  readonly #current: string;
  readonly #earlier: readonly string[];

  /** @param secrets - keys are kept under the first, and found under any of them */
  constructor([current = '', ...earlier]: readonly string[]) {
    this.#current = derived(current);
    this.#earlier = earlier.map(derived);
  }

  known(key: string): KnownKey {
    const earlierKeys = [...this.#earlier.map((secret) => secretDigest(secret, key)), key];
    return { key: secretDigest(this.#current, key), earlierKeys };
  }
}

function derived(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'idempotency keys', 32)).toString('base64url');
}
