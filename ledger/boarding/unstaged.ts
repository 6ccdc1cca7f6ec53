import { type AccountIdentifier, isReadable } from '../../core/contract/stored-text.js';
import type { WrongRow } from './row.js';
import { type Figures, MEASURES, type Measure, NO_FIGURES, sumOf, type Unstaged } from './tie-out.js';

/** Which cell is counted to which measure; an empty one counts as nothing. */
const COUNTED = {
  loan: { principal_cents: 'principalCents', interest_cents: 'interestCents', fees_cents: 'feesCents' },
  transaction: { amount_cents: 'amountCents' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Measure>>>>;

/** Counts rows that cannot be staged, so that what is left out of a file can be told beside what it says of itself. */
export class UnstagedRows {
  #figures = NO_FIGURES;
  #isBroken = false;
  readonly #unread = new Set<Measure>();

  get counts(): Unstaged {
    return { figures: this.#figures, unread: [...this.#unread], isBroken: this.#isBroken };
  }

  /** What is wrong is no row's. */
  break(): void {
    this.#isBroken = true;
  }

  add(row: WrongRow): void {
    // A loan without a number takes its history along, which then has no loan; a row without one might be any loan's.
    if (row.of === 'file' || (row.of !== 'loan' && numberOf(row) === null)) this.break();
    else if (row.of === 'row') for (const measure of MEASURES) this.#unread.add(measure);
    else this.#count(row.of, row.values);
  }

  #count(type: 'loan' | 'transaction', values: WrongRow['values']): void {
    const found: Partial<Record<Measure, number>> = { [type === 'loan' ? 'loans' : 'transactions']: 1 };
    for (const [column, measure] of Object.entries(COUNTED[type])) {
      const value = values[column];
      if (value === undefined) this.#unread.add(measure);
      else found[measure] = typeof value === 'number' ? Math.abs(value) : 0;
    }
    this.#figures = sumOf(this.#figures, figuresOf(found));
  }
}

/** The loan whose row it is, where that can be read. */
export function numberOf({ values: { loan_number: number } }: WrongRow): AccountIdentifier | null {
  return typeof number === 'string' && isReadable(number) ? number : null;
}

function figuresOf(found: Partial<Figures>): Figures {
  return { ...NO_FIGURES, ...found };
}
