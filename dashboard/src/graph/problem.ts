/** A refusal or a fault, as the graph or the network tells it. */
export class GraphProblem extends Error {
  override readonly name = 'GraphProblem';
  /** The contract's code; `network` where nothing answered, `signed_out` where the session is over. */
  readonly code: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor(code: string, message: string, fields: Readonly<Record<string, unknown>> = {}, requestId?: string) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/** Whether the same question may do better in a moment. */
export function isPassing(error: unknown): boolean {
  return error instanceof GraphProblem && ['network', 'service_unavailable', 'rate_limited'].includes(error.code);
}
