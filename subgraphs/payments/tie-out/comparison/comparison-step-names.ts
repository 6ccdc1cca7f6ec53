/**
 * Steps of a loan system. A system that lists its loans: `list`, `heads`, `loans`; the ledger: `list`, `entries`; a
 * system that lists nothing: `look_ups`.
 */
export type LoanSystemStep = 'list' | 'entries' | 'heads' | 'loans' | 'look_ups' | 'compare';

/** Steps of a card processor, in order. */
export type ProcessorStep = 'charges' | 'refunds' | 'confirm' | 'standings' | 'compare';

export type BooksStep = 'books';

/** The step of a comparison. Each side ends with `finish`. */
export type Step = LoanSystemStep | ProcessorStep | BooksStep | 'finish' | 'done';
