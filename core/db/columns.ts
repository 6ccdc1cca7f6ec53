import type { Rows } from '../../prisma/client/rows.js';
import { columnOf, type Declared, type FieldOf, type Model, postgresType, type ValueOf } from './sql-types.js';

/** A column of a result, which a test compares with Postgres' description of the statement. */
export interface GivenColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

/** The columns of a statement's result: their SQL, and the row type as a phantom type. */
export class Columns<R> {
  declare readonly __row?: R;
  readonly given: readonly GivenColumn[];
  readonly #texts: readonly string[] | undefined;

  /** @param texts - each column's part of the SELECT list; undefined for columns that SQL derives. */
  constructor(given: readonly GivenColumn[], texts: readonly string[] | undefined) {
    if (texts !== undefined && texts.length !== given.length) throw new Error('each column needs its own SQL');
    this.given = given;
    this.#texts = texts;
  }

  /** The same for the nullable side of an outer join. */
  orNull(): Columns<{ readonly [F in keyof R]: R[F] | null }> {
    return new Columns(
      this.given.map((column) => ({ ...column, nullable: true })),
      this.#texts,
    );
  }

  /** Narrows types that the schema does not declare: the shape of a JSON column, the closed list of a text one. */
  as<N extends { readonly [F in keyof N]: F extends keyof R ? R[F] : never }>(): Columns<Omit<R, keyof N> & N> {
    return new Columns(this.given, this.#texts);
  }

  /** Adds columns that SQL derives; `texts` are their parts of the SELECT list. */
  and<D>(beside: Columns<D>, ...texts: readonly string[]): Columns<R & D> {
    return new Columns([...this.given, ...beside.given], [...this.texts, ...texts]);
  }

  /** Each column's part of the SELECT list. */
  get texts(): readonly string[] {
    if (this.#texts === undefined) throw new Error('derived columns are written in the statement');
    return this.#texts;
  }

  /** For a SELECT list, or after RETURNING. */
  toString(): string {
    return this.texts.join(', ');
  }
}

/**
 * Columns as one object within the row, under `name`; null where the first column is null, as on the nullable side of
 * an outer join. `RowsQuery` makes the object.
 */
export function within<const N extends string, A, B>(
  name: N,
  [first, second]: readonly [Columns<A>, Columns<B>],
): Columns<{ readonly [K in N]: Flat<A & B> | null }> {
  const given = [...first.given, ...second.given].map((column) => ({ ...column, nullable: true }));
  const named = given.map((column) => ({ ...column, name: `${name}.${column.name}` }));
  const texts = [...first.texts, ...second.texts].map(
    (text, index) => `${text.replace(/ as "?\w+"?$/, '')} as "${named[index]?.name}"`,
  );
  return new Columns(named, texts);
}

/** The row type of columns: `RowOf<typeof PAYMENT>`. */
export type RowOf<C> = C extends Columns<infer R> ? Flat<R> : never;
type Flat<R> = { readonly [F in keyof R]: R[F] };

/**
 * Columns of a model under their own names: one declaration gives the SELECT list and the row type.
 *
 * @param alias - of its table in the statement.
 */
export function columns<M extends Model, const F extends readonly FieldOf<M>[]>(
  model: M,
  alias: string,
  fields: F,
): Columns<Pick<Rows[M], F[number]>> {
  return named(model, alias, Object.fromEntries(fields.map((field) => [field, field])));
}

/** The same under other names: `columnsAs('PaymentReversal', 'r', { reversalId: 'id' })`. */
export function columnsAs<M extends Model, const F extends Readonly<Record<string, FieldOf<M>>>>(
  model: M,
  alias: string,
  fields: F,
): Columns<{ readonly [N in keyof F]: Rows[M][F[N]] }> {
  return named(model, alias, fields);
}

/** SQL that makes one JSON object, with the row type as a phantom type. */
type JsonObject<R> = string & { readonly __row?: R };
export type ObjectOf<J> = J extends JsonObject<infer R> ? R : never;

/**
 * Columns of a model as one JSON object, for a row within a row. Dates, enumerations and amounts have the same form
 * as from the driver.
 */
export function jsonObject<M extends Model, const F extends readonly FieldOf<M>[]>(
  model: M,
  alias: string,
  fields: F,
): JsonObject<Pick<Rows[M], F[number]>> {
  const members = fields.map((field) => `'${field}', ${alias}.${columnOf(model, field).column}`);
  return `json_build_object(${members.join(', ')})`;
}

/** Parameter types for columns of a model under their own names. */
export function typesOf<M extends Model, const F extends readonly FieldOf<M>[]>(
  model: M,
  fields: F,
): { readonly [N in F[number]]: `${M}.${N}` };
export function typesOf(model: string, fields: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field, `${model}.${field}`]));
}

/** Declares columns that SQL derives, where the SQL is: `derived({ deleted: 'int8', isNsf: 'bool' })`. */
export function derived<const D extends Readonly<Record<string, Declared>>>(
  declared: D,
): Columns<{ readonly [N in keyof D]: ValueOf<D[N]> }> {
  return new Columns(
    Object.entries(declared).map(([name, type]) => ({ name, ...postgresType(type) })),
    undefined,
  );
}

function named<R>(model: string, alias: string, fields: Readonly<Record<string, string>>): Columns<R> {
  const found = Object.entries(fields).map(([name, field]) => ({ name, ...columnOf(model, field) }));
  const text = found.map(({ name, column }) =>
    name === column ? `${alias}.${column}` : `${alias}.${column} as "${name}"`,
  );
  return new Columns(
    found.map(({ name, type, nullable }) => ({ name, type, nullable })),
    text,
  );
}
