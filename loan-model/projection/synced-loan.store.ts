import { columns, columnsAs, type RowOf, typesOf } from '../../core/db/columns.js';
import { inserted, leftOut, overwritten, sameNamed, selectedFrom, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';

const OWNER = { organizationId: 'Account.organizationId', loanSystemCode: 'Account.loanSystemCode' } as const;

const SYNCED = columnsAs('Account', 'account', {
  accountId: 'id',
  statusCode: 'statusCode',
  version: 'loanSystemVersion',
});
export type SyncedAccountRow = RowOf<typeof SYNCED>;

/** Locks the account until the transaction ends: changes of one account are written one after the other. */
export const lockSynced = statement({
  name: 'sync.lock_account',
  takes: { ...OWNER, externalId: 'Account.externalId' },
  gives: SYNCED,
  text: ({ p, scope }) => `
    select ${SYNCED} from account
     where loan_system_code = ${p.loanSystemCode} and external_id = ${p.externalId}
       and organization_id = ${p.organizationId} and ${scope('organization_id')} for no key update`,
});

const PERSON_ID = columns('Person', 'person', ['id']);

/** A borrower, stored once per loan system. The row is locked until the transaction ends. */
export const upsertPerson = statement({
  name: 'sync.upsert_person',
  takes: {
    ...OWNER,
    id: 'Person.id',
    externalId: 'text',
    ...typesOf('Person', ['displayName', 'email', 'phone']),
  },
  gives: PERSON_ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted('Person', {
      id: p.id,
      organizationId: sql('o.id'),
      ...sameNamed(p, ['displayName', 'email', 'phone', 'loanSystemCode', 'externalId']),
      ...leftOut('createdAt', 'erasedAt'),
    });
    return `
    insert into ${into} select ${values}
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, loan_system_code, external_id) do update
      set ${overwritten('Person', ['displayName', 'email', 'phone'])}
    returning ${PERSON_ID}`;
  },
});

/**
 * SQL: what the insert of an account does for one that is already stored, for DO UPDATE SET. Nothing, when a later
 * reading is already written.
 */
export const ON_READ_AGAIN = `${overwritten('Account', [
  'primaryBorrowerPartyId',
  'externalContractNumber',
  'externalAccountNumber',
  'originatedOn',
  'firstDueOn',
  'maturityOn',
  'originalPrincipalCents',
  'scheduledPaymentCents',
  'annualRate',
  'termMonths',
  'sourceRevision',
  'sourceStatus',
  'syncedAt',
])}, source_deleted_at = null
      where account.organization_id = excluded.organization_id
        and coalesce(excluded.loan_system_version >= account.loan_system_version, true)`;

const ACCOUNT_ID = columns('Account', 'account', ['id']);

/**
 * The account without its balance, status and milestones, which the projection writes. No row: a later reading is
 * already written.
 */
export const upsertAccount = statement({
  name: 'sync.upsert_account',
  takes: {
    ...OWNER,
    ...typesOf('Account', ['id', 'externalId', 'primaryBorrowerPartyId']),
    ...typesOf('Account', ['externalContractNumber', 'externalAccountNumber']),
    balanceCents: 'Account.currentBalanceCents',
    ...typesOf('Account', ['statusCode', 'originatedOn', 'firstDueOn', 'maturityOn']),
    ...typesOf('Account', ['originalPrincipalCents', 'scheduledPaymentCents', 'annualRate', 'termMonths']),
    revision: 'text',
    sourceStatus: 'Account.sourceStatus',
    version: 'int8',
  },
  gives: ACCOUNT_ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted('Account', {
      id: p.id,
      organizationId: sql('o.id'),
      ...sameNamed(p, ['loanSystemCode', 'externalId', 'primaryBorrowerPartyId']),
      ...sameNamed(p, ['externalContractNumber', 'externalAccountNumber']),
      currentBalanceCents: p.balanceCents,
      ...sameNamed(p, ['statusCode', 'originatedOn', 'firstDueOn', 'maturityOn']),
      ...sameNamed(p, ['originalPrincipalCents', 'scheduledPaymentCents', 'annualRate', 'termMonths']),
      ...leftOut('chargedOffOn', 'paidOffOn', 'nextDueSortOn', 'oldestUnpaidOn'),
      // Until the projection writes what the loan system reports.
      pastDueCents: sql('0'),
      loanSystemVersion: p.version,
      sourceRevision: p.revision,
      sourceStatus: p.sourceStatus,
      syncedAt: sql('clock_timestamp()'),
      ...leftOut('sourceDeletedAt', 'createdAt', 'eventSequence'),
    });
    return `
    insert into ${into} select ${values}
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, loan_system_code, external_id) do update set ${ON_READ_AGAIN}
    returning ${ACCOUNT_ID}`;
  },
});

