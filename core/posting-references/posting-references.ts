import { createHmac, hkdfSync } from 'node:crypto';

/** What a reference is made of: the client's request under its key. */
export interface ReferencedRequest {
  readonly organizationId: string;
  readonly operation: string;
  readonly accountId: string;
  /** The client's Idempotency-Key without surrounding white space. */
  readonly key: string;
  /** How many earlier requests used the key: a key is new again when it is no longer kept. */
  readonly use: number;
  /** For a reversal: the reference of its payment. The key never leads to the reversal of another payment. */
  readonly paymentReference?: string;
}

/** Part of every reference: another way to make references needs another number. */
const VERSION = 1;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 26;

/**
 * References under which payments and reversals are posted at loan systems. A reference follows from the client's
 * request alone, so the same request finds its posting again after the database was restored to an earlier time.
 */
export class PostingReferences {
  readonly #keys: readonly Buffer[];
  readonly #checks: readonly string[];

  /** @param secrets - POSTING_REFERENCE_SECRET: the first makes references, all find them. */
  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => derived(secret, 'posting references'));
    this.#checks = secrets.map((secret) => derived(secret, 'check of the posting reference secret').toString('hex'));
  }

  /** The reference under each secret; the first one is for new postings. 26 characters, in the form of our ids. */
  of({
    organizationId,
    operation,
    accountId,
    key,
    use,
    paymentReference,
  }: ReferencedRequest): readonly [string, ...string[]] {
    const reversed = paymentReference === undefined ? [] : [paymentReference];
    const text = JSON.stringify([VERSION, organizationId, operation, accountId, key, use, ...reversed]);
    const [reference, ...earlier] = this.#keys.map((secret) =>
      encoded(createHmac('sha256', secret).update(text).digest()),
    );
    if (reference === undefined) throw new Error('POSTING_REFERENCE_SECRET is not set: nothing can be posted');
    return [reference, ...earlier];
  }

  /** The number of secrets. */
  get secrets(): number {
    return this.#keys.length;
  }

  /** Shows which secret makes references, without showing the secret. Undefined without a secret. */
  get check(): string | undefined {
    return this.#checks[0];
  }

  /** Whether a check value is of one of the secrets. */
  knows(check: string): boolean {
    return this.#checks.includes(check);
  }
}

function derived(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** The first 128 bits in Crockford's base 32. */
function encoded(digest: Buffer): string {
  let rest = BigInt(`0x${digest.subarray(0, 16).toString('hex')}`);
  let text = '';
  for (let position = 0; position < CHARACTERS; position += 1) {
    text = (CROCKFORD[Number(rest & 31n)] ?? '') + text;
    rest >>= 5n;
  }
  return text;
}
