/**
 * Whether a member name in a JSON text satisfies `isIt`. The text is scanned once, byte by byte; only names are
 * decoded, each distinct name once. In text that is not JSON, anything that looks like a name counts as one.
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

/** In bytes, with quotation marks: no name that matters here is as long, even with every letter escaped. */
const LONGEST = 512;

/** Bodies usually repeat a few names; remembering more does not help. */
const MOST_REMEMBERED = 1_000;

/** The index of the quotation mark that closes a string; the text's length if there is none. */
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

/** A letter of a name may be escaped. */
function nameOf(quoted: Uint8Array): string {
  const text = Buffer.from(quoted).toString('utf8');
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
