import { z } from 'zod';
import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import { serializeAnswer } from '../../../../core/errors/refusal-body.js';
import { contractOf } from '../../../../ledger/loan-contract.js';
import type { NewLedgerAccount } from '../../../../ledger/open-account.js';
import { percentText } from '../../../../ledger/rules/annual-rate.js';
import type { BookedProduct } from './ledger-loan.reads.store.js';
import type { BookedBorrower } from './write-borrowers.js';

/** Identifies a booked loan when it is read again. */
export interface Booking {
  readonly accountId: string;
  readonly loanSystemCode: string;
}

const booking: z.ZodType<Booking> = z.object({ accountId: z.string(), loanSystemCode: z.string() });

export function keptBooking(resource: unknown): Booking {
  return booking.parse(resource);
}

/**
 * The response to booking a loan, which equals the REST document of the loan; a test compares the bytes of both. One
 * difference: a person named by id has no name here, because a key belongs to an organization and a caller who repeats
 * it may lack `persons:read`.
 */
export function writtenBooking(
  { accountId, loanSystemCode, loan, externalContractNumber, externalAccountNumber }: NewLedgerAccount,
  borrowers: readonly BookedBorrower[],
  product: BookedProduct | undefined,
): WrittenAnswer {
  const contract = contractOf(loan);
  return serializeAnswer(201, {
    id: accountId,
    organization_id: loan.organizationId,
    primary_borrower_party_id: borrowers[0]?.personId,
    external_contract_number: externalContractNumber,
    external_account_number: externalAccountNumber ?? null,
    current_balance_cents: 0,
    status_code: 'pending',
    synced_through: null,
    loan_system_code: loanSystemCode,
    borrowers: borrowers.map(({ personId, role, displayName }) => ({
      party_id: personId,
      display_name: displayName,
      role,
      is_active: true,
    })),
    contract: {
      originated_on: contract.originatedOn,
      first_due_on: contract.firstDueOn,
      maturity_on: contract.maturityOn,
      original_principal_cents: contract.originalPrincipalCents,
      scheduled_payment_cents: contract.scheduledPaymentCents,
      annual_rate: percentText(loan, 4),
      term_months: contract.termMonths,
    },
    next_due_on: null,
    next_due_cents: null,
    past_due_cents: 0,
    days_past_due: 0,
    charged_off_on: null,
    paid_off_on: null,
    accepts_payments: false,
    not_payable_reason: 'not_disbursed',
    payoff: null,
    ledger: {
      loan_number: loan.loanNumber,
      product_id: product?.id ?? null,
      product_code: product?.code ?? null,
      product_version: product?.currentVersion ?? null,
      nsf_fee_cents: loan.nsfFeeCents,
    },
  });
}
