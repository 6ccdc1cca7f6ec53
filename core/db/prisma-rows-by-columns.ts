import { isoInstantAt } from '../time/dates.js';
import type { Columns } from './columns.js';

/** Prisma's `select` of declared columns: `findMany({ select: selected(WORKSPACE) })`. */
export function selected<R>(columns: Columns<R>): { readonly [F in keyof R]: true };
export function selected(columns: Columns<unknown>): object {
  return Object.fromEntries(columns.given.map(({ name }) => [name, true]));
}

/**
 * Prisma's result for declared columns: fields of the same names; an instant is a `Date`, a long integer a `bigint`.
 */
type Found<R> = { readonly [F in keyof R]: unknown };

/**
 * Converts a model's row into the form that a statement with these columns would return (core/db/pool.ts), without
 * other fields.
 */
export function rowOf<R>(columns: Columns<R>, found: Found<R>): { readonly [F in keyof R]: R[F] };
export function rowOf(columns: Columns<unknown>, found: object): object {
  return Object.fromEntries(
    columns.given.map(({ name, type }) => [name, asDriverGives(type, Reflect.get(found, name))]),
  );
}

/** The fields for a model to write: undefined ones are left out, and stay unchanged. */
export function definedFields<C extends object>(fields: C): { readonly [F in keyof C]?: Exclude<C[F], undefined> };
export function definedFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function asDriverGives(type: string, value: unknown): unknown {
  if (value instanceof Date) return type === 'date' ? value.toISOString().slice(0, 10) : isoInstantAt(value);
  if (typeof value !== 'bigint') return value;
  const whole = Number(value);
  if (!Number.isSafeInteger(whole)) throw new RangeError('a stored integer is beyond 2^53 - 1');
  return whole;
}
