import type { AccountStatusCode, LifecycleEventType } from '../../../core/contract/account.js';
import type { IsoDate, IsoInstant } from '../../../core/dates.js';
import { statement } from '../../../core/db/statement.js';

type Owner = { readonly organizationId: string; readonly loanSystemCode: string };

/** Orders readings: taken before one begins, so that what a later reading told is never overwritten by an earlier one. */
export const readingMark = statement<Record<never, never>, { mark: number }>({
  name: 'sync.reading_mark',
  unscoped: 'reads the clock',
  text: () => 'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as mark',
});

export interface SyncedAccountRow {
  readonly accountId: string;
  readonly statusCode: AccountStatusCode;
  readonly version: number | null;
}

/** Holds the account until the transaction ends: the changes of one account are written one after the other. */
export const lockSynced = statement<Owner & { externalId: string }, SyncedAccountRow>({
  name: 'sync.lock_account',
  text: ({ p, scope }) => `
    select id as "accountId", status_code as "statusCode", loan_system_version as version from account
     where loan_system_code = ${p.loanSystemCode} and external_id = ${p.externalId}
       and organization_id = ${p.organizationId} and ${scope('organization_id')} for no key update`,
});

type PersonFields = Owner & {
  readonly id: string;
  readonly externalId: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly phone: string | null;
};

/** A borrower, once per system. Held until the transaction ends. */
export const upsertPerson = statement<PersonFields, { id: string }>({
  name: 'sync.upsert_person',
  text: ({ p, scope }) => `
    insert into person (id, organization_id, display_name, email, phone, loan_system_code, external_id)
    select ${p.id}::text, o.id, ${p.displayName}::text, ${p.email}::text, ${p.phone}::text, ${p.loanSystemCode}::text,
           ${p.externalId}::text
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, loan_system_code, external_id) do update
      set display_name = excluded.display_name, email = excluded.email, phone = excluded.phone
    returning id`,
});

type Addresses = { readonly organizationId: string; readonly personId: string; readonly addresses: string };

/**
 * `addresses` is JSON, each with a fresh id. Those that the system no longer tells of stay, and are no longer current. A
 * statement of its own behind `upsertPerson`: it must see what whoever held the person before has written.
 */
export const setAddresses = statement<Addresses, never>({
  name: 'sync.set_addresses',
  text: ({ p, scope }) => `
    with told as (
      select a.* from jsonb_to_recordset(${p.addresses}::jsonb) as a (id text, line1 text, line2 text, city text,
        state text, "postalCode" text, country text)
    ), matched as (
      select known.id, told.id is not null as is_told, told.id as told_id
        from person_address known
        left join told on (told.line1, told.line2, told.city, told.state, told."postalCode", told.country)
          is not distinct from (known.line1, known.line2, known.city, known.state, known.postal_code, known.country)
       where known.organization_id = ${p.organizationId} and ${scope('known.organization_id')}
         and known.person_id = ${p.personId}
    ), seen as (
      update person_address a set is_current = m.is_told from matched m where a.id = m.id and a.is_current <> m.is_told
    )
    insert into person_address (id, organization_id, person_id, line1, line2, city, state, postal_code, country)
    select told.id, n.organization_id, n.id, told.line1, told.line2, told.city, told.state, told."postalCode", told.country
      from told cross join person n
     where n.id = ${p.personId} and n.organization_id = ${p.organizationId} and ${scope('n.organization_id')}
       and not exists (select from matched m where m.told_id = told.id)`,
});

type AccountFields = Owner & {
  readonly id: string;
  readonly externalId: string;
  readonly primaryBorrowerPartyId: string;
  readonly externalContractNumber: string | null;
  readonly externalAccountNumber: string | null;
  readonly balanceCents: number;
  readonly statusCode: string;
  readonly originatedOn: string | null;
  readonly firstDueOn: string | null;
  readonly maturityOn: string | null;
  readonly originalPrincipalCents: number | null;
  readonly scheduledPaymentCents: number | null;
  readonly annualRate: string | null;
  readonly termMonths: number | null;
  readonly revision: string;
  readonly sourceStatus: string;
  readonly version: number;
};

