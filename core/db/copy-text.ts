/** A value of a copied row; null is NULL. */
export type CopiedValue = string | number | boolean | null;

const CHUNK_CHARACTERS = 1 << 16;

/** Rows in COPY's text format, many to a chunk: a write for each row would cost more than the row. */
export function* copyText(rows: Iterable<readonly CopiedValue[]>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += `${row.map(field).join('\t')}\n`;
    if (text.length >= CHUNK_CHARACTERS) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function field(value: CopiedValue): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  return SPECIAL.test(value) ? value.replace(SPECIAL, (character) => ESCAPES[character] ?? character) : value;
}
