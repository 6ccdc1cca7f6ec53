import { statusText } from './statuses';

/** The display name of a payment method; GraphQL returns an empty one when it is unknown. */
export function methodName(method: string | null): string {
  return method === null || method === '' ? 'Not known' : (METHODS[method] ?? statusText(method));
}

const METHODS: Readonly<Record<string, string>> = { cashiers_check: 'Cashier’s check' };

interface Sums {
  readonly payments: number;
  readonly grossCents: number;
  readonly reversedCents: number;
  readonly netCents: number;
}

const NOTHING: Sums = { payments: 0, grossCents: 0, reversedCents: 0, netCents: 0 };

export function sumReceipts(rows: readonly Sums[]): Sums {
  return rows.reduce(
    (sum, row) => ({
      payments: sum.payments + row.payments,
      grossCents: sum.grossCents + row.grossCents,
      reversedCents: sum.reversedCents + row.reversedCents,
      netCents: sum.netCents + row.netCents,
    }),
    NOTHING,
  );
}
