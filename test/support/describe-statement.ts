import type pg from 'pg';

/** A statement as Postgres describes it: the types of its parameters, and its columns. */
export interface Described {
  readonly parameters: readonly number[];
  readonly columns: readonly DescribedColumn[];
}

export interface DescribedColumn {
  readonly name: string;
  readonly dataTypeID: number;
  /** 0 for an expression. */
  readonly tableID: number;
  readonly columnID: number;
}

interface ParameterDescription {
  readonly dataTypeIDs: readonly number[];
}

/** Parses and describes a statement without running it. */
export function describeStatement(client: pg.Client, text: string): Promise<Described> {
  return new Promise((resolve, reject) => {
    const query = new Description(text, resolve, reject);
    client.query(query);
  });
}

class Description {
  readonly #text: string;
  readonly #resolve: (described: Described) => void;
  readonly #reject: (error: Error) => void;
  #connection: pg.Connection | undefined;
  #parameters: readonly number[] = [];
  #columns: readonly DescribedColumn[] = [];
  #error: Error | undefined;

  constructor(text: string, resolve: (described: Described) => void, reject: (error: Error) => void) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.on('parameterDescription', ({ dataTypeIDs }: ParameterDescription) => {
      this.#parameters = dataTypeIDs;
    });
    connection.parse({ text: this.#text, name: '', types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly DescribedColumn[] }): void {
    this.#columns = fields;
  }

  handleError(error: Error): void {
    this.#error = error;
  }

  handleReadyForQuery(): void {
    this.#connection?.removeAllListeners('parameterDescription');
    if (this.#error === undefined) this.#resolve({ parameters: this.#parameters, columns: this.#columns });
    else this.#reject(this.#error);
  }
}
