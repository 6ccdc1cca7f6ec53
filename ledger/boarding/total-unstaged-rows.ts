import { type AccountIdentifier, isReadable } from '../../core/contract/stored-text.js';
import { type Figures, MEASURES, type Measure, NO_FIGURES, sumOf, type Unstaged } from './boarding-tie-out.js';
import type { InvalidRow } from './read-row.js';

/** The cell that each measure sums; an empty cell counts as zero. */
const COUNTED = {
  loan: { principal_cents: 'principalCents', interest_cents: 'interestCents', fees_cents: 'feesCents' },
  transaction: { amount_cents: 'amountCents' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Measure>>>>;

/** Counts rows that cannot be staged, so that the skipped part of a file can be compared with its control row. */
export class UnstagedRows {
  #figures = NO_FIGURES;
  #isBroken = false;
  readonly #unread = new Set<Measure>();

  get counts(): Unstaged {
    return { figures: this.#figures, unread: [...this.#unread], isBroken: this.#isBroken };
  }

  /** The problem is not in a row. */
  break(): void {
    this.#isBroken = true;
  }

  add(row: InvalidRow): void {
    // If a loan row has no number, its history has no loan either; a history row without a number might belong to any
    // loan.
    if (row.of === 'file' || (row.of !== 'loan' && numberOf(row) === null)) this.break();
    else if (row.of === 'row') for (const measure of MEASURES) this.#unread.add(measure);
    else this.#count(row.of, row.values);
  }

  #count(type: 'loan' | 'transaction', values: InvalidRow['values']): void {
    const found: Partial<Record<Measure, number>> = { [type === 'loan' ? 'loans' : 'transactions']: 1 };
    for (const [column, measure] of Object.entries(COUNTED[type])) {
      const value = values[column];
      if (value === undefined) this.#unread.add(measure);
      else found[measure] = typeof value === 'number' ? Math.abs(value) : 0;
    }
    this.#figures = sumOf(this.#figures, figuresOf(found));
  }
}

/** The loan number of the row, if it can be read. */
export function numberOf({ values: { loan_number: number } }: InvalidRow): AccountIdentifier | null {
  return typeof number === 'string' && isReadable(number) ? number : null;
}

function figuresOf(found: Partial<Figures>): Figures {
  return { ...NO_FIGURES, ...found };
}
