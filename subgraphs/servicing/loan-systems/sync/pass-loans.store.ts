import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import { inserted, overwritten, selectedFrom, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';

const NOTED_IN_PASS = (p: { readonly startedAt: string }) => `u.noted_at >= ${p.startedAt}::timestamptz`;

/** The loans of one system. Keys of accounts begin with its organization. */
const LOANS = { organizationId: 'Account.organizationId', code: 'Account.loanSystemCode' } as const;

/** Without a revision, which only heads have. */
const HEAD = derived({ externalId: 'text', revision: 'text?' });
export type HeadToRead = RowOf<typeof HEAD>;
/** Null: the loan is new. */
const STORED = derived({ storedRevision: 'text?' });
export type DifferingHead = HeadToRead & RowOf<typeof STORED>;

/**
 * From a page of heads, as JSON: the loans to read. Their revision differs from the stored one, or from the one that
 * was found odd. Excludes loans that this pass has already tried without success, when it resumes a page.
 */
export const headsToRead = statement({
  name: 'sync.heads_to_read',
  unscoped: 'names_its_organization',
  takes: { ...LOANS, startedAt: 'timestamptz', heads: 'jsonb' },
  gives: [HEAD, STORED],
  text: ({ p }) => `
    select h."externalId", h.revision, a.source_revision as "storedRevision" from jsonb_to_recordset(${p.heads}::jsonb) as h ("externalId" text, revision text)
      left join account a on a.organization_id = ${p.organizationId} and a.loan_system_code = ${p.code}
        and a.external_id = h."externalId"
      left join unread_loan u on u.loan_system_code = ${p.code} and u.external_id = h."externalId"
     where h.revision is distinct from a.source_revision and h.revision is distinct from u.revision
       and coalesce(not (${NOTED_IN_PASS(p)}), true)`,
});

const FAILED = columns('UnreadLoan', 'u', ['externalId']);

/** Loans that earlier passes could not read or write, by external id. */
export const failedLoans = statement({
  name: 'sync.failed_loans',
  unscoped: 'loan_system_without_borrower_data',
  takes: {
    code: 'UnreadLoan.loanSystemCode',
    startedAt: 'timestamptz',
    after: 'UnreadLoan.externalId',
    limit: 'int8',
  },
  gives: [FAILED, derived({ revision: 'text?' })],
  text: ({ p }) => `
    select ${FAILED}, null::text as revision from unread_loan u
     where u.loan_system_code = ${p.code} and u.kind = 'failed' and not (${NOTED_IN_PASS(p)}) and u.external_id > ${p.after}
     order by u.external_id limit ${p.limit}`,
});

/** `loans` is JSON: {externalId, kind, revision}. */
export const noteUnread = statement({
  name: 'sync.note_unread',
  unscoped: 'loan_system_without_borrower_data',
  takes: { code: 'UnreadLoan.loanSystemCode', loans: 'jsonb' },
  text: ({ p }) => {
    const { into, values } = inserted('UnreadLoan', {
      loanSystemCode: p.code,
      externalId: sql('l."externalId"'),
      ...selectedFrom('UnreadLoan', 'l', ['kind', 'revision']),
      notedAt: sql('clock_timestamp()'),
    });
    return `
    insert into ${into} select ${values}
      from jsonb_to_recordset(${p.loans}::jsonb) as l ("externalId" text, kind text, revision text)
    on conflict (loan_system_code, external_id) do update
      set ${overwritten('UnreadLoan', ['kind', 'revision', 'notedAt'])}`;
  },
});

export const forgetUnread = statement({
  name: 'sync.forget_unread',
  unscoped: 'loan_system_without_borrower_data',
  takes: { code: 'UnreadLoan.loanSystemCode', externalIds: 'UnreadLoan.externalId[]' },
  text: ({ p }) => `
    delete from unread_loan where loan_system_code = ${p.code} and external_id = any(${p.externalIds}::text[])`,
});

/** A loan that was listed and could not be read or written counts as seen. */
const UNSEEN = (p: {
  readonly organizationId: string;
  readonly code: string;
  readonly startedAt: string;
}) => `organization_id = ${p.organizationId} and loan_system_code = ${p.code} and source_deleted_at is null
  and coalesce(synced_at < ${p.startedAt}::timestamptz, true) and not exists (
    select from unread_loan u where u.loan_system_code = ${p.code} and u.external_id = account.external_id
      and ${NOTED_IN_PASS(p)})`;

const UNSEEN_ACCOUNT = columns('Account', 'account', ['externalId']);

/** Accounts whose loans a full pass has not listed, by external id. */
export const unseenAccounts = statement({
  name: 'sync.unseen_accounts',
  unscoped: 'names_its_organization',
  takes: { ...LOANS, startedAt: 'timestamptz', after: 'Account.externalId', limit: 'int8' },
  gives: UNSEEN_ACCOUNT,
  text: ({ p }) => `
    select ${UNSEEN_ACCOUNT} from account where ${UNSEEN(p)} and external_id > ${p.after}
     order by external_id limit ${p.limit}`,
});

export const countUnseen = statement({
  name: 'sync.count_unseen',
  unscoped: 'names_its_organization',
  takes: { ...LOANS, startedAt: 'timestamptz' },
  gives: derived({ unseen: 'int8', all: 'int8' }),
  text: ({ p }) => `
    select count(*) filter (where ${UNSEEN(p)}) as unseen, count(*) as all from account
     where organization_id = ${p.organizationId} and loan_system_code = ${p.code} and source_deleted_at is null`,
});
