import { Temporal } from 'temporal-polyfill';
import { addDays } from '../../core/time/dates.js';
import { accountNumberOf, type FineractBook } from '../support/fineract/fineract-book.js';
import type { MambuBook } from '../support/mambu/mambu-book.js';

/** Example loans, each with its own history. Amounts are in cents and divisible by the number of instalments. */
const EXAMPLES = [
  { borrower: 'Ada Moreno', principal: 2_520_000, interest: 252_000, instalments: 36, paid: 6 },
  { borrower: 'Boris Quinn', principal: 900_000, interest: 90_000, instalments: 12, paid: 3 },
  { borrower: 'Cleo Okafor', principal: 120_000, interest: 6_000, instalments: 6, paid: 6 },
] as const;

/**
 * So long ago that six instalments are due by today: the first borrower is up to date, the second behind, the third
 * paid off.
 */
const DAYS_AGO = 200;
const DAYS_BETWEEN = 30;

type Example = (typeof EXAMPLES)[number];

/** Returns the account number of the first loan, which accepts payments. */
export function lendFromFineract(book: FineractBook): string {
  const disbursedOn = addDays(book.today(), -DAYS_AGO);
  const lent = EXAMPLES.map((example, index) => {
    const { borrower, paid, ...terms } = example;
    const loan = book.loan({
      ...terms,
      disbursedOn,
      externalId: `STAND-IN-${index + 1}`,
      client: book.client(borrower),
    });
    for (let count = 1; count <= paid; count += 1)
      book.pay(loan, { amount: instalmentOf(example), on: addDays(disbursedOn, count * DAYS_BETWEEN) });
    return loan;
  });
  return lent[0] === undefined ? '' : accountNumberOf(lent[0]);
}

/** Returns the account number of the first loan, which accepts payments. */
export function lendFromMambu(book: MambuBook): string {
  const disbursed = Temporal.Instant.fromEpochMilliseconds(book.now()).subtract({ hours: 24 * DAYS_AGO });
  const lent = EXAMPLES.map((example) => {
    const [name = '', lastName = ''] = example.borrower.split(' ');
    const { principal, interest, instalments: installments } = example;
    const holder = book.holder('CLIENT', name, lastName);
    const loan = book.loan({ principal, interest, installments, disbursedAt: disbursed.toString(), holder });
    for (let count = 1; count <= example.paid; count += 1) {
      const paidAt = disbursed.add({ hours: 24 * DAYS_BETWEEN * count });
      book.repay(loan, { amount: instalmentOf(example), at: paidAt.epochMilliseconds });
    }
    if (example.paid < 6) book.setState(loan, 'ACTIVE_IN_ARREARS');
    return loan;
  });
  return lent[0]?.id ?? '';
}

function instalmentOf({ principal, interest, instalments }: Example): number {
  return (principal + interest) / instalments;
}
