import { columns, columnsAs, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { leaseSql } from './posting-lease-sql.js';

const LENDER = columns('Organization', 'o', ['recoveringSince']);
const SYSTEM = columnsAs('LoanSystem', 's', { loanSystemCode: 'code', postingsReadAt: 'postingsReadAt' });
const LOAN = columns('Account', 'a', ['externalId']);

/** Whether the lender of a loan recovers from a restore. No row: it does not. */
export const recoveringLoan = statement({
  name: 'recovery.loan',
  takes: { accountId: 'Account.id', organizationId: 'Account.organizationId' },
  gives: [LENDER, SYSTEM, LOAN],
  text: ({ p, scope }) => `
    select ${LENDER}, ${SYSTEM}, ${LOAN} from account a join organization o on o.id = a.organization_id
      join loan_system s on s.code = a.loan_system_code
     where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
       and o.recovering_since is not null`,
});

const STATE = columns('Organization', 'organization', ['recoveringSince']);

/** Locked until the transaction ends: a recovery does not begin or end before its commit. */
export const recoveryOfLender = statement({
  name: 'recovery.of_lender',
  takes: { id: 'Organization.id' },
  gives: STATE,
  text: ({ p, scope }) => `
    select ${STATE} from organization where id = ${p.id} and ${scope('id')} for share`,
});

const UNKNOWN = derived({ kind: 'text', id: 'text', reference: 'text', abandonedForMs: 'float8' }).as<{
  kind: 'payment' | 'reversal';
}>();
const abandonedForMs = (row: string) =>
  `(extract(epoch from clock_timestamp() - ${leaseSql(row)}) * 1000)::float8 as "abandonedForMs"`;

/**
 * Payments and reversals of a loan whose outcome is unknown, that no process is sending, and whose command was not seen
 * waiting for approval; those that have been unknown for longest come first.
 */
export const unknownOutcomesOfLoan = statement({
  name: 'recovery.unknown_outcomes_of_loan',
  takes: { accountId: 'Account.id', organizationId: 'Account.organizationId', limit: 'int8' },
  gives: UNKNOWN,
  text: ({ p, scope }) => `
    select 'payment' as kind, c.id, coalesce(c.posting_reference, c.id) as reference, ${abandonedForMs('c')}
      from collected_payment c
     where c.organization_id = ${p.organizationId} and c.account_id = ${p.accountId} and ${scope('c.organization_id')}
       and c.status in ('pending', 'pending_confirmation') and ${leaseSql('c')} <= clock_timestamp()
       and c.approval_seen_at is null
    union all
    select 'reversal', r.id, coalesce(r.posting_reference, r.id), ${abandonedForMs('r')} from payment_reversal r
      join collected_payment c on c.organization_id = r.organization_id and c.id = r.payment_id
     where c.organization_id = ${p.organizationId} and c.account_id = ${p.accountId} and ${scope('c.organization_id')}
       and r.organization_id = ${p.organizationId}
       and r.status in ('pending', 'pending_confirmation') and ${leaseSql('r')} <= clock_timestamp()
       and r.approval_seen_at is null
     order by "abandonedForMs" desc, id limit ${p.limit}`,
});
