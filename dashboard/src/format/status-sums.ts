import { count, dollars, plural } from './money';
import { type StatusKind, shownStatus } from './statuses';

/** The statuses in an address: one, or several separated by commas; null: any. */
export function oneOrMore<Status extends string>(
  statuses: readonly Status[],
  asked: string | undefined,
): readonly Status[] | null {
  const wanted = asked?.split(',') ?? [];
  const found = statuses.filter((each) => wanted.includes(each));
  return found.length === 0 ? null : found;
}

export interface OfStatus {
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

interface NetSum {
  /** Every row of the list. */
  readonly all: StatusSum;
  /** The money that counts, without what was reversed and what never moved. */
  readonly sum: string;
  /** What the sum adds: `net, without $5.00 reversed`. */
  readonly says: string;
}

/**
 * The total of a list: of the statuses in `counting` only, so that money that never moved or was reversed is not
 * added. Where the filter shows none of these statuses, it adds the shown ones, and names them.
 */
export function netSum(
  kind: StatusKind,
  counts: readonly OfStatus[] | undefined,
  statuses: readonly string[] | null,
  counting: readonly string[],
): NetSum | undefined {
  const all = statusSum(counts, statuses);
  if (all === undefined || counts === undefined) return undefined;
  const shown = counts.filter(({ status, rows }) => rows > 0 && (statuses === null || statuses.includes(status)));
  const isNet = statuses === null || statuses.some((status) => counting.includes(status));
  const nameOf = ({ status }: OfStatus) => shownStatus(kind, status).text.toLowerCase();
  if (!isNet) return { all, sum: all.sum, says: shown.map(nameOf).join(', ') };
  const left = shown.filter(({ status }) => !counting.includes(status));
  const without = left.map((row) => `${row.isExact ? '' : 'over '}${dollars(row.amountCents)} ${nameOf(row)}`);
  const counted = statuses === null ? counting : counting.filter((status) => statuses.includes(status));
  return {
    all,
    sum: statusSum(counts, counted)?.sum ?? all.sum,
    says: without.length === 0 ? 'net' : `net, without ${without.join(', ')}`,
  };
}
