import { inserted, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { BOARDING_KEY } from './boarding.store.js';

/** Removes a loan that cannot be written from the staged rows, with its history, and records the problem. */
export const leaveOutRefused = statement({
  name: 'ledger_boarding.leave_out_refused',
  takes: { ...BOARDING_KEY, loanNumber: 'LedgerBoardingLoan.loanNumber', why: 'text' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerBoardingProblem', {
      organizationId: p.organizationId,
      boardingId: p.id,
      line: sql('gone.line'),
      id: sql(`'refused:row'`),
      severity: sql(`'error'`),
      column: sql('null'),
      message: sql(`'cannot be stored as it is (' || ${p.why}::text || '): this loan is skipped'`),
      loanNumber: sql('gone.loan_number'),
    });
    return `
    with gone as (
      delete from ledger_boarding_loan where organization_id = ${p.organizationId} and boarding_id = ${p.id}
        and loan_number = ${p.loanNumber} and ${scope('organization_id')}
      returning line, loan_number
    ), rows as (
      delete from ledger_boarding_transaction where organization_id = ${p.organizationId} and boarding_id = ${p.id}
        and loan_number in (select loan_number from gone)
    )
    insert into ${into} select ${values} from gone`;
  },
});
