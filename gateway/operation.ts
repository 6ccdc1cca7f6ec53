import type { Principal } from '../core/auth/principal.js';

/** Who asks, and under which request id the logs of every part show it. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
}

export interface RequestNotes {
  /** Root fields, by their names in the schema: not what they are asked for. */
  readonly fields: string[];
  /** Codes of the errors in the answer. */
  readonly codes: string[];
}

/** The same, as the GraphQL server sees it. */
export interface GraphCaller extends Caller {
  /** What the line of the request's log is to say of it; gathered while it is answered. */
  readonly notes?: RequestNotes;
  /** The operation is one of our own: the limits on what strangers may ask do not hold for it. */
  readonly isPrepared?: true;
}

export interface OperationError {
  readonly message: string;
  /** Of an expected refusal: `ProblemExtensions` of core/errors. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface OperationResult {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly OperationError[];
}

/** Runs one of the operations that were prepared at start, by its id. In one process a function call, apart one HTTP hop. */
export interface OperationRunner {
  run(operationId: string, variables: Readonly<Record<string, unknown>>, caller: Caller): Promise<OperationResult>;
}
