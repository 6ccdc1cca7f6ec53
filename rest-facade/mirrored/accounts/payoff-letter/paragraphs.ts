import type { GetPayoffLetterQuery } from '../../../generated/operations.js';
import { dailyDollars, dollars, fullDay, longDate } from './format.js';

export type Letter = GetPayoffLetterQuery['payoffLetter'];
type Quote = Letter['quote'];

/** The amount to pay, and how long it is good. */
export function opening({ lender_name, quote }: Letter): string {
  const { on, amount_cents } = quote;
  return `This loan is paid off with ${dollars(amount_cents)} that ${lender_name} receives on ${fullDay(on)}.`;
}

/** The split by component, if known, and the total. */
export function rows({ quote }: Letter): readonly (readonly [label: string, amount: string])[] {
  const { principal_cents, interest_cents, fees_cents, applied_on, amount_cents } = quote;
  const parts = [
    ['Principal', principal_cents],
    [`Interest to ${longDate(applied_on)}`, interest_cents],
    ['Fees', fees_cents],
  ] as const;
  const known = parts.flatMap(([label, cents]) => (cents === null ? [] : [[label, dollars(cents)] as const]));
  return [...known, ['Payoff amount', dollars(amount_cents)]];
}

/** Further facts about the amount. */
export function remarks({ lender_name, quote }: Letter): readonly string[] {
  return [
    `The amount is good for money received through ${fullDay(quote.good_through)}.${growth(quote)}`,
    ...(quote.applied_on === quote.on
      ? []
      : [`Money received on ${fullDay(quote.on)} is applied on ${fullDay(quote.applied_on)}, the next business day.`]),
    ...(quote.unsettled_cents === 0
      ? []
      : [
          `Payments of ${dollars(quote.unsettled_cents)} are on their way. They have not been deducted from the amount yet.`,
        ]),
    'The amount changes if a payment is made or returned, or a fee is charged, before then.',
    `Please ask ${lender_name} how to pay, and give the loan number with the payment.`,
  ];
}

function growth({ per_diem_cents, exact_per_diem }: Quote): string {
  if (Number(exact_per_diem ?? per_diem_cents) === 0) return '';
  return ` After that it grows by ${dailyDollars(per_diem_cents, exact_per_diem)} a day.`;
}
