/**
 * Prefix of exceptions that are differences; other exceptions have names of their own. docs/tie-out.md lists the
 * kinds.
 */
export const EXCEPTION_PREFIX = 'tie_out_';

/** The side to compare with: a loan system, a card processor, or the ledger's own books. */
export const BOOKS = 'books';
const PROCESSOR = 'processor:';

export function processorOf(subject: string): string | undefined {
  return subject.startsWith(PROCESSOR) ? subject.slice(PROCESSOR.length) : undefined;
}

export function processorSide(code: string): string {
  return `${PROCESSOR}${code}`;
}

/** Who closes a difference that a comparison no longer finds. */
export const TIE_OUT = 'tie-out';
