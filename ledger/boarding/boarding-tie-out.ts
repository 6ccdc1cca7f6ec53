/** Totals of a portfolio: row counts, and cents. `amountCents` sums the absolute amounts of the history. */
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

/** The same totals from each source: the file's control row, the file's rows, and the ledger. */
export interface TieOut {
  /** From the control row; null where it names none. */
  readonly control: Readonly<Record<Measure, number | null>>;
  readonly file: Figures;
  /** For loans in the file that were boarded before. */
  readonly known: Figures;
  /** For loans in the file that are skipped: in error, or booked while the file was written. */
  readonly skipped: Figures;
  /** What this boarding wrote, read back from the loans' openings and history; null until everything is written. */
  readonly written: Figures | null;
  /** The journal's opening entries: number of loans, and cents by receivable or recoverable. */
  readonly journal: Pick<Figures, 'loans' | 'principalCents' | 'interestCents' | 'feesCents'> | null;
}

/** As stored by versions in which loans could not be skipped. */
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

/** For a file's rows that could not be staged: their totals as far as they can be read. */
export interface Unstaged {
  readonly figures: Figures;
  /** Measures for which a cell could not be read: the file's own total is unknown. */
  readonly unread: readonly Measure[];
  /**
   * Whether there is a problem that no loan accounts for: the file is cut off, or a row cannot be matched to a loan.
   */
  readonly isBroken: boolean;
}

/** Measures of the control row that differ from the file. */
export function differingMeasures({ control, file }: Pick<TieOut, 'control' | 'file'>): readonly Measure[] {
  return MEASURES.filter((measure) => control[measure] !== null && control[measure] !== file[measure]);
}

/**
 * Whether all totals agree: the loans of the file that are neither known nor skipped were written, and match the
 * journal.
 */
export function isTied(tieOut: TieOut): boolean {
  const { file, known, skipped, written, journal } = tieOut;
  if (written === null || journal === null || differingMeasures(tieOut).length > 0) return false;
  return MEASURES.every((measure) => {
    const inJournal = measure === 'transactions' || measure === 'amountCents' ? written[measure] : journal[measure];
    return file[measure] - known[measure] - skipped[measure] === written[measure] && inJournal === written[measure];
  });
}
