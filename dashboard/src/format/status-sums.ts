import { count, dollars, plural } from './money';

/** The statuses in an address: one, or several separated by commas; null: any. */
export function oneOrMore<Status extends string>(
  statuses: readonly Status[],
  asked: string | undefined,
): readonly Status[] | null {
  const wanted = asked?.split(',') ?? [];
  const found = statuses.filter((each) => wanted.includes(each));
  return found.length === 0 ? null : found;
}

interface OfStatus {
  readonly status: string;
  readonly rows: number;
  readonly amountCents: number;
  readonly isExact: boolean;
}

interface StatusSum {
  readonly rows: number;
  /** The count as text, marked where there are more rows than were counted. */
  readonly count: string;
  /** The same with what is counted: `over 10,000 payments`. */
  readonly countOf: (thing: string) => string;
  readonly sum: string;
}

/** The number of rows with these statuses and their sum; null: all statuses. */
export function statusSum(
  counts: readonly OfStatus[] | undefined,
  statuses: readonly string[] | null,
): StatusSum | undefined {
  if (counts === undefined) return undefined;
  const own = counts.filter(({ status }) => statuses === null || statuses.includes(status));
  const rows = own.reduce((total, row) => total + row.rows, 0);
  const cents = own.reduce((total, row) => total + row.amountCents, 0);
  const isExact = own.every((row) => row.isExact);
  const over = isExact ? '' : 'over ';
  return {
    rows,
    count: over + count(rows),
    countOf: (thing) => over + plural(rows, thing),
    sum: over + dollars(cents),
  };
}
