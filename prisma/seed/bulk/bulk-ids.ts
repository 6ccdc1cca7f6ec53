import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_CHARACTERS = 16;
const random = { bytes: new Uint8Array(1 << 16), position: 1 << 16 };
const time = { at: -1, text: '' };

/**
 * A ULID of any instant. The product's own ids never go back in time (core/ids/ids.ts), which history has to; and these come by
 * the million.
 */
export function bulkId(atMs: number): string {
  if (time.at !== atMs) {
    time.at = atMs;
    time.text = timePart(atMs);
  }
  if (random.position === random.bytes.length) {
    randomFillSync(random.bytes);
    random.position = 0;
  }
  let text = time.text;
  for (let index = 0; index < RANDOM_CHARACTERS; index += 1) {
    text += ALPHABET.charAt((random.bytes[random.position + index] ?? 0) & 31);
  }
  random.position += RANDOM_CHARACTERS;
  return text;
}

/** Ten characters of five bits, the highest first. */
function timePart(atMs: number): string {
  let text = '';
  for (let rest = atMs, index = 0; index < 10; index += 1, rest = Math.floor(rest / 32)) {
    text = ALPHABET.charAt(rest % 32) + text;
  }
  return text;
}
