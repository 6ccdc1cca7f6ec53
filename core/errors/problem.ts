import { CATALOGUE, type ErrorCode } from './catalogue.js';
import { bounded, type ValidationIssue } from './validation.js';

/** What an error adds to its code: `reason`, `status`, `scope`, the rate-limit fields. JSON values only. */
export type ProblemFields = Readonly<Record<string, string | number | boolean | null>>;

/** An answer as REST gives it: a key's answer is kept so, and these bytes are what each replay gets. */
export interface WrittenAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** A scope; or an operator's role, and perhaps the reach of it. */
export type Missing = { readonly scope: string } | { readonly role: string; readonly organizations?: 'all' };

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

  /** What the caller lacks; only with `insufficient_scope`. Returned over GraphQL; over REST `fields` has the scope. */
  readonly missing: Missing | undefined;

  /** Of a refusal that is an Idempotency-Key's answer: the bytes in which it is given, each time. */
  readonly answer: WrittenAnswer | undefined;

  /** `cause` is for the logs; it never leaves the process. `message`: instead of the catalogue's meaning. */
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

  /** Read by GraphQL execution: what of this error may leave the process. */
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
