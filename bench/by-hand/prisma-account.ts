import type { RowOf } from '../../core/db/columns.js';
import { columns } from '../../core/db/columns.js';
import { rowOf } from '../../core/db/prisma-rows-by-columns.js';
import type { PRODUCT_TERMS, StoredLoan } from '../../ledger/store/stored-loan.js';
import type { Prisma } from '../../prisma/client/client.js';
import { accountInContractNames } from './account.js';
import { dateOf, numberOf } from './prisma-values.js';

type AccountRow = Prisma.AccountGetPayload<{
  include: { organization: true; borrowers: { include: { person: true } } };
}>;
type SnapshotRow = Prisma.PastDueSnapshotGetPayload<object>;

/** The product's columns of a loan without one. */
export const NO_PRODUCT: RowOf<typeof PRODUCT_TERMS> = {
  dayCount: null,
  applicationOrder: null,
  lateFeeCents: null,
  lateFeeGraceDays: null,
  chargeOffAtDays: null,
  toleranceCents: null,
  payoffRule: null,
  accrueTo: null,
};

const PAST_DUE = columns('PastDueSnapshot', 's', ['pastDueCents', 'oldestUnpaidOn', 'nextDueOn', 'nextDueCents']);

export function accountFromPrisma(account: AccountRow, loan: StoredLoan, latest: SnapshotRow | null) {
  const pastDue = latest && rowOf(PAST_DUE, latest);
  return accountInContractNames({
    ...loan,
    id: account.id,
    organization_id: account.organizationId,
    external_id: account.externalId,
    primary_borrower_party_id: account.primaryBorrowerPartyId,
    external_contract_number: account.externalContractNumber,
    external_account_number: account.externalAccountNumber,
    current_balance_cents: numberOf(account.currentBalanceCents),
    status_code: account.statusCode,
    loan_system_code: account.loanSystemCode,
    originated_on: dateOf(account.originatedOn),
    first_due_on: dateOf(account.firstDueOn),
    maturity_on: dateOf(account.maturityOn),
    original_principal_cents: numberOf(account.originalPrincipalCents),
    scheduled_payment_cents: numberOf(account.scheduledPaymentCents),
    annual_rate: account.annualRate?.toFixed(Math.max(4, account.annualRate.decimalPlaces())) ?? null,
    term_months: account.termMonths,
    charged_off_on: dateOf(account.chargedOffOn),
    paid_off_on: dateOf(account.paidOffOn),
    next_due_on: pastDue?.nextDueOn ?? null,
    next_due_cents: pastDue?.nextDueCents ?? null,
    past_due_cents: pastDue?.pastDueCents ?? null,
    oldest_unpaid_on: pastDue?.oldestUnpaidOn ?? null,
    is_active: account.organization.isActive,
    borrowers: borrowersOf(account),
  });
}

/** The primary borrower comes first. */
function borrowersOf({ borrowers, primaryBorrowerPartyId }: AccountRow) {
  const isPrimary = (id: string) => (id === primaryBorrowerPartyId ? 0 : 1);
  return borrowers
    .toSorted((a, b) => isPrimary(a.personId) - isPrimary(b.personId) || (a.personId < b.personId ? -1 : 1))
    .map(({ person, role, isActive }) => ({
      party_id: person.id,
      display_name: person.displayName,
      role,
      is_active: isActive,
    }));
}
