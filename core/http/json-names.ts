/**
 * Whether one of the names in a JSON text is as asked for. The text is looked over once, byte by byte, and nothing is made of it
 * but its names, each of them once; where it is no JSON, what looks like a name is one.
 */
export function hasName(bytes: Uint8Array, isIt: (name: string) => boolean): boolean {
  const others = new Set<string>();
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== QUOTE) continue;
    const start = at;
    at = closing(bytes, start);
    if (at - start > LONGEST || bytes[behindSpace(bytes, at + 1)] !== COLON) continue;
    const name = nameOf(bytes.subarray(start, at + 1));
    if (others.has(name)) continue;
    if (isIt(name)) return true;
    if (others.size < MOST_REMEMBERED) others.add(name);
  }
  return false;
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/** In bytes, quotation marks included: no name that says anything here is as long, not with each of its letters escaped. */
const LONGEST = 512;

/** A body repeats a few names; one that does not gains nothing by remembering them. */
const MOST_REMEMBERED = 1_000;

/** The place of the quotation mark that closes a text; of none, the end of everything. */
function closing(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function behindSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isSpace(bytes[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** A letter of a name may be written as its number. */
function nameOf(quoted: Uint8Array): string {
  const text = Buffer.from(quoted).toString('utf8');
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
