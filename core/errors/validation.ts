/** One problem of a request, in the shape and vocabulary of Pydantic v2. */
export interface ValidationIssue {
  /** Where: starts with `body`, `query`, `path` or `header`. */
  readonly loc: readonly string[];
  readonly msg: string;
  /** `missing`, `extra_forbidden`, `int_type`, `greater_than`, … */
  readonly type: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A field of a body whose value does not do, told as Pydantic tells a `ValueError`; `context` is told beside the error. */
export function wrongValue(
  field: string,
  error: string,
  input: unknown,
  context: Readonly<Record<string, unknown>> = {},
): ValidationIssue {
  const ctx = { error, ...context };
  return { loc: ['body', field], msg: `Value error, ${error}`, type: 'value_error', input, ctx };
}
