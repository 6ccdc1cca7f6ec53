import type { Loan } from '../../ledger/loan.js';
import type { CollectedPaymentRow } from '../../subgraphs/payments/collected/payment/collected-payment.row.js';
import type { ReportRow } from '../../subgraphs/reporting/report/report-source.js';
import type { AccountRow } from '../../subgraphs/servicing/accounts/account/account.reads.store.js';
import type { AccountDetailRow } from '../../subgraphs/servicing/accounts/account/account-detail.reads.store.js';
import type { BorrowerRow } from '../../subgraphs/servicing/accounts/account/borrower.reads.store.js';
import type { TransactionRow } from '../../subgraphs/servicing/accounts/transaction/transaction.reads.store.js';

/** A payment with the contract's field names: the baseline returns the same bytes as the product. */
export function inContractNames(payment: CollectedPaymentRow) {
  return {
    payment_id: payment.id,
    account_id: payment.accountId,
    amount_cents: payment.amountCents,
    payment_method: payment.paymentMethod,
    check_number: payment.checkNumber,
    status: payment.status,
    effective_date: payment.effectiveDate,
    external_reference: payment.externalReference,
    memo: payment.memo,
    reference_number: payment.referenceNumber,
    posted_at: payment.postedAt,
    reversal: payment.reversal && {
      reversed_at: payment.reversal.reversedAt,
      reason: payment.reversal.reason,
      is_nsf: payment.reversal.isNsf,
      reference_number: payment.reversal.referenceNumber,
      reversed_by: payment.reversal.reversedBy,
    },
  };
}

export function accountInContractNames(
  account: AccountRow,
  detail: AccountDetailRow,
  borrowers: readonly BorrowerRow[],
  loan: Loan,
) {
  return {
    id: account.id,
    organization_id: account.organizationId,
    primary_borrower_party_id: account.primaryBorrowerPartyId,
    external_contract_number: account.externalContractNumber,
    external_account_number: account.externalAccountNumber,
    current_balance_cents: account.currentBalanceCents,
    status_code: account.statusCode,
    borrowers: borrowers.map(({ partyId, displayName, role, isActive }) => ({
      party_id: partyId,
      display_name: displayName,
      role,
      is_active: isActive,
    })),
    contract: {
      originated_on: detail.originatedOn,
      first_due_on: detail.firstDueOn,
      maturity_on: detail.maturityOn,
      original_principal_cents: detail.originalPrincipalCents,
      scheduled_payment_cents: detail.scheduledPaymentCents,
      annual_rate: detail.annualRate,
      term_months: detail.termMonths,
    },
    next_due_on: detail.nextDueOn,
    next_due_cents: detail.nextDueCents,
    past_due_cents: detail.pastDueCents,
    days_past_due: 0,
    charged_off_on: detail.chargedOffOn,
    paid_off_on: detail.paidOffOn,
    payoff: { amount_cents: loan.principalCents + loan.interestCents + loan.feesCents, as_of: loan.accruedThrough },
  };
}

export function transactionInContractNames(transaction: TransactionRow) {
  return {
    transaction_id: transaction.id,
    organization_id: transaction.organizationId,
    account_id: transaction.accountId,
    type: transaction.type,
    amount_cents: transaction.amountCents,
    effective_at: transaction.effectiveAt,
    status: transaction.status,
  };
}

export function receiptInContractNames(receipt: ReportRow) {
  return {
    transaction_id: receipt['transactionId'],
    organization_id: receipt['organizationId'],
    account_id: receipt['accountId'],
    type: receipt['type'],
    amount_cents: receipt['amountCents'],
    effective_at: receipt['effectiveAt'],
    status: receipt['status'],
  };
}
