import { EXCEPTION_KINDS } from '../../../../core/contract/exception-kinds.js';
import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

const SUBJECT = derived({ id: 'text' });

/** Objects of a loan that are subjects of audited acts, and their column with the account’s id. */
const OF_LOAN = [
  ['account', 'id'],
  ['account_flag', 'account_id'],
  ['account_note', 'account_id'],
  ['approval_request', 'account_id'],
  ['collected_payment', 'account_id'],
  ['autopay_schedule', 'account_id'],
  ['autopay_run', 'account_id'],
  ['dispute', 'account_id'],
] as const;

/** All kinds but differences of the tie-out. Named, so that the exceptions of a subject are found along their index. */
const KINDS = EXCEPTION_KINDS.map((kind) => `'${kind}'`).join(', ');

/**
 * The ids under which acts on a loan are recorded: of the loan, of its notes, flags, payments and so on, and of their exceptions. An entry
 * has the object that was acted on, and not always its loan.
 */
export const auditSubjectsOfLoan = statement({
  name: 'audit.subjects_of_loan',
  takes: { accountId: 'Account.id' },
  gives: SUBJECT,
  text: ({ p, scope }) => {
    const objects = OF_LOAN.map(
      ([table, column]) => `
      select o.id from ${table} o where ${scope('o.organization_id')} and o.${column} = ${p.accountId}::text`,
    ).join(' union all ');
    return `
    with objects as (${objects})
    select id from objects
    union all
    select e.id from operator_exception e
     where ${scope('e.organization_id')} and e.kind in (${KINDS}) and e.subject_id in (select id from objects)`;
  },
});

/** The same for a person: reads and corrections of contact data, erasures, and the person’s payment methods. */
export const auditSubjectsOfPerson = statement({
  name: 'audit.subjects_of_person',
  takes: { personId: 'Person.id' },
  gives: SUBJECT,
  text: ({ p, scope }) => `
    select n.id from person n where ${scope('n.organization_id')} and n.id = ${p.personId}::text
    union all
    select m.id from payment_method m where ${scope('m.organization_id')} and m.party_id = ${p.personId}::text`,
});
