/** What is counted of a portfolio: rows, and cents. `amountCents` is of the history's rows, each without its sign. */
export const MEASURES = [
  'loans',
  'transactions',
  'principalCents',
  'interestCents',
  'feesCents',
  'amountCents',
] as const;

export type Measure = (typeof MEASURES)[number];
export type Figures = Readonly<Record<Measure, number>>;

/** The same figures from each side: what the file says of itself, what is in it, what stands in the ledger for it. */
export interface TieOut {
  /** The control row's; null where it names none. */
  readonly control: Readonly<Record<Measure, number | null>>;
  readonly file: Figures;
  /** Of the loans of the file that were boarded before. */
  readonly known: Figures;
  /** Of the loans of the file that are left out: in error where those are skipped, or booked while the file was written. */
  readonly skipped: Figures;
  /** What this boarding wrote, read back from loans' openings and history; null until everything is written. */
  readonly written: Figures | null;
  /** What the journal's opening entries say of it: loans, and cents by receivable or recoverable. */
  readonly journal: Pick<Figures, 'loans' | 'principalCents' | 'interestCents' | 'feesCents'> | null;
}

/** As it may have been stored before loans could be left out. */
export type StoredTieOut = Omit<TieOut, 'skipped'> & Partial<Pick<TieOut, 'skipped'>>;

export function asStored(stored: StoredTieOut): TieOut {
  return { ...stored, skipped: stored.skipped ?? NO_FIGURES };
}

export function controlOf(control: Partial<Figures> | null): TieOut['control'] {
  const of = (measure: Measure) => control?.[measure] ?? null;
  return {
    loans: of('loans'),
    transactions: of('transactions'),
    principalCents: of('principalCents'),
    interestCents: of('interestCents'),
    feesCents: of('feesCents'),
    amountCents: of('amountCents'),
  };
}

export const NO_FIGURES: Figures = {
  loans: 0,
  transactions: 0,
  principalCents: 0,
  interestCents: 0,
  feesCents: 0,
  amountCents: 0,
};

export function sumOf(...all: readonly Figures[]): Figures {
  const of = (measure: Measure) => all.reduce((sum, figures) => sum + figures[measure], 0);
  return {
    loans: of('loans'),
    transactions: of('transactions'),
    principalCents: of('principalCents'),
    interestCents: of('interestCents'),
    feesCents: of('feesCents'),
    amountCents: of('amountCents'),
  };
}

/** Of a file's rows that could not be staged: their figures as far as they can be read. */
export interface Unstaged {
  readonly figures: Figures;
  /** Of these, a row's cell cannot be read: the file's own figure is not known. */
  readonly unread: readonly Measure[];
  /** Whether something is wrong that is no loan's: the file breaks off, or nobody can tell whose row one is. */
  readonly isBroken: boolean;
}

/** What the control row names and the file does not have. */
export function untied({ control, file }: Pick<TieOut, 'control' | 'file'>): readonly Measure[] {
  return MEASURES.filter((measure) => control[measure] !== null && control[measure] !== file[measure]);
}

/** Whether every side says the same: of the file, what is neither known nor skipped was written, and is what the journal has. */
export function isTied(tieOut: TieOut): boolean {
  const { file, known, skipped, written, journal } = tieOut;
  if (written === null || journal === null || untied(tieOut).length > 0) return false;
  return MEASURES.every((measure) => {
    const inJournal = measure === 'transactions' || measure === 'amountCents' ? written[measure] : journal[measure];
    return file[measure] - known[measure] - skipped[measure] === written[measure] && inJournal === written[measure];
  });
}
