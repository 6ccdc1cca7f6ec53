import { Problem } from '../../errors/problem.js';

/** Why a body cannot be read. */
type Fault = 'not_json' | 'repeated_member' | 'too_deep' | 'not_utf8';

/**
 * `malformed_request` with the place in the text where the fault is, and nothing of the text itself. Lines and columns count from
 * 1; a column is a UTF-16 code unit, as editors count.
 */
export function unreadableBody(reason: Fault, text: string, at: number): Problem {
  let [line, begins] = [1, 0];
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', begins)) {
    [line, begins] = [line + 1, end + 1];
  }
  return new Problem('malformed_request', { reason, line, column: at - begins + 1 });
}

/** The same of bytes that are not UTF-8. */
export function notUtf8(bytes: Buffer): Problem {
  const text = bytes.toString('utf8');
  const at = firstLost(bytes, text);
  return at === undefined
    ? new Problem('malformed_request', { reason: 'not_utf8' })
    : unreadableBody('not_utf8', text, at);
}

const REPLACEMENT = '\ufffd';

/** So many of them are looked at: nobody means to send more, and each costs a look. */
const MOST_REPLACEMENTS = 1_000;

/** Before the first replacement that was not sent as one, the text has the bytes that were sent. Undefined: it is not found soon. */
function firstLost(bytes: Buffer, text: string): number | undefined {
  let [offset, from, looks] = [0, 0, 0];
  for (let at = text.indexOf(REPLACEMENT); at !== -1; at = text.indexOf(REPLACEMENT, at + 1)) {
    looks += 1;
    if (looks > MOST_REPLACEMENTS) return undefined;
    offset += Buffer.byteLength(text.slice(from, at));
    from = at;
    if (!bytes.subarray(offset, offset + SENT.length).equals(SENT)) return at;
  }
  return text.length;
}

const SENT = Buffer.from(REPLACEMENT);
