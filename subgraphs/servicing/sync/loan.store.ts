import { columns, columnsAs, derived, type RowOf } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { inserted, LEFT_OUT, overwritten, sql } from '../../../core/db/written.js';

const OWNER = { organizationId: 'Account.organizationId', loanSystemCode: 'Account.loanSystemCode' } as const;

/** Orders readings: taken before one begins, so that what a later reading told is never overwritten by an earlier one. */
export const readingMark = statement({
  name: 'sync.reading_mark',
  unscoped: 'reads the clock',
  gives: derived({ mark: 'int8' }),
  text: () => 'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as mark',
});

const SYNCED = columnsAs('Account', 'account', {
  accountId: 'id',
  statusCode: 'statusCode',
  version: 'loanSystemVersion',
});
export type SyncedAccountRow = RowOf<typeof SYNCED>;

/** Holds the account until the transaction ends: the changes of one account are written one after the other. */
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

/** A borrower, once per system. Held until the transaction ends. */
export const upsertPerson = statement({
  name: 'sync.upsert_person',
  takes: {
    ...OWNER,
    id: 'Person.id',
    externalId: 'text',
    displayName: 'Person.displayName',
    email: 'Person.email',
    phone: 'Person.phone',
  },
  gives: PERSON_ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted('Person', {
      id: p.id,
      organizationId: sql('o.id'),
      displayName: p.displayName,
      email: p.email,
      phone: p.phone,
      loanSystemCode: p.loanSystemCode,
      externalId: p.externalId,
      createdAt: LEFT_OUT,
      erasedAt: LEFT_OUT,
    });
    return `
    insert into ${into} select ${values}
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, loan_system_code, external_id) do update
      set ${overwritten('Person', ['displayName', 'email', 'phone'])}
    returning ${PERSON_ID}`;
  },
});

const ACCOUNT_ID = columns('Account', 'account', ['id']);

/** The account but for its standing, which the projection writes. No row: a later reading has been written already. */
export const upsertAccount = statement({
  name: 'sync.upsert_account',
  takes: {
    ...OWNER,
    id: 'Account.id',
    externalId: 'Account.externalId',
    primaryBorrowerPartyId: 'Account.primaryBorrowerPartyId',
    externalContractNumber: 'Account.externalContractNumber',
    externalAccountNumber: 'Account.externalAccountNumber',
    balanceCents: 'Account.currentBalanceCents',
    statusCode: 'Account.statusCode',
    originatedOn: 'Account.originatedOn',
    firstDueOn: 'Account.firstDueOn',
    maturityOn: 'Account.maturityOn',
    originalPrincipalCents: 'Account.originalPrincipalCents',
    scheduledPaymentCents: 'Account.scheduledPaymentCents',
    annualRate: 'Account.annualRate',
    termMonths: 'Account.termMonths',
    revision: 'text',
    sourceStatus: 'Account.sourceStatus',
    version: 'int8',
  },
  gives: ACCOUNT_ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted('Account', {
      id: p.id,
      organizationId: sql('o.id'),
      loanSystemCode: p.loanSystemCode,
      externalId: p.externalId,
      primaryBorrowerPartyId: p.primaryBorrowerPartyId,
      externalContractNumber: p.externalContractNumber,
      externalAccountNumber: p.externalAccountNumber,
      currentBalanceCents: p.balanceCents,
      statusCode: p.statusCode,
      originatedOn: p.originatedOn,
      firstDueOn: p.firstDueOn,
      maturityOn: p.maturityOn,
      originalPrincipalCents: p.originalPrincipalCents,
      scheduledPaymentCents: p.scheduledPaymentCents,
      annualRate: p.annualRate,
      termMonths: p.termMonths,
      chargedOffOn: LEFT_OUT,
      paidOffOn: LEFT_OUT,
      nextDueSortOn: LEFT_OUT,
      loanSystemVersion: p.version,
      sourceRevision: p.revision,
      sourceStatus: p.sourceStatus,
      syncedAt: sql('clock_timestamp()'),
      sourceDeletedAt: LEFT_OUT,
      createdAt: LEFT_OUT,
      eventSequence: LEFT_OUT,
    });
    const told = overwritten('Account', [
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
    ]);
    return `
    insert into ${into} select ${values}
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, loan_system_code, external_id) do update set ${told}, source_deleted_at = null
      where account.organization_id = excluded.organization_id
        and coalesce(excluded.loan_system_version >= account.loan_system_version, true)
    returning ${ACCOUNT_ID}`;
  },
});

