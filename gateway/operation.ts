import type { NotedReads } from '../core/graphql/context.js';
import type { DocumentNotes } from '../core/http/front/request-log.js';
import type { Principal } from '../core/principal/principal.js';

/** Who asks, and under which request id the logs of every part show it. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
}

/** The same, as the GraphQL server sees it. */
export interface GraphCaller extends Caller {
  /** Gathered while it is answered. */
  readonly notes?: DocumentNotes;
  /** Reads of contact data, gathered while an operator's request is answered. */
  contactReads?: NotedReads;
  /** The operation is one of our own: the limits on what strangers may ask do not hold for it. */
  readonly isPrepared?: true;
  /**
   * Counts this request as more than the one that it was counted as when it came.
   *
   * @throws {Problem} `rate_limited`
   */
  readonly countMore?: (requests: number) => Promise<void>;
  /**
   * Counts this request against the limit on reads of contact data.
   *
   * @throws {Problem} `rate_limited`
   */
  readonly countContactRead?: () => Promise<void>;
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

/** Runs one of this version's prepared operations, by its name. In one process a function call, apart one HTTP hop. */
export interface OperationRunner {
  run(name: string, variables: Readonly<Record<string, unknown>>, caller: Caller): Promise<OperationResult>;
}
