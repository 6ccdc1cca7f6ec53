import { typesOf } from '../../core/db/columns.js';
import { assigned, type Sql, sameNamed } from '../../core/db/insert-sql.js';
import type { ParametersOf, StatementTools } from '../../core/db/statement.js';
import type { IsoInstant } from '../../core/time/dates.js';
import type { Loan } from '../loan.js';

/** A loan's state after an operation. */
export const BALANCES = {
  loanId: 'LedgerLoan.id',
  organizationId: 'LedgerLoan.organizationId',
  postedAt: 'LedgerEntry.postedAt',
  ...typesOf('LedgerLoan', ['status', 'principalCents', 'interestCents', 'accrualRemainder', 'accruedThrough']),
  ...typesOf('LedgerLoan', ['feesCents', 'lateFeesCents', 'takenByLateFeesCents', 'scheduledPaidCents']),
  ...typesOf('LedgerLoan', ['chargedOffOn', 'paidOffOn', 'dayEndThrough', 'lateFeeInstallments']),
} as const;

type BalancesSql = StatementTools<ParametersOf<typeof BALANCES>>['p'];

/** @param p - parameters, or SQL of a part of the statement */
export const newBalances = (p: { readonly [F in keyof Omit<BalancesSql, 'postedAt'>]: BalancesSql[F] | Sql }) =>
  assigned('LedgerLoan', {
    ...sameNamed(p, ['status', 'principalCents', 'interestCents', 'accrualRemainder']),
    ...sameNamed(p, ['accruedThrough', 'feesCents', 'lateFeesCents', 'takenByLateFeesCents']),
    lateFeesCountedCents: p.feesCents,
    ...sameNamed(p, ['scheduledPaidCents', 'chargedOffOn', 'paidOffOn', 'dayEndThrough', 'lateFeeInstallments']),
  });

/** The parameters of `BALANCES`. */
export function balancesOf(loan: Loan, postedAt: IsoInstant): ParametersOf<typeof BALANCES> {
  return { ...stateOf(loan), postedAt };
}

/** A loan's state, for `newBalances`. */
export function stateOf(loan: Loan): Omit<ParametersOf<typeof BALANCES>, 'postedAt'> {
  return {
    loanId: loan.id,
    organizationId: loan.organizationId,
    status: loan.status,
    principalCents: loan.principalCents,
    interestCents: loan.interestCents,
    accrualRemainder: loan.accrualRemainder,
    accruedThrough: loan.accruedThrough,
    feesCents: loan.feesCents,
    lateFeesCents: loan.lateFeesCents,
    takenByLateFeesCents: loan.takenByLateFeesCents,
    scheduledPaidCents: loan.scheduledPaidCents,
    chargedOffOn: loan.chargedOffOn,
    paidOffOn: loan.paidOffOn,
    dayEndThrough: loan.dayEndThrough,
    lateFeeInstallments: loan.lateFeeInstallments,
  };
}
