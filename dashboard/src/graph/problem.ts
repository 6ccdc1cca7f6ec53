/** A refusal or a fault, as the graph or the network tells it. */
export class GraphProblem extends Error {
  override readonly name = 'GraphProblem';
  /** The contract's code; `network` where nothing answered, `signed_out` where the session is over. */
  readonly code: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly #issues: readonly ToldIssue[];

  constructor(code: string, message: string, told: ToldProblem = {}) {
    super(told.issues ? told.issues.map(({ msg }) => sentence(msg)).join(' ') : message);
    this.code = code;
    this.fields = told.fields ?? {};
    this.requestId = told.requestId;
    this.#issues = told.issues ?? [];
  }

  /** What is wrong with one field of the input, by the last part of its place. */
  about(field: string): string | undefined {
    const said = this.#issues.filter(({ loc }) => loc?.at(-1) === field).map(({ msg }) => sentence(msg));
    return said.length === 0 ? undefined : said.join(' ');
  }
}

interface ToldIssue {
  readonly msg: string;
  readonly loc?: readonly string[];
}

interface ToldProblem {
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** Every problem of what was sent; its words are for people, its names for programs. */
  readonly issues?: readonly ToldIssue[] | undefined;
  readonly requestId?: string | undefined;
}

/** `Value error, check_number is required …` as `Check number is required …`. */
function sentence(message: string): string {
  const words = message
    .replace(/^Value error, /, '')
    .replaceAll('_', ' ')
    .replace(/\.$/, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Whether the same question may do better in a moment. */
export function isTemporary(error: unknown): boolean {
  return error instanceof GraphProblem && ['network', 'service_unavailable', 'rate_limited'].includes(error.code);
}

/** What is shown of an error: its own words where it has some. */
export const messageOf = (error: unknown): string =>
  error instanceof GraphProblem ? error.message : 'That did not work. Please try again.';
