import { z } from 'zod';
import type { ActDetail, ActWithLimit } from '../../../../core/approvals/act-with-limit-interface.js';
import { checkedWrite } from '../../../../core/contract/checked-write.js';
import { bookLoanBody } from '../../../../core/contract/ledger-request-bodies.js';
import { cents } from '../../../../core/money.js';
import type { LoanBooker } from './book-loan.js';
import { bookingBody } from './booking-body.js';
import type { BookLedgerLoanInput } from './ledger-loan.type.js';

/** The booking checks its body by the contract; this only finds the lender and the amount. */
const BOOKING = z.object({
  idempotencyKey: z.string().default(''),
  input: z.custom<BookLedgerLoanInput>((given) => typeof given === 'object' && given !== null),
});

/** The amount lent. */
export function bookingWithLimit(booker: LoanBooker): ActWithLimit {
  return {
    act: 'booking',
    operation: 'book_ledger_loan',
    async subjectOf(principal, args) {
      const { input } = BOOKING.parse(args);
      const { organizationIds } = principal;
      const [only, ...others] = organizationIds === 'all' ? [] : organizationIds;
      const organizationId = input.organizationId ?? (others.length === 0 ? only : undefined);
      const isOurs = organizationIds === 'all' || organizationIds.some((id) => id === organizationId);
      if (organizationId === undefined || !isOurs) return undefined;
      const amountCents = cents(input.originalPrincipalCents);
      return { organizationId, accountId: null, paymentId: null, amountCents, details: detailsOf(input) };
    },
    check(args) {
      const { idempotencyKey, input } = BOOKING.parse(args);
      checkedWrite(bookLoanBody, { idempotencyKey, body: bookingBody(input) });
      return null;
    },
    async perform(principal, args) {
      const { idempotencyKey, input } = BOOKING.parse(args);
      const request = { idempotencyKey, body: bookingBody(input) };
      const { resource } = await booker.book(principal, request);
      return { isFinal: true, accountId: resource.accountId };
    },
  };
}

function detailsOf({ loanNumber, annualRate, termMonths, originatedOn, firstDueOn }: BookLedgerLoanInput) {
  const details: readonly ActDetail[] = [
    { name: 'loan_number', value: loanNumber },
    { name: 'annual_rate', value: annualRate },
    { name: 'term_months', value: String(termMonths) },
    { name: 'originated_on', value: originatedOn },
    { name: 'first_due_on', value: firstDueOn },
  ];
  return details;
}