/** The account but for its standing, which the projection writes. No row: a later reading has been written already. */
export const upsertAccount = statement<AccountFields, { id: string }>({
  name: 'sync.upsert_account',
  text: ({ p, scope }) => `
    insert into account (id, organization_id, loan_system_code, external_id, primary_borrower_party_id,
      external_contract_number, external_account_number, current_balance_cents, status_code, originated_on, first_due_on,
      maturity_on, original_principal_cents, scheduled_payment_cents, annual_rate, term_months, source_revision,
      source_status, synced_at, loan_system_version)
    select ${p.id}::text, o.id, ${p.loanSystemCode}::text, ${p.externalId}::text, ${p.primaryBorrowerPartyId}::text,
      ${p.externalContractNumber}::text, ${p.externalAccountNumber}::text, ${p.balanceCents}::bigint,
      ${p.statusCode}::account_status, ${p.originatedOn}::date, ${p.firstDueOn}::date, ${p.maturityOn}::date,
      ${p.originalPrincipalCents}::bigint, ${p.scheduledPaymentCents}::bigint, ${p.annualRate}::numeric,
      ${p.termMonths}::int, ${p.revision}::text, ${p.sourceStatus}::text, clock_timestamp(), ${p.version}::bigint
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, loan_system_code, external_id) do update set
      primary_borrower_party_id = excluded.primary_borrower_party_id,
      external_contract_number = excluded.external_contract_number,
      external_account_number = excluded.external_account_number, originated_on = excluded.originated_on,
      first_due_on = excluded.first_due_on, maturity_on = excluded.maturity_on,
      original_principal_cents = excluded.original_principal_cents,
      scheduled_payment_cents = excluded.scheduled_payment_cents, annual_rate = excluded.annual_rate,
      term_months = excluded.term_months, source_revision = excluded.source_revision,
      source_status = excluded.source_status, synced_at = excluded.synced_at, source_deleted_at = null
      where account.organization_id = excluded.organization_id
        and coalesce(excluded.loan_system_version >= account.loan_system_version, true)
    returning id`,
});

type Account = { readonly organizationId: string; readonly accountId: string };

/** `borrowers` is JSON: {personId, role}. Who is no longer among them stays, inactive. */
export const setBorrowers = statement<Account & { readonly borrowers: string }, never>({
  name: 'sync.set_borrowers',
  text: ({ p, scope }) => `
    with told as (
      select b.* from jsonb_to_recordset(${p.borrowers}::jsonb) as b ("personId" text, role text)
    ), gone as (
      update account_borrower set is_active = false
       where account_id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
         and is_active and person_id not in (select "personId" from told)
    )
    insert into account_borrower (organization_id, account_id, person_id, role)
    select a.organization_id, a.id, told."personId", told.role from account a cross join told
     where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
    on conflict (organization_id, account_id, person_id) do update set role = excluded.role, is_active = true
      where (account_borrower.role, account_borrower.is_active) is distinct from (excluded.role, true)`,
});

export const knownEvents = statement<Account, { type: LifecycleEventType; occurredAt: IsoInstant }>({
  name: 'sync.known_events',
  text: ({ p, scope }) => `
    select type, occurred_at as "occurredAt" from lifecycle_event
     where account_id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

export interface OwnPostingRow {
  /** The external reference that it was posted under. */
  readonly reference: string;
  /** The loan system's own identifier of the posting, as it was then. */
  readonly externalId: string | null;
  readonly paymentMethod: string;
  readonly isNsf: boolean;
  /** Of its reversal. */
  readonly reason: string | null;
}

/** What we posted to an account, and took back, in words that its loan system does not keep. */
export const ownPostings = statement<Account, OwnPostingRow>({
  name: 'sync.own_postings',
  text: ({ p, scope }) => `
    select c.id as reference, c.posting_external_id as "externalId", c.payment_method::text as "paymentMethod",
           coalesce(r.is_nsf, false) as "isNsf", r.reason
      from collected_payment c
      left join payment_reversal r
        on r.organization_id = c.organization_id and r.payment_id = c.id and r.status = 'reversed'
     where c.account_id = ${p.accountId} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}
    union all
    select u.id, u.posting_external_id, coalesce(i.instrument_type::text, 'card'), false, null
      from autopay_run u
      left join lateral (
        select m.instrument_type from autopay_attempt t
          join payment_method m on m.organization_id = t.organization_id and m.id = t.payment_method_id
         where t.organization_id = u.organization_id and t.run_id = u.id order by t.number desc limit 1) i on true
     where u.account_id = ${p.accountId} and u.organization_id = ${p.organizationId} and ${scope('u.organization_id')}
       and u.posted_at is not null`,
});

/** What its loan system no longer has is kept, and says so. */
export const markTransactionsDeleted = statement<Account & { readonly present: readonly string[] }, never>({
  name: 'sync.mark_transactions_deleted',
  text: ({ p, scope }) => `
    update transaction set status = 'deleted', source_deleted_at = clock_timestamp()
     where account_id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and external_id is not null and source_deleted_at is null and external_id <> all(${p.present}::text[])`,
});

export interface StandingRow {
  readonly balanceCents: number;
  readonly chargedOffOn: IsoDate | null;
  readonly paidOffOn: IsoDate | null;
}

/** An account whose loan is gone from its system. */
export const markAccountDeleted = statement<Account, StandingRow>({
  name: 'sync.mark_account_deleted',
  text: ({ p, scope }) => `
    update account set source_deleted_at = clock_timestamp(), source_revision = null, synced_at = clock_timestamp()
     where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and source_deleted_at is null
    returning current_balance_cents as "balanceCents", charged_off_on as "chargedOffOn", paid_off_on as "paidOffOn"`,
});

/** Which loan of which system an account stands for. */
export const accountForSync = statement<{ accountId: string }, Owner & { readonly externalId: string }>({
  name: 'sync.account',
  text: ({ p, scope }) => `
    select organization_id as "organizationId", loan_system_code as "loanSystemCode", external_id as "externalId"
      from account where id = ${p.accountId} and ${scope('organization_id')}`,
});
