import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const texts = z.array(z.string());

/** Encrypts texts with AES-256-GCM under a key derived from a secret. */
export function sealedTexts(secret: string, plain: readonly string[]): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), iv);
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(plain), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Undefined for texts sealed under another secret. */
export function unsealedTexts(secret: string, text: string): readonly string[] | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const tagEnd = IV_BYTES + TAG_BYTES;
  if (bytes.length <= tagEnd) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
  try {
    const opened = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
    return texts.parse(JSON.parse(opened.toString()));
  } catch {
    return undefined;
  }
}

/** A separate key, so that no key both signs and encrypts. */
function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'tributary cursor position', 32));
}
