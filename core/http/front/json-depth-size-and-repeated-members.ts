/** The reason not to parse a JSON text, and its position in the text. */
export interface ShapeFault {
  readonly kind: 'too_deep' | 'too_many' | 'repeated_member';
  readonly at: number;
}

export interface ShapeLimits {
  /** Levels of objects and lists. */
  readonly deepest: number;
  /** Members of objects and items of lists, at any depth. */
  readonly mostValues: number;
}

/**
 * Checks a JSON text in one pass before it is parsed: 90,000 members that are objects would keep the parser, and the
 * code that walks them, busy for half a second. It also finds a member that is sent twice, because parsers disagree on
 * which one counts (RFC 8259 section 4). The parser decides whether the text is valid JSON.
 */
export function shapeFault(text: string, { deepest, mostValues }: ShapeLimits): ShapeFault | undefined {
  /** For each open object: the names so far; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let values = 0;
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfText(text, at);
        const names = isName ? open.at(-1) : undefined;
        if (names !== undefined) {
          const name = nameOf(text.slice(at, end + 1));
          if (names.has(name)) return { kind: 'repeated_member', at };
          names.add(name);
        }
        isName = false;
        at = end;
        break;
      }
      case OPENING_BRACE:
      case OPENING_BRACKET:
        if (open.length === deepest) return { kind: 'too_deep', at };
        isName = text.charCodeAt(at) === OPENING_BRACE;
        open.push(isName ? new Set() : undefined);
        values += 1;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        open.pop();
        isName = false;
        break;
      case COMMA:
        isName = open.at(-1) !== undefined;
        values += 1;
        break;
    }
    if (values > mostValues) return { kind: 'too_many', at };
  }
  return undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The index of the quotation mark that closes a string; the text's length if there is none. */
export function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}

/** The same name may be spelled in two ways. */
function nameOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted; // the parser refuses it
  }
}
