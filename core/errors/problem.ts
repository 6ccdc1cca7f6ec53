import { CATALOGUE, type ErrorCode } from './catalogue.js';
import { bounded, type ValidationIssue } from './validation.js';

/** Fields that an error adds to its code: `reason`, `status`, `scope`, the rate-limit fields. JSON values only. */
export type ProblemFields = Readonly<Record<string, string | number | boolean | null>>;

/** A REST answer. An Idempotency-Key's answer is stored in this form, and each replay returns these bytes. */
export interface WrittenAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** A missing scope, or a missing operator role (`organizations: 'all'`: the role must cover all organizations). */
export type Missing = { readonly scope: string } | { readonly role: string; readonly organizations?: 'all' };

/**
 * An expected refusal, for REST and GraphQL alike. Services throw it, GraphQL carries it in `extensions`, and the
 * facade turns it into the REST envelope.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly fields: ProblemFields;
  /** Every problem of an invalid request; only with `validation_failed`. */
  readonly issues: readonly ValidationIssue[] | undefined;

  /**
   * The scope or role that the caller lacks; only with `insufficient_scope`. Returned over GraphQL; over REST `fields`
   * has the scope.
   */
  readonly missing: Missing | undefined;

  /** Set when the refusal is an Idempotency-Key's answer: the bytes that every replay returns. */
  readonly answer: WrittenAnswer | undefined;

  /** `cause` is for the logs; it never leaves the process. `message` replaces the catalogue's meaning. */
  constructor(
    code: ErrorCode,
    fields: ProblemFields = {},
    issues?: readonly ValidationIssue[],
    options?: ErrorOptions & {
      readonly missing?: Missing;
      readonly answer?: WrittenAnswer | undefined;
      readonly message?: string;
    },
  ) {
    super(options?.message ?? CATALOGUE[code].meaning, options);
    this.code = code;
    this.fields = fields;
    this.issues = issues && bounded(issues);
    this.missing = options?.missing;
    this.answer = options?.answer;
  }

  get status(): number {
    return this.answer?.status ?? CATALOGUE[this.code].status;
  }

  /** Read by GraphQL execution: the parts of this error that may leave the process. */
  get extensions(): ProblemExtensions {
    const { code, fields, issues, missing, answer } = this;
    return { code, fields, ...(issues && { issues }), ...(missing && { missing }), ...(answer && { answer }) };
  }
}

export interface ProblemExtensions {
  readonly [key: string]: unknown;
  readonly code: ErrorCode;
  readonly fields: ProblemFields;
  readonly issues?: readonly ValidationIssue[];
  readonly missing?: Missing;
  readonly answer?: WrittenAnswer;
}

export function invalid(issues: readonly ValidationIssue[]): Problem {
  return new Problem('validation_failed', {}, issues);
}
