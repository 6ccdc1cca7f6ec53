import { type Rows, TABLES } from '../../prisma/client/rows.js';

export type Model = keyof Rows;
export type FieldOf<M extends Model> = Extract<keyof Rows[M], string>;

/** The JavaScript type for each Postgres type without a column (core/db/pool.ts). */
interface Plain {
  text: string;
  bool: boolean;
  int4: number;
  int8: number;
  float8: number;
  numeric: string;
  date: string;
  timestamptz: string;
  bytea: Buffer;
  xid: string;
  json: unknown;
  jsonb: unknown;
}

type ColumnName = { [M in Model]: `${M}.${FieldOf<M>}` }[Model];
type TypeName = keyof Plain | ColumnName;

/**
 * The type of a parameter or of a derived column: a Postgres type, or the type of a column
 * (`CollectedPayment.status`), which is null where the column may be. `[]`: an array of it. `?`: nullable.
 */
export type Declared = TypeName | `${TypeName}[]` | `${TypeName}?` | `${TypeName}[]?` | `${TypeName}?[]`;

/** A declared type as the driver returns it. */
export type ValueOf<D extends string> = D extends `${infer Inner}?`
  ? ValueOf<Inner> | null
  : D extends `${infer Inner}[]`
    ? readonly ValueOf<Inner>[]
    : D extends keyof Plain
      ? Plain[D]
      : D extends `${infer M}.${infer F}`
        ? M extends Model
          ? F extends FieldOf<M>
            ? Rows[M][F]
            : never
          : never
        : never;

/**
 * A declared type as a parameter: dates and instants are any text that Postgres reads (`infinity`), cents any number,
 * JSON its text.
 */
export type ParameterOf<D extends string> = Sent<ValueOf<D>>;

/** A row's value in the form in which it may be sent. */
export type Sent<V> = unknown extends V
  ? string | null
  : V extends Buffer
    ? Buffer
    : V extends readonly (infer E)[]
      ? readonly Sent<E>[]
      : V extends number
        ? number
        : V extends { readonly __unit: string }
          ? string
          : V;

export interface PostgresType {
  /** Postgres' name for it: `int8`, `text[]`, `card_brand`. */
  readonly type: string;
  readonly nullable: boolean;
}

/** @throws {Error} for an unknown type: statements are registered at load, so the process does not start. */
export function postgresType(declared: string): PostgresType {
  if (declared.endsWith('?')) return { ...postgresType(declared.slice(0, -1)), nullable: true };
  if (declared.endsWith('[]')) return { type: `${postgresType(declared.slice(0, -2)).type}[]`, nullable: false };
  const [model = '', field] = declared.split('.');
  return field === undefined ? { type: declared, nullable: false } : columnOf(model, field);
}

export interface Column extends PostgresType {
  readonly column: string;
}

/** @throws {Error} for a field that the schema does not have. */
export function columnOf(model: string, field: string): Column {
  const found = TABLE_COLUMNS.get(`${model}.${field}`);
  if (found === undefined) throw new Error(`prisma/schema has no ${model}.${field}`);
  return found;
}

export function tableOf(model: Model): string {
  return TABLES[model].table;
}

/**
 * Every model with its fields, in order of the models' names; for each field, the type that prisma/schema assigns to
 * its texts, if any.
 */
export function modelFields(): readonly { readonly model: Model; readonly field: string; readonly text?: string }[] {
  return Object.keys(TABLES)
    .filter((model): model is Model => model in TABLES)
    .sort()
    .flatMap((model) =>
      Object.entries<{ readonly type: string; readonly text?: string }>(TABLES[model].columns).map(
        ([field, { text }]) => ({ model, field, ...(text === undefined ? {} : { text }) }),
      ),
    );
}

const TABLE_COLUMNS: ReadonlyMap<string, Column> = new Map(
  Object.entries(TABLES).flatMap(([model, { columns }]) =>
    Object.entries(columns).map(([field, column]): [string, Column] => [`${model}.${field}`, column]),
  ),
);
