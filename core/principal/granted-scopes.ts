import { Problem } from '../errors/problem.js';
import type { Scope } from './scopes.js';

/** RFC 6749 section 3.3: scope tokens of printable ASCII without `"` and `\`, separated by single spaces. */
const SCOPE_TEXT = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/**
 * The scopes of a new token: the requested scopes that the key has. A request without scopes gets all of the key's
 * scopes, even if the key has none.
 *
 * @param asked - the `scope` parameter of the token request
 * @throws {Problem} `invalid_scope` when the text is malformed, or the key has none of the requested scopes
 */
export function grantedScopes(asked: string | undefined, held: readonly Scope[]): readonly Scope[] {
  if (asked === undefined) return held;
  if (!SCOPE_TEXT.test(asked)) throw new Problem('invalid_scope');
  const names = new Set<string>(asked.split(' '));
  const granted = held.filter((scope) => names.has(scope));
  if (granted.length === 0) throw new Problem('invalid_scope');
  return granted;
}
