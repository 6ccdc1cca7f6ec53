/** One problem of a request, in the shape and vocabulary of Pydantic v2 (spec 7.1, DESIGN 7). */
export interface ValidationIssue {
  /** Where: starts with `body`, `query`, `path` or `header`. */
  readonly loc: readonly string[];
  readonly msg: string;
  /** `missing`, `extra_forbidden`, `int_type`, `greater_than`, … */
  readonly type: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}
