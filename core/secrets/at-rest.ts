import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Where a secret is stored: its table and column, then the values of the row's primary key, in order, beginning with
 * the organization if the table has one. A secret that is copied to another row or column does not open there.
 */
export type SecretPlace = readonly [table: string, column: string, ...key: string[]];

/** The outcome of opening a sealed secret. */
export type OpenedSecret =
  | { readonly outcome: 'opened'; readonly text: string }
  /** Sealed under a key that is not, or no longer, one of DATA_ENCRYPTION_KEYS. */
  | { readonly outcome: 'unknown_key'; readonly keyId: string }
  /** Changed, truncated, from another row, or not a sealed secret. */
  | { readonly outcome: 'altered' };

const FORM = 'v1';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{16})\.([\w-]+)$/;

/**
 * Encrypts (AES-256-GCM) secrets that must be read back. The stored form is `v1.KEY_ID.BYTES`; the bytes are the base64url of a random
 * IV, the tag and the ciphertext. The key's id identifies the key without revealing anything of it.
 *
 * @example
 * const place = ['webhook_endpoint', 'secret', organizationId, id] as const;
 * const sealed = secrets.seal('whsec_…', place); // goes into the row
 * secrets.read(sealed, place); // 'whsec_…'
 */
export class SecretsAtRest {
  readonly #keys: readonly SealingKey[];

  /** @param keys - DATA_ENCRYPTION_KEYS: the first seals, all open. Without keys nothing can be sealed or opened. */
  constructor(keys: readonly string[]) {
    this.#keys = keys.map(sealingKey);
  }

  /** The ids of all keys; the first one seals. */
  get keyIds(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** Returns a different text each time, also for the same secret. @throws {Error} without a key */
  seal(text: string, place: SecretPlace): string {
    const [current] = this.#keys;
    if (current === undefined) throw new Error('DATA_ENCRYPTION_KEYS is not set: nothing can be sealed');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, current.key, iv).setAAD(associated(current.id, place));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const bytes = Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
    return `${FORM}.${current.id}.${bytes.toString('base64url')}`;
  }

  open(sealed: string, place: SecretPlace): OpenedSecret {
    const [, keyId, text] = SEALED.exec(sealed) ?? [];
    if (keyId === undefined || text === undefined) return { outcome: 'altered' };
    const key = this.#keys.find(({ id }) => id === keyId)?.key;
    if (key === undefined) return { outcome: 'unknown_key', keyId };
    const bytes = Buffer.from(text, 'base64url');
    // Node would accept a shorter tag too, which is easier to guess.
    if (bytes.length < IV_BYTES + TAG_BYTES) return { outcome: 'altered' };
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(associated(keyId, place)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      const decrypted = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      return { outcome: 'opened', text: decrypted.toString('utf8') };
    } catch {
      return { outcome: 'altered' };
    }
  }

  /** Opens a secret that is required. @throws {SecretNotOpened} */
  read(sealed: string, place: SecretPlace): string {
    const opened = this.open(sealed, place);
    if (opened.outcome === 'opened') return opened.text;
    throw new SecretNotOpened(place, opened);
  }
}

/** The id of the key that sealed a secret; undefined if the text is not sealed. */
export function sealingKeyId(sealed: string): string | undefined {
  return SEALED.exec(sealed)?.[1];
}

/** The message names the row, never its content. */
export class SecretNotOpened extends Error {
  override readonly name = 'SecretNotOpened';

  constructor(
    place: SecretPlace,
    readonly why: Exclude<OpenedSecret, { outcome: 'opened' }>,
  ) {
    const [table, column, ...key] = place;
    const reason =
      why.outcome === 'altered'
        ? 'it was changed, or belongs to another row'
        : `DATA_ENCRYPTION_KEYS lacks the key ${why.keyId}`;
    super(`the secret ${table}.${column} of ${key.join('/')} does not open: ${reason}`);
  }
}

/** Whether a value can be one of DATA_ENCRYPTION_KEYS: 32 bytes in base64url or base64. */
export function isDataKey(value: string): boolean {
  return /^[\w+/-]{43}=?$/.test(value) && Buffer.from(value, 'base64').length === 32;
}

/** Derives a key for one purpose, so that the key that seals secrets is used for nothing else. */
export function purposeKey(key: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', purpose, 32));
}

interface SealingKey {
  readonly id: string;
  readonly key: Buffer;
}

function sealingKey(text: string): SealingKey {
  if (!isDataKey(text)) throw new Error('a data encryption key has 32 bytes in base64');
  const key = purposeKey(text, 'tributary secrets at rest');
  return { id: createHmac('sha256', key).update('key id').digest('hex').slice(0, 16), key };
}

/** As JSON, so that no two places give the same text. */
function associated(keyId: string, place: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([FORM, keyId, ...place]));
}
