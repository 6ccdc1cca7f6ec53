import { endOfText } from '../../../core/http/front/json-shape.js';

/** Far more members than any event has. */
const MOST_VALUES = 1_000;

/**
 * The first object of a large body, parsed alone: as itself, or, where the body is a list, in a list of its own. Undefined: there
 * is none, or it is no event's. Whether the rest is JSON, whoever reads it whole finds out.
 */
export function firstObjectOf(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const [opening = ''] = /^\uFEFF?\s*\[?\s*\{/.exec(text) ?? [];
  const end = opening === '' ? undefined : endOfObject(text, opening.length - 1);
  if (end === undefined) return undefined;
  try {
    const object: unknown = JSON.parse(text.slice(opening.length - 1, end));
    return opening.includes('[') ? [object] : object;
  } catch {
    return undefined;
  }
}

/** Behind the bracket that closes it. */
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
