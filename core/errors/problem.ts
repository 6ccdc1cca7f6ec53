import { CATALOGUE, type ErrorCode } from './catalogue.js';
import type { ValidationIssue } from './validation.js';

/** What an error adds to its code: `reason`, `status`, the rate-limit fields (spec 7.1). JSON values only. */
export type ProblemFields = Readonly<Record<string, string | number | boolean | null>>;

/**
 * An expected refusal, ready for any door: thrown by services, carried through GraphQL in `extensions`,
 * turned into the REST envelope by the facade.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly fields: ProblemFields;
  /** Every problem of an invalid request; only with `validation_failed`. */
  readonly issues: readonly ValidationIssue[] | undefined;

  /** `cause` is for the logs; it never leaves the process. */
  constructor(
    code: ErrorCode,
    fields: ProblemFields = {},
    issues?: readonly ValidationIssue[],
    options?: ErrorOptions,
  ) {
    super(CATALOGUE[code].meaning, options);
    this.code = code;
    this.fields = fields;
    this.issues = issues;
  }

  get status(): number {
    return CATALOGUE[this.code].status;
  }

  /** Read by GraphQL execution: what of this error may leave the process. */
  get extensions(): ProblemExtensions {
    return { code: this.code, fields: this.fields, ...(this.issues && { issues: this.issues }) };
  }
}

export interface ProblemExtensions {
  readonly [key: string]: unknown;
  readonly code: ErrorCode;
  readonly fields: ProblemFields;
  readonly issues?: readonly ValidationIssue[];
}

export function invalid(issues: readonly ValidationIssue[]): Problem {
  return new Problem('validation_failed', {}, issues);
}
