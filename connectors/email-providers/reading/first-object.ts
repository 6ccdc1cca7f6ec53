import { endOfText } from '../../../core/http/front/json-depth-size-and-repeated-members.js';

/** Far more members than any event has. */
const MOST_VALUES = 1_000;

/**
 * Parses only the first object of a large body and returns it as it is, or, if the body is a list, in a list.
 * Undefined: there is no object, or it is not an event. Whether the rest is valid JSON is checked when the whole body
 * is parsed.
 */
export function firstObjectOf(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const first = afterBlanks(text, text.startsWith('\uFEFF') ? 1 : 0);
  const isList = text[first] === '[';
  const start = isList ? afterBlanks(text, first + 1) : first;
  const end = text[start] === '{' ? endOfObject(text, start) : undefined;
  if (end === undefined) return undefined;
  try {
    const object: unknown = JSON.parse(text.slice(start, end));
    return isList ? [object] : object;
  } catch {
    return undefined;
  }
}

/** Reads each blank once, however many there are. Blanks are those of JSON (RFC 8259 section 2). */
function afterBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}

/** The position after the closing bracket. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let values = 0;
  for (let at = start; at < text.length && values <= MOST_VALUES; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfText(text, at);
    else if (character === ',') values += 1;
    else if (character === '{' || character === '[') {
      depth += 1;
      values += 1;
    } else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
