import { inserted, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { BOARDING_KEY } from './boarding.store.js';

/** Loans with an error, in a boarding that skips such loans. */
export const markSkipped = statement({
  name: 'ledger_boarding.leave_out',
  takes: { ...BOARDING_KEY, loanNumbers: 'LedgerBoardingLoan.loanNumber[]' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerBoardingSkippedLoan', {
      organizationId: p.organizationId,
      boardingId: p.id,
      loanNumber: sql('loan_number'),
    });
    return `
    insert into ${into} select ${values} from unnest(${p.loanNumbers}::text[]) as named (loan_number)
    where ${scope(`${p.organizationId}::text`)}
    on conflict do nothing`;
  },
});

/** A loan with an error is skipped with all its rows: with part of its history it could not be completed later. */
export const dropSkippedLoans = statement({
  name: 'ledger_boarding.drop_left_out',
  takes: BOARDING_KEY,
  text: ({ p, scope }) => `
    with gone as (
      delete from ledger_boarding_left_out
      where organization_id = ${p.organizationId} and boarding_id = ${p.id} and ${scope('organization_id')}
      returning loan_number
    ), rows as (
      delete from ledger_boarding_transaction where organization_id = ${p.organizationId} and boarding_id = ${p.id}
        and loan_number in (select loan_number from gone)
    )
    delete from ledger_boarding_loan where organization_id = ${p.organizationId} and boarding_id = ${p.id}
      and loan_number in (select loan_number from gone)`,
});
