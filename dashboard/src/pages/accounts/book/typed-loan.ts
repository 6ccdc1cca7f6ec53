import { centsOf } from '../../../format/money';
import type { BookLedgerLoanInput, LedgerBorrowerInput, PreviewLedgerLoanInput } from '../../../generated/graphql';

/** The terms of a loan as they are typed: no contact data, so that they are kept for a while when a session ends. */
export interface TypedLoan {
  readonly organizationId: string;
  readonly loanNumber: string;
  /** Empty: the built-in terms. */
  readonly productId: string;
  readonly amount: string;
  readonly rate: string;
  readonly months: string;
  readonly originatedOn: string;
  readonly firstDueOn: string;
  /** Empty: the level payment. */
  readonly installment: string;
}

/** A borrower as typed: a person of the lender, or a new one. It may hold contact data, and is never kept. */
export interface TypedBorrower {
  /** Identifies the form’s part. */
  readonly key: number;
  readonly known: { readonly id: string; readonly name: string } | undefined;
  readonly displayName: string;
  readonly email: string;
  readonly phone: string;
  readonly line1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

export const NO_BORROWER: Omit<TypedBorrower, 'key'> = {
  known: undefined,
  ...{ displayName: '', email: '', phone: '', line1: '', city: '', state: '', postalCode: '' },
};

/** What to ask the ledger for a preview; undefined while something is missing. */
export function previewInputOf(typed: TypedLoan): PreviewLedgerLoanInput | undefined {
  const { organizationId, productId, rate, originatedOn, firstDueOn, installment } = typed;
  const originalPrincipalCents = centsOf(typed.amount);
  const termMonths = monthsOf(typed.months);
  const scheduledPaymentCents = installment.trim() === '' ? null : centsOf(installment);
  if (!originalPrincipalCents || !termMonths || scheduledPaymentCents === undefined) return undefined;
  if (organizationId === '' || rate.trim() === '' || originatedOn === '' || firstDueOn === '') return undefined;
  return {
    ...{ organizationId, productId: productId === '' ? null : productId, originatedOn, firstDueOn },
    ...{ originalPrincipalCents, annualRate: rate.trim(), termMonths, scheduledPaymentCents },
  };
}

export function monthsOf(text: string): number | undefined {
  return /^[1-9]\d{0,2}$/.test(text.trim()) ? Number(text) : undefined;
}

/** The loan to book; undefined while something is missing. */
export function bookingOf(typed: TypedLoan, borrowers: readonly TypedBorrower[]): BookLedgerLoanInput | undefined {
  const terms = previewInputOf(typed);
  const loanNumber = typed.loanNumber.trim();
  const isNamed = borrowers.every(({ known, displayName }) => known !== undefined || displayName.trim() !== '');
  if (terms === undefined || loanNumber === '' || !isNamed) return undefined;
  return { ...terms, loanNumber, borrowers: borrowers.map(borrowerOf) };
}

/** The first borrower is the primary one. */
function borrowerOf(typed: TypedBorrower, index: number): LedgerBorrowerInput {
  const role = index === 0 ? 'primary' : 'co_borrower';
  if (typed.known !== undefined) return { role, partyId: typed.known.id };
  const [line1, city, state, postalCode] = [typed.line1, typed.city, typed.state, typed.postalCode].map((text) =>
    text.trim(),
  );
  const hasAddress = [line1, city, state, postalCode].some((text) => text !== '');
  return {
    ...{ role, displayName: typed.displayName.trim() },
    ...{ email: typed.email.trim() || null, phone: typed.phone.trim() || null },
    address: hasAddress
      ? { line1: line1 ?? '', city: city ?? '', state: state || null, postalCode: postalCode || null }
      : null,
  };
}
