import pg from 'pg';

/** A statement for one execution, as `bind` returns it. */
export interface BoundStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

type Values = readonly (string | null)[];
type ReadRow<R = unknown> = (values: Values) => R;

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

interface RowReader {
  readonly fields: readonly Field[];
  readonly read: ReadRow;
}

/** By the statement's name. */
const readers = new Map<string, RowReader>();

/**
 * The driver's query, which reads rows with one function for each statement. The driver itself prepares an object of
 * all columns for each execution and copies it for each row, which costs more than the values.
 */
export class RowsQuery<R> extends pg.Query {
  readonly rowsFound: R[] = [];
  /** Thrown by a value that cannot be read; the rows after it are left out. */
  failure: unknown;
  declare name: string;
  declare readonly text: string;
  declare readonly values: unknown[];
  declare query_timeout?: number;
  declare readonly _result: { readonly _types: pg.CustomTypesConfig };
  #read: ReadRow<R> | undefined;

  /** @param timeoutMs - the driver's, if longer than usual */
  constructor({ name, text, values }: BoundStatement, timeoutMs?: number) {
    super(text, values);
    this.name = name;
    if (timeoutMs !== undefined) this.query_timeout = timeoutMs;
  }

  /** Called by the driver. */
  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#read = readerOf<R>(this.name, fields, this._result._types);
  }

  /** Called by the driver. */
  handleDataRow({ fields }: { readonly fields: Values }): void {
    if (this.failure !== undefined) return;
    try {
      if (this.#read !== undefined) this.rowsFound.push(this.#read(fields));
    } catch (error) {
      this.failure = error;
    }
  }
}

/** Runs it on a connection, or on a free one of a pool. */
export function rowsOf<R>(on: pg.Pool | pg.PoolClient, query: RowsQuery<R>): Promise<R[]> {
  return new Promise((resolve, reject) => {
    on.query(query, (error: Error | null | undefined) => {
      const failure = error ?? query.failure;
      if (failure === undefined) resolve(query.rowsFound);
      else reject(failure);
    });
  });
}

/** The declaration of a statement gives its row type. */
function readerOf<R>(name: string, fields: readonly Field[], types: pg.CustomTypesConfig): ReadRow<R>;
function readerOf(name: string, fields: readonly Field[], types: pg.CustomTypesConfig): ReadRow {
  const known = readers.get(name);
  if (known !== undefined && areSame(known.fields, fields)) return known.read;
  const read = compiled(fields, types);
  readers.set(name, { fields, read });
  return read;
}

/** Servers of different versions may describe a statement differently. */
function areSame(known: readonly Field[], fields: readonly Field[]): boolean {
  if (known.length !== fields.length) return false;
  return fields.every(({ name, dataTypeID }, index) => {
    const other = known[index];
    return other?.name === name && other.dataTypeID === dataTypeID;
  });
}

const TEXT = pg.types.getTypeParser(pg.types.builtins.TEXT);

/** Generated code, so that all rows have one shape for the engine. It contains only the names of columns. */
function compiled(fields: readonly Field[], types: pg.CustomTypesConfig): ReadRow {
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID));
  const members = fields.map(({ name }, index) => {
    const value = `values[${index}]`;
    const parsed = parsers[index] === TEXT ? value : `${value} === null ? null : parsers[${index}](${value})`;
    return `${JSON.stringify(name)}: ${parsed}`;
  });
  return new Function('parsers', `return (values) => ({ ${members.join(', ')} })`)(parsers);
}
