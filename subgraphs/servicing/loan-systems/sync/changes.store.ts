import { columns, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

const HELD = { code: 'LoanSystemSync.loanSystemCode', lease: 'text' } as const;

/** A position of null ends the following. No row: another process has taken over. */
export const keepChangesPosition = statement({
  name: 'sync.keep_changes_position',
  unscoped: 'loan_system_without_borrower_data',
  takes: { ...HELD, position: 'LoanSystemSync.changesPosition' },
  gives: columns('LoanSystemSync', 'loan_system_sync', ['changesPosition']),
  text: ({ p }) => `
    update loan_system_sync set changes_position = ${p.position},
      changes_from = least(changes_from, clock_timestamp()) + case when ${p.position}::text is not null then interval '0' end
     where loan_system_code = ${p.code} and lease = ${p.lease} returning changes_position as "changesPosition"`,
});

export const noteMissedChanges = statement({
  name: 'sync.note_missed_changes',
  unscoped: 'loan_system_without_borrower_data',
  takes: { ...HELD, count: 'int4' },
  text: ({ p }) => `
    update loan_system_sync set changes_missed = changes_missed + ${p.count}::int
     where loan_system_code = ${p.code} and lease = ${p.lease}`,
});

const OWNER = { organizationId: 'Account.organizationId', code: 'Account.loanSystemCode' } as const;
const LOAN = columns('Account', 'a', ['externalId']);

/** The loans of these persons, in any role. */
export const loansOfPersons = statement({
  name: 'sync.loans_of_persons',
  takes: { ...OWNER, persons: 'text[]' },
  gives: LOAN,
  text: ({ p, scope }) => `
    select distinct ${LOAN} from person p
      join account_borrower b on b.organization_id = p.organization_id and b.person_id = p.id
      join account a on a.organization_id = b.organization_id and a.id = b.account_id
     where p.organization_id = ${p.organizationId} and ${scope('p.organization_id')} and p.loan_system_code = ${p.code}
       and p.external_id = any(${p.persons}::text[]) and a.loan_system_code = ${p.code}`,
});

const PERSON = derived({ externalId: 'text' });

/** The stored borrowers of these loans. */
export const borrowersOfLoans = statement({
  name: 'sync.borrowers_of_loans',
  takes: { ...OWNER, loans: 'text[]' },
  gives: PERSON,
  text: ({ p, scope }) => `
    select distinct coalesce(p.external_id, '') as "externalId" from account a
      join account_borrower b on b.organization_id = a.organization_id and b.account_id = a.id
      join person p on p.organization_id = b.organization_id and p.id = b.person_id
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')} and a.loan_system_code = ${p.code}
       and a.external_id = any(${p.loans}::text[]) and p.external_id is not null`,
});

/** A page of the system's persons, by external id. */
export const personsOfSystem = statement({
  name: 'sync.persons_of_system',
  takes: { ...OWNER, after: 'text', limit: 'int8' },
  gives: PERSON,
  text: ({ p, scope }) => `
    select coalesce(p.external_id, '') as "externalId" from person p
     where p.organization_id = ${p.organizationId} and ${scope('p.organization_id')} and p.loan_system_code = ${p.code}
       and p.external_id > ${p.after} and p.erased_at is null
     order by p.external_id limit ${p.limit}`,
});
