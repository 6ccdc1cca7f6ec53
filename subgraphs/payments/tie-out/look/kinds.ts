/** Of an exception that is a difference: operators' other exceptions have names of their own. The kinds are in docs/tie-out.md. */
export const EXCEPTION_PREFIX = 'tie_out_';

/** The side that is compared with: a loan system, a card processor, or the ledger's own books. */
export const BOOKS = 'books';
const PROCESSOR = 'processor:';

export function processorOf(subject: string): string | undefined {
  return subject.startsWith(PROCESSOR) ? subject.slice(PROCESSOR.length) : undefined;
}

export function processorSide(code: string): string {
  return `${PROCESSOR}${code}`;
}

/** Who closes a difference that a look finds gone. */
export const TIE_OUT = 'tie-out';
