import type { Defaulted, Rows } from '../../prisma/client/rows.js';
import { columnOf, type FieldOf, type Model, type Sent, tableOf } from './sql-types.js';

/** A parameter's placeholder in a statement (`$3`); the phantom type is what may be sent. */
export type Placeholder<V> = string & { readonly __takes: V };

/** A piece of SQL that returns a value. */
export type Sql = string & { readonly __sql: true };

/**
 * SQL in the place of a value: `sql('clock_timestamp()')`. Postgres checks its type when a test describes the
 * statements.
 */
export function sql(text: string): Sql {
  return text as Sql;
}

/** In an insert: the database's default, or null. */
export const LEFT_OUT = Symbol('left out');

type Written<V> = Placeholder<Sent<V>> | Sql;

/** Every column of a model, so that a new column does not compile until each insert says what to write to it. */
export type NewRow<M extends Model> = {
  readonly [F in FieldOf<M>]: Written<Rows[M][F]> | (F extends Defaulted[M] ? typeof LEFT_OUT : never);
};

/** The two texts of an insert: `into` after INSERT INTO, `values` after VALUES or SELECT. */
interface Insert {
  readonly into: string;
  readonly values: string;
}

/** A new row of a model; parameters are cast to their columns' types. */
export function inserted<M extends Model>(model: M, row: NewRow<M>, alias?: string): Insert;
export function inserted(model: Model, row: Readonly<Record<string, string | symbol>>, alias?: string): Insert {
  const given = Object.entries(row).flatMap(([field, value]) => (typeof value === 'string' ? [{ field, value }] : []));
  const names = given.map(({ field }) => columnOf(model, field).column);
  return {
    into: `${tableOf(model)}${alias === undefined ? '' : ` as ${alias}`} (${names.join(', ')})`,
    values: given.map(({ field, value }) => cast(model, field, value)).join(', '),
  };
}

/** Parameters written to the columns of the same names. */
export function sameNamed<P, F extends keyof P>(p: P, fields: readonly F[]): { readonly [N in F]: P[N] };
export function sameNamed(p: object, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(p, field)]));
}

/** Columns that take the database's default, or null. */
export function leftOut<F extends string>(...fields: F[]): { readonly [N in F]: typeof LEFT_OUT };
export function leftOut(...fields: string[]): object {
  return Object.fromEntries(fields.map((field) => [field, LEFT_OUT]));
}

/** Columns of a selected row, written to the columns of the same names. */
export function selectedFrom<M extends Model, F extends FieldOf<M>>(
  model: M,
  alias: string,
  fields: readonly F[],
): { readonly [N in F]: Sql };
export function selectedFrom(model: Model, alias: string, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((field) => [field, sql(`${alias}.${columnOf(model, field).column}`)]));
}

/** For SET: some columns of a model with their new values. */
export function assigned<M extends Model>(model: M, changes: Changes<M>): string;
export function assigned(model: Model, changes: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(changes)
    .flatMap(([field, value]) =>
      value === undefined ? [] : `${columnOf(model, field).column} = ${cast(model, field, value)}`,
    )
    .join(', ');
}

type Changes<M extends Model> = { readonly [F in FieldOf<M>]?: Written<Rows[M][F]> };

/** For DO UPDATE SET: columns that take the value of the insert. */
export function overwritten<M extends Model>(model: M, fields: readonly FieldOf<M>[]): string {
  return fields
    .map((field) => columnOf(model, field).column)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');
}

function cast(model: Model, field: string, value: string): string {
  return /^\$\d+$/.test(value) ? `${value}::${columnOf(model, field).type}` : value;
}
