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
  /** Of the loans of the file that were boarded before; null until that is known. */
  readonly known: Figures;
  /** What this boarding wrote, read back from loans' openings and history; null until everything is written. */
  readonly written: Figures | null;
  /** What the journal's opening entries say of it: loans, and cents by receivable or recoverable. */
  readonly journal: Pick<Figures, 'loans' | 'principalCents' | 'interestCents' | 'feesCents'> | null;
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

/** What the control row names and the file does not have. */
export function untied({ control, file }: Pick<TieOut, 'control' | 'file'>): readonly Measure[] {
  return MEASURES.filter((measure) => control[measure] !== null && control[measure] !== file[measure]);
}

/** Whether every side says the same: the file's new loans are what was written, and what the journal has. */
export function isTied(tieOut: TieOut): boolean {
  const { file, known, written, journal } = tieOut;
  if (written === null || journal === null || untied(tieOut).length > 0) return false;
  return MEASURES.every((measure) => {
    const inJournal = measure === 'transactions' || measure === 'amountCents' ? written[measure] : journal[measure];
    return file[measure] - known[measure] === written[measure] && inJournal === written[measure];
  });
}
