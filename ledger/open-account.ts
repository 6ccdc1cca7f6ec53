import type { BorrowerRole } from '../core/contract/account-enumerations.js';
import type { AccountIdentifier } from '../core/contract/stored-text.js';
import type { Transaction } from '../core/db/database.js';
import { limitToOrganization } from '../core/principal/principal.js';
import type { IsoDate, IsoInstant } from '../core/time/dates.js';
import type { NewLoan } from './loan.js';
import { contractOf } from './loan-contract.js';
import { writeNewLoan } from './store/loan-store.js';
import { LEDGER_PRINCIPAL } from './store/stored-loan.js';

/** An account for a new loan: nothing is owed yet. */
export interface NewLedgerAccount {
  readonly accountId: string;
  /** The code of its ledger. */
  readonly loanSystemCode: string;
  readonly loan: NewLoan;
  /** Persons of the organization, one of them primary. */
  readonly borrowers: readonly { readonly personId: string; readonly role: BorrowerRole }[];
  readonly externalContractNumber: AccountIdentifier | null;
  readonly externalAccountNumber?: AccountIdentifier;
  /** Defaults to now. */
  readonly openedAt?: IsoInstant;
  /** The day from which it counts among its organization's loans. */
  readonly bookedOn: IsoDate;
}

/** Books a loan and opens its account, pending, inside the caller's transaction. */
export async function openLedgerAccount(
  tx: Transaction,
  { accountId, loanSystemCode, loan, borrowers, ...numbers }: NewLedgerAccount,
): Promise<'opened' | 'loan_number_in_use'> {
  if ((await writeNewLoan(tx, loan)) === 'loan_number_in_use') return 'loan_number_in_use';
  const { organizationId } = loan;
  const primary = borrowers.find(({ role }) => role === 'primary');
  if (primary === undefined) throw new Error('a loan has a primary borrower');
  const { originatedOn, firstDueOn, maturityOn, originalPrincipalCents, scheduledPaymentCents, ...rest } =
    contractOf(loan);
  const models = tx.models(limitToOrganization(LEDGER_PRINCIPAL, organizationId));
  await models.account.create({
    select: { id: true },
    data: {
      id: accountId,
      organizationId,
      loanSystemCode,
      externalId: loan.id,
      primaryBorrowerPartyId: primary.personId,
      externalContractNumber: numbers.externalContractNumber,
      externalAccountNumber: numbers.externalAccountNumber ?? null,
      currentBalanceCents: 0n,
      pastDueCents: 0n,
      statusCode: 'pending',
      originatedOn: midnight(originatedOn),
      firstDueOn: midnight(firstDueOn),
      maturityOn: midnight(maturityOn),
      originalPrincipalCents: BigInt(originalPrincipalCents),
      scheduledPaymentCents: BigInt(scheduledPaymentCents),
      ...rest,
      ...(numbers.openedAt !== undefined && { createdAt: new Date(numbers.openedAt) }),
    },
  });
  // Every loan has a status from its first day: a pending one is in the series, too.
  await models.pastDueSnapshot.create({
    select: { accountId: true },
    data: {
      organizationId,
      accountId,
      asOf: midnight(numbers.bookedOn),
      statusCode: 'pending',
      balanceCents: 0n,
      pastDueCents: 0n,
    },
  });
  await models.accountBorrower.createMany({
    data: borrowers.map(({ personId, role }) => ({ organizationId, accountId, personId, role })),
  });
  return 'opened';
}

/** A date in Prisma's form. */
function midnight(date: IsoDate): Date {
  return new Date(date);
}
