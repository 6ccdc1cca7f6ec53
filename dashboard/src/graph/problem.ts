/** A refusal or failure, from GraphQL or from the network. */
export class GraphProblem extends Error {
  override readonly name = 'GraphProblem';
  /** The API's error code; `network` when the server did not answer, `signed_out` when the session has ended. */
  readonly code: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly #issues: readonly Issue[];

  constructor(code: string, message: string, details: ProblemDetails = {}) {
    super(details.issues ? details.issues.map(sentence).join(' ') : message);
    this.code = code;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.#issues = details.issues ?? [];
  }

  /** Each problem of the input, with its path. */
  get parts(): readonly { readonly loc: readonly string[]; readonly text: string }[] {
    return this.#issues.map((issue) => ({ loc: issue.loc ?? [], text: sentence(issue) }));
  }

  /** The problem with one input field, by the last part of its path. */
  about(field: string): string | undefined {
    const messages = this.#issues.filter(({ loc }) => loc?.at(-1) === field).map(sentence);
    return messages.length === 0 ? undefined : messages.join(' ');
  }
}

interface Issue {
  readonly msg: string;
  readonly loc?: readonly string[];
}

interface ProblemDetails {
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** Every problem of the input; the messages are for people, the names for programs. */
  readonly issues?: readonly Issue[] | undefined;
  readonly requestId?: string | undefined;
}

/**
 * Shows `Value error, check_number is required …` as `Check number is required …`. In a message about a template, names
 * are the user's own placeholders and stay as they are.
 */
function sentence({ msg, loc }: Issue): string {
  const isOfTemplate = loc?.some((part) => part.endsWith('_template')) === true;
  const text = msg.replace(/^Value error, /, '').replace(/\.$/, '');
  const words = isOfTemplate
    ? text.replaceAll(/\b(html|text|subject)_template\b/g, '$1 template')
    : text.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Whether the same request may succeed if it is sent again soon. */
export function isTemporary(error: unknown): boolean {
  return error instanceof GraphProblem && ['network', 'service_unavailable', 'rate_limited'].includes(error.code);
}

/** The message to show for an error: its own, where it has one. */
/** @throws {GraphProblem} if an answer says why nothing was changed. */
export function requireNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new GraphProblem('refused', problems.join(' '));
}

export const messageOf = (error: unknown): string =>
  error instanceof GraphProblem ? error.message : 'That did not work. Please try again.';
