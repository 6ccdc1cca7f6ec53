import type { Rows } from '../../prisma/client/rows.js';
import { columnOf, type Declared, type FieldOf, type Model, postgresType, type ValueOf } from './sql-types.js';

/** One column of an answer, as a test compares it with what Postgres says of the statement. */
export interface GivenColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

/** Columns of a statement's answer: their text, and by a phantom type the row that they make. */
export class Columns<R> {
  declare readonly __row?: R;
  readonly given: readonly GivenColumn[];
  readonly #text: string | undefined;

  constructor(given: readonly GivenColumn[], text: string | undefined) {
    this.given = given;
    this.#text = text;
  }

  /** The same from the side of an outer join that may be missing. */
  orNull(): Columns<{ readonly [F in keyof R]: R[F] | null }> {
    return new Columns(
      this.given.map((column) => ({ ...column, nullable: true })),
      this.#text,
    );
  }

  /** What the schema does not know: the shape of a JSON column, the closed list of a text one. */
  as<N extends { readonly [F in keyof N]: F extends keyof R ? R[F] : never }>(): Columns<Omit<R, keyof N> & N> {
    return new Columns(this.given, this.#text);
  }

  /** With what SQL derives beside them; `text` is its part of the SELECT list. */
  and<D>(beside: Columns<D>, text: string): Columns<R & D> {
    return new Columns([...this.given, ...beside.given], `${this}, ${text}`);
  }

  /** As a SELECT list, or behind RETURNING. */
  toString(): string {
    if (this.#text === undefined) throw new Error('what SQL derives is written in the statement');
    return this.#text;
  }
}

/** The row that columns make: `RowOf<typeof PAYMENT>`. */
export type RowOf<C> = C extends Columns<infer R> ? Flat<R> : never;
type Flat<R> = { readonly [F in keyof R]: R[F] };

/**
 * Columns of a model under their own names: the SELECT list and the row type, of one declaration.
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

/** SQL that makes one JSON object; by a phantom type the row that it makes. */
type JsonObject<R> = string & { readonly __row?: R };
export type ObjectOf<J> = J extends JsonObject<infer R> ? R : never;

/** Columns of a model as one JSON object, for a row beside a row. Dates, enumerations and amounts come out as the driver gives them. */
export function jsonObject<M extends Model, const F extends readonly FieldOf<M>[]>(
  model: M,
  alias: string,
  fields: F,
): JsonObject<Pick<Rows[M], F[number]>> {
  const members = fields.map((field) => `'${field}', ${alias}.${columnOf(model, field).column}`);
  return `json_build_object(${members.join(', ')})`;
}

/** The types of a statement's parameters that are written to columns of a model under their own names. */
export function typesOf<M extends Model, F extends FieldOf<M>>(
  model: M,
  fields: readonly F[],
): { readonly [N in F]: `${M}.${N}` };
export function typesOf(model: string, fields: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field, `${model}.${field}`]));
}

/** What SQL derives, declared where it is written: `derived({ deleted: 'int8', isNsf: 'bool' })`. */
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
    text.join(', '),
  );
}
