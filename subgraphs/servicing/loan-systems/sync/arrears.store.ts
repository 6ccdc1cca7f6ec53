import { columns } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

const HELD = { code: 'LoanSystemSync.loanSystemCode', lease: 'text' } as const;
const DAY = columns('LoanSystemSync', 'loan_system_sync', ['arrearsDay']);

/** A row: the business day is to be asked for, at most every ten minutes. */
export const askForArrearsDay = statement({
  name: 'sync.ask_for_arrears_day',
  unscoped: 'loan_system_without_borrower_data',
  takes: HELD,
  gives: columns('LoanSystemSync', 'loan_system_sync', ['loanSystemCode']),
  text: ({ p }) => `
    update loan_system_sync set arrears_asked_at = statement_timestamp()
     where loan_system_code = ${p.code} and lease = ${p.lease}
       and (arrears_asked_at is null or arrears_asked_at < statement_timestamp() - interval '10 minutes')
    returning loan_system_code as "loanSystemCode"`,
});

/**
 * A new business day: its arrears are to be read in an hour, when the jobs of the day's end are over. On the first day
 * nothing is to be read: a full pass has just read every loan.
 */
export const noteArrearsDay = statement({
  name: 'sync.note_arrears_day',
  unscoped: 'loan_system_without_borrower_data',
  takes: { ...HELD, day: 'date' },
  text: ({ p }) => `
    update loan_system_sync set arrears_day = ${p.day},
      arrears_due_at = statement_timestamp() + case when arrears_day is not null then interval '1 hour' end
     where loan_system_code = ${p.code} and lease = ${p.lease} and arrears_day is distinct from ${p.day}::date`,
});

/** The day whose arrears are to be read now. No row: none. */
export const arrearsDue = statement({
  name: 'sync.arrears_due',
  unscoped: 'loan_system_without_borrower_data',
  takes: { code: 'LoanSystemSync.loanSystemCode' },
  gives: DAY,
  text: ({ p }) => `
    select ${DAY} from loan_system_sync where loan_system_code = ${p.code} and arrears_due_at <= statement_timestamp()`,
});

export const arrearsRead = statement({
  name: 'sync.arrears_read',
  unscoped: 'loan_system_without_borrower_data',
  takes: HELD,
  text: ({ p }) => `
    update loan_system_sync set arrears_due_at = null
     where loan_system_code = ${p.code} and lease = ${p.lease} and arrears_due_at <= statement_timestamp()`,
});

const LOAN = columns('Account', 'a', ['externalId']);

/** Loans whose arrears may have changed by a day: past due, or with an installment that was due before it. */
export const loansInArrears = statement({
  name: 'sync.loans_in_arrears',
  takes: {
    organizationId: 'Account.organizationId',
    code: 'Account.loanSystemCode',
    day: 'date',
    after: 'Account.externalId',
    limit: 'int8',
  },
  gives: LOAN,
  text: ({ p, scope }) => `
    select ${LOAN} from account a
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')} and a.loan_system_code = ${p.code}
       and a.source_deleted_at is null and a.status_code in ('active', 'delinquent', 'charged_off')
       and (a.status_code = 'delinquent' or a.next_due_sort_on <= ${p.day}::date) and a.external_id > ${p.after}
     order by a.external_id limit ${p.limit}`,
});
