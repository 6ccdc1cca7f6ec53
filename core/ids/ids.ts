import { createHash, randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { encodeTime, monotonicFactory, type ULIDFactory } from 'ulid';

/** Random bytes are drawn in bulk: drawn one at a time they are most of what an id costs. */
const random = { bytes: new Uint8Array(4096), position: 4096 };
const next = monotonicFactory(randomFraction);
/** Of times that have passed already: a factory never goes back, so that each has its own. What is told of one instant keeps its order. */
const past = new LRUCache<number, ULIDFactory>({ max: 1_000 });
let latest = 0;

/** As the contract shows it. */
export const ID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * A new ULID: 26 characters of Crockford's base 32, ordered by time of creation.
 *
 * @param at - when it was created, milliseconds since the epoch, for what is told afterwards: demo history, imports.
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
 * The id of something that is told by what it is about: the same, whoever makes it and however often. So what a database that was
 * restored to an earlier time makes again goes under the name by which systems outside know it already.
 *
 * @param at - its time, milliseconds since the epoch: it takes its place among the others by it.
 * @param about - what it is about, its kind first.
 */
export function idOf(at: number, about: readonly [kind: string, ...names: string[]]): string {
  const digest = createHash('sha256').update(JSON.stringify(about)).digest();
  const characters = Array.from(digest.subarray(0, 16), (byte) => CROCKFORD[byte % CROCKFORD.length]);
  return encodeTime(at) + characters.join('');
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Whether a string can be an id at all. What is not is answered like an unknown id, without asking the database. */
export function isId(value: string): boolean {
  return ID_PATTERN.test(value);
}

/** A list's filter by an id: null without one; text that cannot be an id matches nothing, and goes no further. */
export function idFilter(value: string | null | undefined): string | null {
  if (value === undefined || value === null) return null;
  return isId(value) ? value : '';
}

const CODE = /^[\w.-]{0,100}$/;
/** Nothing is called so. */
const NO_CODE = '?';

/** The same of ids and codes that are no ULIDs, a loan system's for example: what none can be finds nothing, and reaches no database. */
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
