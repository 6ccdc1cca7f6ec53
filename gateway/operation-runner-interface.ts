import type { ContactReads } from '../core/graphql/context.js';
import type { DocumentNotes } from '../core/http/front/request-log.js';
import type { Principal } from '../core/principal/principal.js';

/** The caller, and the request id in the logs of every part. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
}

/** The same in the GraphQL server. */
export interface GraphCaller extends Caller {
  /** Collected during execution. */
  readonly notes?: DocumentNotes;
  /** Reads of contact data, collected during an operator's request. */
  contactReads?: ContactReads;
  /** The operation is one of our own, so limits on foreign documents do not apply. */
  readonly isPrepared?: true;
  /** The name of a document of our own build that was sent by its hash; for metrics. */
  registeredName?: string;
  /**
   * Counts this request as more than one request.
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
  /** For an expected refusal: `ProblemExtensions` of core/errors. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface OperationResult {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly OperationError[];
}

/**
 * Runs one of this version's prepared operations by name: a function call in one process, one HTTP call between
 * processes.
 */
export interface OperationRunner {
  run(name: string, variables: Readonly<Record<string, unknown>>, caller: Caller): Promise<OperationResult>;
}