const ACCOUNT = { organizationId: 'Account.organizationId', accountId: 'Account.id' } as const;

/** `borrowers` is JSON: {personId, role}. Who is no longer among them stays, inactive. */
export const setBorrowers = statement({
  name: 'sync.set_borrowers',
  takes: { ...ACCOUNT, borrowers: 'jsonb' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('AccountBorrower', {
      organizationId: sql('now.organization_id'),
      accountId: sql('now.account_id'),
      personId: sql('now.person_id'),
      role: sql('now.role'),
      isActive: sql('now.is_active'),
    });
    return `
    with told as (
      select b.* from jsonb_to_recordset(${p.borrowers}::jsonb) as b ("personId" text, role text)
    )
    insert into ${into} select ${values} from (
      select b.organization_id, b.account_id, b.person_id, b.role, false as is_active
        from account_borrower b
       where b.account_id = ${p.accountId} and b.organization_id = ${p.organizationId} and ${scope('b.organization_id')}
         and b.is_active and b.person_id not in (select "personId" from told)
      union all
      select a.organization_id, a.id, told."personId", told.role, true
        from account a cross join told
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

const OWN_POSTING = derived({
  /** The external reference that it was posted under. */
  reference: 'text',
  /** The loan system's own identifier of the posting, as it was then. */
  externalId: 'text?',
  paymentMethod: 'text',
  isNsf: 'bool',
  /** Of its reversal. */
  reason: 'text?',
});
export type OwnPostingRow = RowOf<typeof OWN_POSTING>;

/** What took a posting of an autopay run back, as `back`. */
const TAKEN_BACK = (organization: string, run: string, reference: string) => `
      left join autopay_correction back on back.organization_id = ${organization} and back.run_id = ${run}
       and back.kind = 'reversal' and back.status = 'done' and back.payment_reference = ${reference}`;

/** What a run was last tried with, as `m`. */
const PAID_BY = (organization: string, run: string) => `
      left join (autopay_attempt t join payment_method m on m.organization_id = ${organization} and m.id = t.payment_method_id)
        on t.organization_id = ${organization} and t.run_id = ${run} and not exists (select from autopay_attempt later
          where later.organization_id = ${organization} and later.run_id = t.run_id and later.number > t.number)`;

/** What we posted to an account, and took back, in words that its loan system does not keep: each table names its organization by value. */
export const ownPostings = statement({
  name: 'sync.own_postings',
  takes: ACCOUNT,
  gives: OWN_POSTING,
  text: ({ p, scope }) => `
    select c.id as reference, c.posting_external_id as "externalId", c.payment_method::text as "paymentMethod",
           coalesce(r.is_nsf, false) as "isNsf", r.reason
      from collected_payment c
      left join payment_reversal r
        on r.organization_id = c.organization_id and r.payment_id = c.id and r.status = 'reversed'
     where c.account_id = ${p.accountId} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}
    union all
    select u.id, coalesce(back.posting_external_id, u.posting_external_id), coalesce(m.instrument_type::text, 'card'), false, back.reason
      from autopay_run u ${TAKEN_BACK(p.organizationId, 'u.id', 'u.id')} ${PAID_BY(p.organizationId, 'u.id')}
     where u.account_id = ${p.accountId} and u.organization_id = ${p.organizationId} and ${scope('u.organization_id')}
       and u.posted_at is not null
    union all
    select again.id, again.posting_external_id, coalesce(m.instrument_type::text, 'card'), false, back.reason
      from autopay_run u
      join autopay_correction again on again.organization_id = ${p.organizationId} and again.run_id = u.id
       and again.kind = 'posting' and again.status = 'done'
      ${TAKEN_BACK(p.organizationId, 'u.id', 'again.id')} ${PAID_BY(p.organizationId, 'u.id')}
     where u.account_id = ${p.accountId} and u.organization_id = ${p.organizationId} and ${scope('u.organization_id')}
       and u.posted_at is not null`,
});

/** What its loan system no longer has is kept, and says so. */
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

/** An account whose loan is gone from its system. */
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

const LOAN = columns('Account', 'account', ['organizationId', 'loanSystemCode', 'externalId']);

/** Which loan of which system an account stands for. */
export const accountForSync = statement({
  name: 'sync.account',
  takes: { accountId: 'Account.id' },
  gives: LOAN,
  text: ({ p, scope }) => `select ${LOAN} from account where id = ${p.accountId} and ${scope('organization_id')}`,
});
