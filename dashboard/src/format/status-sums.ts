import { count, dollars } from './money';

/** What an address asks for: one status, or several with commas between them; null: any. */
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
  /** In words; where there are more than are counted it says so. */
  readonly count: string;
  readonly sum: string;
}

/** How many rows of these statuses there are, and what they come to; null: of every status. */
export function statusSum(
  counts: readonly OfStatus[] | undefined,
  statuses: readonly string[] | null,
): StatusSum | undefined {
  if (counts === undefined) return undefined;
  const own = counts.filter(({ status }) => statuses === null || statuses.includes(status));
  const rows = own.reduce((total, row) => total + row.rows, 0);
  const cents = own.reduce((total, row) => total + row.amountCents, 0);
  const isExact = own.every((row) => row.isExact);
  return {
    rows,
    count: isExact ? count(rows) : `over ${count(rows)}`,
    sum: isExact ? dollars(cents) : `over ${dollars(cents)}`,
  };
}
