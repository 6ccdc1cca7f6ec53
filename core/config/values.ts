import { createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';

/** What Node's timers and Postgres' `int` hold: a longer pause would be over at once. */
export const MOST = 2_147_483_647;

/** The longest that one try to deliver a webhook may take: whoever tries holds it for twice as long, and nobody else tries it meanwhile. */
export const MOST_WEBHOOK_TIMEOUT_MS = 30_000;

export function whole(least: number, most: number) {
  const error =
    most === MOST ? `must be a whole number, ${least} or more` : `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .int(error)
    .min(least, error)
    .max(most, most === MOST ? `must be ${MOST} at most` : error);
}

export const port = (fallback: number, description: string) => whole(0, 65_535).default(fallback).describe(description);

export const positive = (fallback: number, description: string) =>
  whole(1, MOST).default(fallback).describe(description);

export const truth = () => z.stringbool({ error: 'must be true or false' });

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const url = () => z.url({ protocol: /^https?$/, message: 'must be an http or https address' });

/** Addresses may be networks (`10.0.0.0/8`) or the names that Express knows. */
export function isTrustSetting(value: string): boolean {
  if (/^(true|false|\d{1,3})$/.test(value)) return true;
  const named = ['loopback', 'linklocal', 'uniquelocal'];
  return value.split(',').every((item) => named.includes(item.trim()) || isNetwork(item.trim()));
}

/** `10.1.0.0/16`, or one address. */
export function isNetwork(item: string): boolean {
  const [address = '', length] = item.split(/\/(?=\d{1,3}$)/);
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return bits > 0 && (length === undefined || (Number(length) >= 1 && Number(length) <= bits));
}

/** Nothing but a host, and maybe a port. */
export function isHost(value: string): boolean {
  if (!/^[^/?#@\\\s]+$/.test(value) || !URL.canParse(`https://${value}`)) return false;
  return new URL(`https://${value}`).href === `https://${value.replace(/:443$/, '')}/`;
}

/** As Standard Webhooks asks: 24 bytes or more. */
export function isWebhookSecret(value: string): boolean {
  const text = value.replace(/^whsec_/, '');
  const bytes = Buffer.from(text, 'base64');
  return bytes.length >= 24 && bytes.toString('base64') === text;
}

/** As Stripe shows it: what stands behind `whsec_` is the key as it is, not base64 of it. */
export function isSigningSecret(value: string): boolean {
  return /^whsec_[\x21-\x7e]{16,}$/.test(value);
}

export function isP256PublicKey(value: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(value, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** Secrets with commas between them while one replaces another. Empty: none. */
export const secretList = (isOne: (value: string) => boolean, message: string) =>
  z
    .string()
    .default('')
    .transform((value) => (value === '' ? [] : value.split(',').map((item) => item.trim())))
    .refine((items) => items.every((item) => item !== '' && isOne(item)), message);
