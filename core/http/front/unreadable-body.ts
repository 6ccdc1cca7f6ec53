import { Problem } from '../../errors/problem.js';
import type { FileCharset } from '../../files/charset.js';
import { validUtf8 } from '../../files/encodings.js';
import { textIn } from '../../files/in-utf8.js';
import { UnreadableText } from '../../files/unreadable-text.js';

/** Why a body cannot be read. */
type Fault = 'not_json' | 'repeated_member' | 'too_deep' | 'not_utf8';

/**
 * `malformed_request` with the position of the fault, and nothing of the text itself. Lines and columns count from 1; a
 * column is a UTF-16 code unit, as in editors.
 */
export function unreadableBody(reason: Fault, text: string, at: number): Problem {
  let [line, begins] = [1, 0];
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', begins)) {
    [line, begins] = [line + 1, end + 1];
  }
  return new Problem('malformed_request', { reason, line, column: at - begins + 1 });
}

/** `malformed_request` for bytes that are not UTF-8. */
export function notUtf8(bytes: Buffer): Problem {
  const before = bytes.toString('utf8', 0, validUtf8(bytes));
  return unreadableBody('not_utf8', before, before.length);
}

/**
 * The text of a CSV file.
 * @throws {Problem} `malformed_request` with the line, the byte within it, and how to fix the file
 */
export function csvText(bytes: Buffer, charset: FileCharset): string {
  try {
    return textIn(bytes, charset);
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    const { line, byte, reason: hint } = error;
    throw new Problem('malformed_request', {
      reason: charset === 'utf-8' ? 'not_utf8' : 'not_in_charset',
      line,
      byte,
      hint,
    });
  }
}
