import { z } from 'zod';
import { type BorrowerBody, earlierBookLoanBody } from '../../../core/contract/ledger-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type {
  BookLedgerLoanMutation,
  BookLedgerLoanMutationVariables,
  LedgerBorrowerInput,
} from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** 201 with the account, pending. */
export const bookLedgerLoan = operation({
  operationId: 'bookLedgerLoan',
  method: 'POST',
  path: '/v1/ledger/loans',
  summary: 'Book a loan',
  description:
    'Books a loan in the organization’s ledger with the status pending: nothing is owed until it is paid out. Each borrower is an existing person of the organization (`party_id`) or a new one; the response has no `display_name` for an existing person. Interest accrues from the day on which the loan is paid out.',
  tag: 'Ledger',
  refusals: [
    'organization_inactive',
    'no_ledger',
    'loan_number_in_use',
    'idempotency_conflict',
    'idempotency_in_progress',
  ],
  area: 'v1',
  scope: 'ledger:write',
  // The service applies today's rules, after it has found that the key is new.
  request: z.object({ query: organizationQuery, header: idempotencyHeader, body: earlierBookLoanBody }),
  answers: {
    201: {
      current_balance_cents: 0,
      status_code: 'pending',
      next_due_on: null,
      next_due_cents: null,
      past_due_cents: null,
      days_past_due: null,
      accepts_payments: false,
      not_payable_reason: 'not_disbursed',
      payoff: null,
      external_account_number: 'ALD-2026-00017',
    },
  },
  variables: ({ query, header, body }): BookLedgerLoanMutationVariables => ({
    idempotency_key: header['Idempotency-Key'],
    input: {
      organizationId: body.organization_id ?? query.organization_id,
      loanNumber: body.loan_number,
      productId: body.product_id,
      productCode: body.product_code,
      borrowers: body.borrowers.map(borrower),
      originatedOn: body.originated_on,
      firstDueOn: body.first_due_on,
      originalPrincipalCents: body.original_principal_cents,
      annualRate: body.annual_rate,
      termMonths: body.term_months,
      scheduledPaymentCents: body.scheduled_payment_cents,
      nsfFeeCents: body.nsf_fee_cents,
    },
  }),
  answered: { operationId: 'getLedgerLoan', member: 'account' },
  success: (answer: BookLedgerLoanMutation) => storedAnswer(answer.bookLedgerLoan),
});

function borrower({ role, party_id, display_name, email, phone, address }: BorrowerBody): LedgerBorrowerInput {
  return { role, partyId: party_id, displayName: display_name, email, phone, address: address && addressOf(address) };
}

function addressOf({ postal_code: postalCode, ...address }: NonNullable<BorrowerBody['address']>) {
  return { ...address, postalCode };
}
