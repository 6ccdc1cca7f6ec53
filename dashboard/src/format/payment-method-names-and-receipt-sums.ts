import type { CollectedPaymentMethod, InstrumentType } from '../generated/graphql';
import { textOf } from './display-names';
import { statusText } from './statuses';

const METHODS: Readonly<Record<CollectedPaymentMethod, string>> = {
  check: 'Check',
  cash: 'Cash',
  money_order: 'Money order',
  cashiers_check: 'Cashier’s check',
  card: 'Card',
};
/** Payment methods of charges that are no collected payments. */
const CHARGED: Readonly<Record<Exclude<InstrumentType, CollectedPaymentMethod>, string>> = {
  bank_account: 'Bank account',
  wallet: 'Wallet',
};
export const PAYMENT_METHOD_NAMES = { ...METHODS, ...CHARGED };

export const COLLECTED_METHODS = Object.keys(METHODS) as CollectedPaymentMethod[];
export const METHOD_CHOICES = choicesOf(METHODS);
/** Every method of receipts; `none`: not known. */
export const RECEIPT_METHOD_CHOICES = [...choicesOf(PAYMENT_METHOD_NAMES), { id: 'none', text: 'Unknown' }];

function choicesOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([id, text]) => ({ id, text }));
}

/** The display name of a payment method; GraphQL returns an empty one when it is unknown. */
export function methodName(method: string | null): string {
  return method === null || method === '' ? 'Unknown' : (textOf(PAYMENT_METHOD_NAMES, method) ?? statusText(method));
}

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
