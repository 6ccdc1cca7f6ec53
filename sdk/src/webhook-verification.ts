import type { WebhookEvent } from './types.js';

/** Headers from `fetch`, Node's `http` or a framework. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Maximum difference between the timestamp and now, in seconds, before or after. Default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970. Default: now. */
  readonly now?: number | undefined;
}

/** The sender does not hold the secret, or the call is too old. Respond with 4xx, and ignore the content. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const PREFIX = 'whsec_';

/** Tributary's webhooks, signed as in https://www.standardwebhooks.com. */
export const webhooks = {
  /**
   * Returns the event if its signature matches one of the secrets. During a rotation, pass all valid secrets.
   *
   * @param body - the raw bytes, not parsed and serialized again.
   * @throws {WebhookVerificationError}
   * @throws {TypeError} for an invalid secret.
   * @example
   * const event = await webhooks.verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
   */
  async verify(
    body: string | Uint8Array,
    headers: WebhookHeaders,
    secrets: string | readonly string[],
    { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
  ): Promise<WebhookEvent> {
    const keys = await Promise.all([secrets].flat().map(keyOf));
    if (keys.length === 0) throw new TypeError('webhooks.verify: at least one secret is required');
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, name));
    if (!id || !timestamp || !signatures) throw new WebhookVerificationError('a signature header is missing');
    if (!/^\d+$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
      throw new WebhookVerificationError('the timestamp is too far from now');
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const signed = await new Blob([`${id}.${timestamp}.`, body]).arrayBuffer();
    if (!(await isSigned(signed, signatures, keys))) throw new WebhookVerificationError('no signature matches');
    return JSON.parse(text);
  },
};

/** WebCrypto compares in constant time. */
async function isSigned(signed: ArrayBuffer, header: string, keys: readonly Key[]): Promise<boolean> {
  for (const candidate of header.split(' ')) {
    const [version, encoded = ''] = candidate.split(',');
    const signature = version === 'v1' ? bytesOf(encoded) : undefined;
    if (signature === undefined) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  const whole = `webhook-${name}`;
  if (headers instanceof Headers) return headers.get(whole) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === whole)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

function keyOf(secret: string): Promise<Key> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === undefined || bytes.length === 0) throw new TypeError('webhooks.verify: a secret is whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
