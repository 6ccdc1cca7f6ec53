import { createHash, randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { encodeTime, monotonicFactory, type ULIDFactory } from 'ulid';

/** Random bytes are drawn in bulk; drawing them one at a time would be most of the cost of an id. */
const random = { bytes: new Uint8Array(4096), position: 4096 };
const next = monotonicFactory(randomFraction);
/**
 * Factories for past times. A factory never goes back in time, so each instant has its own; the ids of one instant keep
 * their order.
 */
const past = new LRUCache<number, ULIDFactory>({ max: 1_000 });
let latest = 0;

/** The form of ids in the contract. */
export const ID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * A new ULID: 26 characters of Crockford's base 32, ordered by time of creation.
 *
 * @param at - the time of creation in milliseconds since the epoch, for rows recorded later: demo history, imports.
 */
export function newId(at: number = Date.now()): string {
  if (at >= latest) {
    latest = at;
    return next(at);
  }
  const known = past.get(at) ?? monotonicFactory(randomFraction);
  past.set(at, known);
  return known(at);
}

/**
 * An id derived from its subject: the same each time it is computed. So a database that was restored to an earlier time
 * creates the same object again with the id that external systems already know.
 *
 * @param at - its time in milliseconds since the epoch; it sorts among other ids by this time.
 * @param about - the subject, its kind first.
 */
export function idOf(at: number, about: readonly [kind: string, ...names: string[]]): string {
  const digest = createHash('sha256').update(JSON.stringify(about)).digest();
  const characters = Array.from(digest.subarray(0, 16), (byte) => CROCKFORD[byte % CROCKFORD.length]);
  return encodeTime(at) + characters.join('');
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Whether a string has the form of an id. Any other string is treated as an unknown id, without a database query. */
export function isId(value: string): boolean {
  return ID_PATTERN.test(value);
}

/** A list's filter by id: null without one; '' for text that cannot be an id, which matches nothing. */
export function idFilter(value: string | null | undefined): string | null {
  if (value === undefined || value === null) return null;
  return isId(value) ? value : '';
}

/** The id that a search text is, also in lower case or with spaces around it; undefined for any other text. */
export function idInText(text: string | null | undefined): string | undefined {
  const id = text?.trim().toUpperCase();
  return id !== undefined && isId(id) ? id : undefined;
}

const CODE = /^[\w.-]{0,100}$/;
/** No object has this code. */
const NO_CODE = '?';

/**
 * `idFilter` for ids and codes that are not ULIDs, such as a loan system's: impossible text becomes a code that matches
 * nothing.
 */
export function codeFilter(value: string | null | undefined): string | null {
  if (value === undefined || value === null) return null;
  return CODE.test(value) ? value : NO_CODE;
}

/** From 0 up to, but not including, 1, in steps of 1/256: a character of an id takes five bits of it. */
function randomFraction(): number {
  if (random.position === random.bytes.length) {
    randomFillSync(random.bytes);
    random.position = 0;
  }
  const byte = random.bytes[random.position] ?? 0;
  random.position += 1;
  return byte / 256;
}
