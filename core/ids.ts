import { monotonicFactory } from 'ulid';

const next = monotonicFactory();
/** As the contract shows it (spec 2.11.1). */
export const ID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** A new ULID: 26 characters of Crockford's base 32, ordered by time of creation (spec 2.11.1). */
export function newId(at?: number): string {
  return next(at);
}

/** Whether a string can be an id at all. What is not is answered like an unknown id, without asking the database. */
export function isId(value: string): boolean {
  return ID_PATTERN.test(value);
}
