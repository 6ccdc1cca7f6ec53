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

/** What the driver's query does on a connection. */
interface Connection {
  readonly stream: { write(bytes: Buffer): boolean; readonly writable: boolean };
  describe(portal: unknown): void;
  sync(): void;
  _send(message: Buffer): void;
}

interface DescribedConnection {
  /** By the statement's name: the reader of its rows, once the server has described them on this connection. */
  readonly readers: Map<string, ReadRow | undefined>;
  /** The same connection, for statements that it has described. */
  readonly brief: Connection;
}
const described = new WeakMap<Connection, DescribedConnection>();

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
  #described: Map<string, ReadRow | undefined> | undefined;

  /** @param timeoutMs - the driver's, if longer than usual */
  constructor({ name, text, values }: BoundStatement, timeoutMs?: number) {
    super(text, values);
    this.name = name;
    if (timeoutMs !== undefined) this.query_timeout = timeoutMs;
  }

  /**
   * Called by the driver. The columns of a prepared statement stay the same on its connection, and the server is asked
   * for them once.
   */
  prepare(connection: Connection): void {
    const { readers, brief } = describedBy(connection);
    this.#described = readers;
    const isDescribed = readers.has(this.name);
    if (isDescribed) this.#read = readers.get(this.name) as ReadRow<R> | undefined;
    prepare.call(this, isDescribed ? brief : connection);
  }

  /** Called by the driver. */
  handleCommandComplete(message: unknown, connection: unknown): void {
    complete.call(this, message, connection);
    this.#described?.set(this.name, this.#read);
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

interface DriverQuery {
  prepare(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
}
const { prepare, handleCommandComplete: complete } = pg.Query.prototype as unknown as DriverQuery;

function describedBy(connection: Connection): DescribedConnection {
  const known = described.get(connection);
  if (known !== undefined) return known;
  const made = { readers: new Map<string, ReadRow | undefined>(), brief: withoutDescriptions(connection) };
  described.set(connection, made);
  return made;
}

/** Asks for no description, and sends the messages of a query at once. */
function withoutDescriptions(connection: Connection): Connection {
  const messages: Buffer[] = [];
  const brief: Connection = Object.create(connection);
  brief.describe = () => undefined;
  brief._send = (message) => void messages.push(message);
  brief.sync = () => {
    connection.sync.call(brief);
    const bytes = Buffer.concat(messages.splice(0));
    if (connection.stream.writable) connection.stream.write(bytes);
  };
  return brief;
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

/**
 * Generated code, so that all rows have one shape for the engine. It contains only the names of columns. Those of
 * `within` (`loan.status`) become an object in the row.
 */
function compiled(fields: readonly Field[], types: pg.CustomTypesConfig): ReadRow {
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID));
  const parsed = (index: number) => {
    const value = `values[${index}]`;
    return parsers[index] === TEXT ? value : `${value} === null ? null : parsers[${index}](${value})`;
  };
  const objects = new Map<string, string>();
  const members = fields.flatMap(({ name }, index) => {
    const [object = '', column] = name.split('.');
    if (column === undefined) return `${JSON.stringify(name)}: ${parsed(index)}`;
    const isFirst = !objects.has(object);
    const before = isFirst ? `values[${index}] === null ? null : { ` : `${objects.get(object)}, `;
    objects.set(object, `${before}${JSON.stringify(column)}: ${parsed(index)}`);
    return [];
  });
  const nested = [...objects].map(([object, text]) => `${JSON.stringify(object)}: ${text} }`);
  return new Function('parsers', `return (values) => ({ ${[...members, ...nested].join(', ')} })`)(parsers);
}
