import { createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';

/** The limit of Node's timers and of Postgres' `int`: a longer pause would end at once. */
export const MOST = 2_147_483_647;

/**
 * The longest webhook attempt: a worker claims a delivery for twice as long, so that no other worker tries it at the
 * same time.
 */
export const MOST_WEBHOOK_TIMEOUT_MS = 30_000;

export function wholeNumberSetting(least: number, most: number) {
  const error =
    most === MOST ? `must be a whole number, ${least} or more` : `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .int(error)
    .min(least, error)
    .max(most, most === MOST ? `must be ${MOST} at most` : error);
}

export const port = (fallback: number, description: string) =>
  wholeNumberSetting(0, 65_535).default(fallback).describe(description);

export const positive = (fallback: number, description: string) =>
  wholeNumberSetting(1, MOST).default(fallback).describe(description);

export const booleanSetting = () => z.stringbool({ error: 'must be true or false' });

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const url = () => z.url({ protocol: /^https?$/, message: 'must be an http or https address' });

/** Values may be networks (`10.0.0.0/8`) or the names that Express defines. */
export function isTrustSetting(value: string): boolean {
  if (/^(true|false|\d{1,3})$/.test(value)) return true;
  const named = ['loopback', 'linklocal', 'uniquelocal'];
  return value.split(',').every((item) => named.includes(item.trim()) || isNetwork(item.trim()));
}

/** `10.1.0.0/16`, or a single address. */
export function isNetwork(item: string): boolean {
  const [address = '', length] = item.split(/\/(?=\d{1,3}$)/);
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return bits > 0 && (length === undefined || (Number(length) >= 1 && Number(length) <= bits));
}

/** A host, optionally with a port. */
export function isHost(value: string): boolean {
  if (!/^[^/?#@\\\s]+$/.test(value) || !URL.canParse(`https://${value}`)) return false;
  return new URL(`https://${value}`).href === `https://${value.replace(/:443$/, '')}/`;
}

/** As Standard Webhooks requires: 24 bytes or more. */
export function isWebhookSecret(value: string): boolean {
  const text = value.replace(/^whsec_/, '');
  const bytes = Buffer.from(text, 'base64');
  return bytes.length >= 24 && bytes.toString('base64') === text;
}

/** As Stripe shows it: the text after `whsec_` is the key itself, not base64. */
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

/** Secrets separated by commas while one replaces another. Empty: none. */
export const secretList = (isOne: (value: string) => boolean, message: string) =>
  z
    .string()
    .default('')
    .transform((value) => (value === '' ? [] : value.split(',').map((item) => item.trim())))
    .refine((items) => items.every((item) => item !== '' && isOne(item)), message);
