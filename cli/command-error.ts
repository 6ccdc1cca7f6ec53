import type { ErrorCode } from '../core/errors/catalogue.js';
import { Problem } from '../core/errors/problem.js';

/** An expected failure of a command: the message is printed as it is, and the process exits with this code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  /** @param exitCode 1: refused or failed; 2: wrong usage. */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

type Sentence = (problem: Problem) => string | undefined;

/**
 * Turns a service's refusal into the command's error: `read().catch(refusals({ job_not_found: 'no job has this id' }))`.
 *
 * @param otherwise - the sentence for all other codes; usual: they are thrown on
 */
export function refusals(
  sentences: { readonly [C in ErrorCode]?: string },
  otherwise: Sentence = () => undefined,
): (error: unknown) => never {
  return (error) => {
    const sentence = error instanceof Problem ? (sentences[error.code] ?? otherwise(error)) : undefined;
    throw sentence === undefined ? error : new CommandError(sentence);
  };
}

/** Every problem of the input; otherwise the meaning of the error. */
export const plainly = refusals(
  {},
  ({ issues, message }) => issues?.map(({ msg }) => msg.replace(/^Value error, /, '')).join('; ') ?? message,
);

/** With the error's code. Invalid input is thrown on: it is reported by field. */
export const withCode = refusals({}, ({ code, message, issues, fields: { reason } }) =>
  issues === undefined ? `${code}: ${message}${reason === undefined ? '' : ` (${reason})`}` : undefined,
);
