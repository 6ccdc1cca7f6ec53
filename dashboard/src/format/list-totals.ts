import { dollars, plural } from './money';

interface ListTotals {
  readonly rows: number;
  readonly amountCents: number;
  readonly netCents: number;
  readonly isExact: boolean;
}

/** What is below a list: how many rows match, and their sum. */
export interface TotalTexts {
  readonly rows: string;
  readonly sum: string;
  /** Only the amounts that count. */
  readonly net: string;
  /** What the net sum leaves out; empty if nothing. */
  readonly says: string;
}

export function totalTexts(totals: ListTotals | undefined, thing: string): TotalTexts | undefined {
  if (totals === undefined) return undefined;
  const { rows, amountCents, netCents, isExact } = totals;
  const over = isExact ? '' : 'over ';
  const left = amountCents - netCents;
  return {
    rows: over + plural(rows, thing),
    sum: over + dollars(amountCents),
    net: over + dollars(netCents),
    says: left === 0 ? 'net' : `net, without ${dollars(left)}`,
  };
}
