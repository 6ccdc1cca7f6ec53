import { columns, columnsAs, derived } from '../../core/db/columns.js';
import { inserted, leftOut, overwritten, selectedFrom, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { ON_READ_AGAIN } from './synced-loan.store.js';

/* The statements of `synced-loan.store.ts` for many loans of one system at once. */

const OWNER = { organizationId: 'Account.organizationId', loanSystemCode: 'Account.loanSystemCode' } as const;
const ORGANIZATION = { organizationId: 'Account.organizationId' } as const;

const NAMED = derived({ externalId: 'text', isStored: 'bool' });
const HELD = columnsAs('Account', 'held', {
  accountId: 'id',
  statusCode: 'statusCode',
  version: 'loanSystemVersion',
}).orNull();

/**
 * Locks the accounts of these loans until the transaction ends, except those that another transaction has locked: it
 * never waits while it holds locks, so it cannot be part of a deadlock. A stored loan without an account id is locked.
 */
export const lockSyncedSet = statement({
  name: 'sync.lock_account_set',
  takes: { ...OWNER, externalIds: 'text[]' },
  gives: [NAMED, HELD],
  text: ({ p, scope }) => `
    with held as materialized (
      select id, external_id, status_code, loan_system_version from account
       where loan_system_code = ${p.loanSystemCode} and external_id = any(${p.externalIds}::text[])
         and organization_id = ${p.organizationId} and ${scope('organization_id')} for no key update skip locked
    )
    select stored.external_id as "externalId", true as "isStored", ${HELD}
      from account stored left join held on held.id = stored.id
     where stored.loan_system_code = ${p.loanSystemCode} and stored.external_id = any(${p.externalIds}::text[])
       and stored.organization_id = ${p.organizationId} and ${scope('stored.organization_id')}`,
});

const PERSON = columns('Person', 'written', ['id']);
const EXTERNAL_ID = derived({ externalId: 'text' });

/** The stored persons with these external ids, which were not read again. */
export const storedPersonSet = statement({
  name: 'sync.stored_person_set',
  takes: { ...OWNER, persons: 'text[]' },
  gives: [PERSON, EXTERNAL_ID],
  text: ({ p, scope }) => `
    select written.id, coalesce(written.external_id, '') as "externalId" from person written
     where written.loan_system_code = ${p.loanSystemCode} and written.external_id = any(${p.persons}::text[])
       and written.organization_id = ${p.organizationId} and ${scope('written.organization_id')}`,
});

/**
 * `persons` is JSON: each with a fresh id. A row is written only if it differs, and locked in any case, in the order of
 * external ids as everywhere. A person that another transaction has just inserted is not returned.
 */
export const upsertPersonSet = statement({
  name: 'sync.upsert_person_set',
  takes: { ...OWNER, persons: 'json' },
  gives: [PERSON, EXTERNAL_ID],
  text: ({ p, scope }) => {
    const { into, values } = inserted('Person', {
      id: sql('incoming.id'),
      organizationId: sql('o.id'),
      displayName: sql('incoming."displayName"'),
      email: sql('incoming.email'),
      phone: sql('incoming.phone'),
      loanSystemCode: p.loanSystemCode,
      externalId: sql('incoming."externalId"'),
      ...leftOut('createdAt', 'erasedAt'),
    });
    return `
    with incoming as materialized (
      select * from json_to_recordset(${p.persons}::json)
        as given (id text, "externalId" text, "displayName" text, email text, phone text)
    ), changed as (
      insert into ${into} select ${values}
        from organization o, incoming where o.id = ${p.organizationId} and ${scope('o.id')}
       order by incoming."externalId"
      on conflict (organization_id, loan_system_code, external_id) do update
        set ${overwritten('Person', ['displayName', 'email', 'phone'])}
        where (person.display_name, person.email, person.phone)
          is distinct from (excluded.display_name, excluded.email, excluded.phone)
      returning person.id, person.external_id
    ), written as (
      select id, external_id from changed
      union
      select known.id, known.external_id from person known
        join incoming on incoming."externalId" = known.external_id
       where known.organization_id = ${p.organizationId} and ${scope('known.organization_id')}
         and known.loan_system_code = ${p.loanSystemCode}
    )
    select ${PERSON}, written.external_id as "externalId" from written`;
  },
});

const ACCOUNT = columns('Account', 'account', ['id']);

/** `loans` is JSON: each with a fresh id for its account. A loan without a row: a later reading is already written. */
export const upsertAccountSet = statement({
  name: 'sync.upsert_account_set',
  takes: { ...OWNER, loans: 'json' },
  gives: [ACCOUNT, EXTERNAL_ID],
  text: ({ p, scope }) => {
    const { into, values } = inserted('Account', {
      id: sql('incoming.id'),
      organizationId: sql('o.id'),
      loanSystemCode: p.loanSystemCode,
      externalId: sql('incoming."externalId"'),
      primaryBorrowerPartyId: sql('incoming."primaryBorrowerPartyId"'),
      externalContractNumber: sql('incoming."externalContractNumber"'),
      externalAccountNumber: sql('incoming."externalAccountNumber"'),
      currentBalanceCents: sql('incoming."balanceCents"'),
      statusCode: sql('incoming."statusCode"::account_status'),
      originatedOn: sql('incoming."originatedOn"'),
      firstDueOn: sql('incoming."firstDueOn"'),
      maturityOn: sql('incoming."maturityOn"'),
      originalPrincipalCents: sql('incoming."originalPrincipalCents"'),
      scheduledPaymentCents: sql('incoming."scheduledPaymentCents"'),
      annualRate: sql('incoming."annualRate"'),
      termMonths: sql('incoming."termMonths"'),
      ...leftOut('chargedOffOn', 'paidOffOn', 'nextDueSortOn', 'oldestUnpaidOn'),
      // Until the projection writes what the loan system reports.
      pastDueCents: sql('0'),
      loanSystemVersion: sql('incoming.version'),
      sourceRevision: sql('incoming.revision'),
      sourceStatus: sql('incoming."sourceStatus"'),
      syncedAt: sql('clock_timestamp()'),
      ...leftOut('sourceDeletedAt', 'createdAt', 'eventSequence'),
    });
    return `
    insert into ${into} select ${values}
      from organization o, json_to_recordset(${p.loans}::json) as incoming (id text, "externalId" text,
        "primaryBorrowerPartyId" text, "externalContractNumber" text, "externalAccountNumber" text,
        "balanceCents" bigint, "statusCode" text, "originatedOn" date, "firstDueOn" date, "maturityOn" date,
        "originalPrincipalCents" bigint, "scheduledPaymentCents" bigint, "annualRate" numeric, "termMonths" int,
        version bigint, revision text, "sourceStatus" text)
     where o.id = ${p.organizationId} and ${scope('o.id')}
     order by incoming."externalId"
    on conflict (organization_id, loan_system_code, external_id) do update
      set ${ON_READ_AGAIN}
    returning ${ACCOUNT}, account.external_id as "externalId"`;
  },
});

const BORROWERS = ['organizationId', 'accountId', 'personId', 'role', 'isActive'] as const;

/** `borrowersOf` is JSON: {accountId, personId, role}, for all borrowers of these accounts; as `setBorrowers`. */
export const setBorrowerSet = statement({
  name: 'sync.set_borrower_set',
  takes: { ...ORGANIZATION, accountIds: 'Account.id[]', borrowersOf: 'json' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('AccountBorrower', { ...selectedFrom('AccountBorrower', 'now', BORROWERS) });
    return `
    with incoming as materialized (
      select * from json_to_recordset(${p.borrowersOf}::json) as b ("accountId" text, "personId" text, role text)
    )
    insert into ${into} select ${values} from (
      select b.organization_id, b.account_id, b.person_id, b.role, false as is_active
        from account_borrower b
       where b.account_id = any(${p.accountIds}::text[]) and b.organization_id = ${p.organizationId}
         and ${scope('b.organization_id')} and b.is_active
         and (b.account_id, b.person_id) not in (select "accountId", "personId" from incoming)
      union all
      select o.id, incoming."accountId", incoming."personId", incoming.role, true
        from organization o, incoming where o.id = ${p.organizationId} and ${scope('o.id')}
    ) now
    on conflict (organization_id, account_id, person_id) do update
      set ${overwritten('AccountBorrower', ['role', 'isActive'])}
      where (account_borrower.role, account_borrower.is_active) is distinct from (excluded.role, excluded.is_active)`;
  },
});

const EVENT = columns('LifecycleEvent', 'lifecycle_event', ['accountId', 'type', 'occurredAt']);

export const knownEventsOfSet = statement({
  name: 'sync.known_events_of_set',
  takes: { ...ORGANIZATION, accountIds: 'Account.id[]' },
  gives: EVENT,
  text: ({ p, scope }) => `
    select ${EVENT} from lifecycle_event
     where account_id = any(${p.accountIds}::text[]) and organization_id = ${p.organizationId}
       and ${scope('organization_id')}`,
});

/** `present` is JSON: the external ids of all transactions, by account; as `markTransactionsDeleted`. */
export const markTransactionSetDeleted = statement({
  name: 'sync.mark_transaction_set_deleted',
  takes: { ...ORGANIZATION, accountIds: 'Account.id[]', present: 'json' },
  text: ({ p, scope }) => `
    update transaction set status = 'deleted', source_deleted_at = statement_timestamp()
     where account_id = any(${p.accountIds}::text[]) and organization_id = ${p.organizationId}
       and ${scope('organization_id')} and external_id is not null and source_deleted_at is null
       and (account_id, external_id) not in (
         select of_account.key, listed.value
           from json_each(${p.present}::json) of_account, json_array_elements_text(of_account.value) listed)`,
});
