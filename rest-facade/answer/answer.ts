/** What a route answers: JSON, or nothing at all. */
export interface Answer {
  readonly status: number;
  /** Undefined: an empty body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