const ACCOUNT = { organizationId: 'Account.organizationId', accountId: 'Account.id' } as const;

/** `borrowers` is JSON: {personId, role}. Former borrowers stay, but become inactive. */
export const setBorrowers = statement({
  name: 'sync.set_borrowers',
  takes: { ...ACCOUNT, borrowers: 'jsonb' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('AccountBorrower', {
      ...selectedFrom('AccountBorrower', 'now', ['organizationId', 'accountId', 'personId', 'role', 'isActive']),
    });
    return `
    with incoming as (
      select b.* from jsonb_to_recordset(${p.borrowers}::jsonb) as b ("personId" text, role text)
    )
    insert into ${into} select ${values} from (
      select b.organization_id, b.account_id, b.person_id, b.role, false as is_active
        from account_borrower b
       where b.account_id = ${p.accountId} and b.organization_id = ${p.organizationId} and ${scope('b.organization_id')}
         and b.is_active and b.person_id not in (select "personId" from incoming)
      union all
      select a.organization_id, a.id, incoming."personId", incoming.role, true
        from account a cross join incoming
       where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
    ) now
    on conflict (organization_id, account_id, person_id) do update
      set ${overwritten('AccountBorrower', ['role', 'isActive'])}
      where (account_borrower.role, account_borrower.is_active) is distinct from (excluded.role, excluded.is_active)`;
  },
});

const EVENT = columns('LifecycleEvent', 'lifecycle_event', ['type', 'occurredAt']);

export const knownEvents = statement({
  name: 'sync.known_events',
  takes: ACCOUNT,
  gives: EVENT,
  text: ({ p, scope }) => `
    select ${EVENT} from lifecycle_event
     where account_id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

/** Keeps transactions that their loan system has deleted and marks them as deleted. */
export const markTransactionsDeleted = statement({
  name: 'sync.mark_transactions_deleted',
  takes: { ...ACCOUNT, present: 'text[]' },
  text: ({ p, scope }) => `
    update transaction set status = 'deleted', source_deleted_at = statement_timestamp()
     where account_id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and external_id is not null and source_deleted_at is null and external_id <> all(${p.present}::text[])`,
});

const STANDING = columnsAs('Account', 'account', {
  balanceCents: 'currentBalanceCents',
  chargedOffOn: 'chargedOffOn',
  paidOffOn: 'paidOffOn',
});

/** An account whose loan was deleted in its system. */
export const markAccountDeleted = statement({
  name: 'sync.mark_account_deleted',
  takes: ACCOUNT,
  gives: STANDING,
  text: ({ p, scope }) => `
    update account set source_deleted_at = statement_timestamp(), source_revision = null, synced_at = statement_timestamp()
     where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and source_deleted_at is null
    returning ${STANDING}`,
});

/** Marks unchanged loans as seen by a full pass. */
export const markSeen = statement({
  name: 'sync.note_seen',
  unscoped: 'names_its_organization',
  takes: {
    organizationId: 'Account.organizationId',
    code: 'Account.loanSystemCode',
    externalIds: 'Account.externalId[]',
  },
  text: ({ p }) => `
    update account set synced_at = statement_timestamp()
     where organization_id = ${p.organizationId} and loan_system_code = ${p.code} and external_id = any(${p.externalIds}::text[])`,
});
