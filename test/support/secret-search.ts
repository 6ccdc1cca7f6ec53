import { createHash } from 'node:crypto';

/** A trace of a secret: the secret's name, the form, and the bytes. */
interface Trace {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every form in which a card number could be left behind: plain, grouped, encoded, or as an unsalted digest. */
export function tracesOf(number: string): readonly Trace[] {
  const grouped = (by: string) => (number.match(/.{1,4}/g) ?? []).join(by);
  const forms: Readonly<Record<string, string | Buffer>> = {
    plain: number,
    spaced: grouped(' '),
    dashed: grouped('-'),
    hex: Buffer.from(number).toString('hex'),
    'utf-16': Buffer.from(number, 'utf16le'),
    'url-encoded': [...number].map((digit) => `%${digit.charCodeAt(0).toString(16)}`).join(''),
    ...Object.fromEntries([0, 1, 2].map((offset) => [`base64 at ${offset}`, base64At(number, offset)])),
  };
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
    const digest = createHash(algorithm).update(number).digest();
    Object.assign(forms, {
      [`${algorithm} raw`]: digest,
      [`${algorithm} hex`]: digest.toString('hex'),
      [`${algorithm} HEX`]: digest.toString('hex').toUpperCase(),
      [`${algorithm} base64`]: digest.toString('base64').replace(/=+$/, ''),
      [`${algorithm} base64url`]: digest.toString('base64url'),
    });
  }
  return Object.entries(forms).map(([form, bytes]) => ({ name: `${number} ${form}`, bytes: Buffer.from(bytes) }));
}

/** The base64 characters that do not depend on the surrounding text, for one of the three alignments. */
function base64At(number: string, offset: number): string {
  const text = Buffer.from(`${'x'.repeat(offset)}${number}`).toString('base64');
  const [from, until] = [Math.ceil((offset * 8) / 6), Math.floor(((offset + number.length) * 8) / 6)];
  return text.slice(from, until);
}

const BUCKET_BITS = 20;

/** Searches for any number of traces in one pass. */
export class SecretSearch {
  readonly #filter = new Uint8Array(1 << BUCKET_BITS);
  readonly #byStart = new Map<number, Trace[]>();

  constructor(numbers: readonly string[]) {
    for (const trace of numbers.flatMap(tracesOf)) {
      const start = trace.bytes.readUInt32LE(0);
      this.#filter[bucketOf(start)] = 1;
      this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), trace]);
    }
  }

  /** The names of all traces found. */
  in(haystack: Buffer): readonly string[] {
    const found = new Set<string>();
    let start = 0;
    for (let end = 0; end < haystack.length; end += 1) {
      start = ((start >>> 8) | ((haystack[end] ?? 0) << 24)) >>> 0;
      if (this.#filter[bucketOf(start)] === 0) continue;
      for (const { name, bytes } of this.#byStart.get(start) ?? []) {
        if (haystack.subarray(end - 3, end - 3 + bytes.length).equals(bytes)) found.add(name);
      }
    }
    return [...found];
  }
}

function bucketOf(start: number): number {
  return Math.imul(start, 2_654_435_761) >>> (32 - BUCKET_BITS);
}

/** Security codes next to their name, with any separator: `"cvc":"123"`, `card[cvc]=123`, `cvc: 123`. */
export function keyedCodes(haystack: Buffer): readonly string[] {
  const text = haystack.toString('latin1');
  return text.match(/(?:cvc|cvv|cvn|csc|security_?code)(?:%[0-9a-f]{2}|[^a-z0-9]){1,12}\d{3,4}(?!\d)/gi) ?? [];
}
