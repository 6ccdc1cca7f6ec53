import { columns, derived } from '../../core/db/columns.js';
import { copied } from '../../core/db/copy-rows.js';
import { inserted, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { BOARDING_KEY } from './boarding.store.js';

/** As the file reports them, with new ids. The fee is apart: its value for a loan may be the product's. */
export const STAGED_LOAN_FIELDS = [
  'loanNumber',
  'line',
  'accountId',
  'personId',
  'coPersonId',
  'addressId',
  'productCode',
  'contractNumber',
  'borrowerName',
  'borrowerEmail',
  'borrowerPhone',
  'line1',
  'line2',
  'city',
  'state',
  'postalCode',
  'country',
  'coBorrowerName',
  'coBorrowerEmail',
  'coBorrowerPhone',
  'originatedOn',
  'firstDueOn',
  'originalPrincipalCents',
  'annualRateBps',
  'annualRateMillionths',
  'termMonths',
  'scheduledPaymentCents',
  'asOf',
  'status',
  'principalCents',
  'interestCents',
  'feesCents',
  'scheduledPaidCents',
  'chargedOffOn',
  'paidOffOn',
] as const;

export const STAGED_LOANS = copied('LedgerBoardingLoan', ['boardingId', ...STAGED_LOAN_FIELDS, 'nsfFeeCents']);

export const STAGED_TRANSACTIONS = copied('LedgerBoardingTransaction', [
  'boardingId',
  'loanNumber',
  'line',
  'id',
  'type',
  'amountCents',
  'effectiveOn',
  'status',
  'externalId',
  'paymentMethod',
  'reason',
  'principalCents',
  'interestCents',
  'feesCents',
]);

export const PROBLEMS = copied('LedgerBoardingProblem', [
  'boardingId',
  'line',
  'id',
  'severity',
  'column',
  'message',
  'loanNumber',
]);

/** Deletes all staged rows of a file that will not be written. */
export const dropStaged = statement({
  name: 'ledger_boarding.drop_staged',
  takes: BOARDING_KEY,
  text: ({ p, scope }) => `
    with loans as (
      delete from ledger_boarding_loan
      where organization_id = ${p.organizationId} and boarding_id = ${p.id} and ${scope('organization_id')}
    ), left_out as (
      delete from ledger_boarding_left_out
      where organization_id = ${p.organizationId} and boarding_id = ${p.id} and ${scope('organization_id')}
    )
    delete from ledger_boarding_transaction
    where organization_id = ${p.organizationId} and boarding_id = ${p.id} and ${scope('organization_id')}`,
});

/** A file that did not arrive completely leaves nothing. */
export const dropProblems = statement({
  name: 'ledger_boarding.drop_problems',
  takes: BOARDING_KEY,
  text: ({ p, scope }) => `
    delete from ledger_boarding_problem
    where organization_id = ${p.organizationId} and boarding_id = ${p.id} and ${scope('organization_id')}`,
});

/**
 * A file that has not arrived completely. No row for a file that has arrived or was abandoned: its rows belong to its
 * next step.
 */
export const dropBoarding = statement({
  name: 'ledger_boarding.drop',
  takes: BOARDING_KEY,
  gives: derived({ id: 'LedgerBoarding.id' }),
  text: ({ p, scope }) => `
    delete from ledger_boarding
    where organization_id = ${p.organizationId} and id = ${p.id} and status = 'receiving' and ${scope('organization_id')}
    returning id`,
});

/**
 * Files that stopped arriving. Locked, so that none of them can arrive until the transaction ends; a locked one is
 * still arriving.
 */
export const lockStale = statement({
  name: 'ledger_boarding.lock_stale',
  takes: { organizationId: 'LedgerBoarding.organizationId', before: 'LedgerBoarding.movedAt' },
  gives: columns('LedgerBoarding', 'boarding', ['id']),
  text: ({ p, scope }) => `
    select boarding.id from ledger_boarding boarding
    where boarding.organization_id = ${p.organizationId} and boarding.status = 'receiving' and boarding.moved_at < ${p.before}
      and ${scope('boarding.organization_id')}
    for update skip locked`,
});

/** A loan that another client booked while the file was written. */
export const recordTakenNumber = statement({
  name: 'ledger_boarding.note_taken',
  takes: { ...BOARDING_KEY, line: 'LedgerBoardingLoan.line', loanNumber: 'LedgerBoardingLoan.loanNumber' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerBoardingProblem', {
      organizationId: p.organizationId,
      boardingId: p.id,
      line: sql(`${p.line}::int`),
      id: sql(`'taken:loan_number'`),
      severity: sql(`'error'`),
      column: sql(`'loan_number'`),
      message: sql(`'was booked while the file was boarded: this loan is skipped'`),
      loanNumber: p.loanNumber,
    });
    return `insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}`;
  },
});
