import { columns, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { comparedReferences, referenceFacts } from './compared-references-sql.js';

const LOOK = { organizationId: 'TieOutComparison.organizationId', id: 'TieOutComparison.id' } as const;

const ENTRY =
  '(organization_id, look_id, about, external_id, reference, amount_cents, is_reversed, effective_on, loan_external_id)';

/**
 * Stages a page of the other side. A payment is named by its id here, and by its reference there. Reading it again after a crash gives
 * the same rows.
 */
export const stageEntries = statement({
  name: 'tie_out.stage_entries',
  takes: {
    ...LOOK,
    about: 'text',
    externalIds: 'text[]',
    references: 'text[]',
    amounts: 'text?[]',
    reversed: 'text[]',
    days: 'text?[]',
    loans: 'text?[]',
  },
  text: ({ p, scope }) => `
    insert into tie_out_entry ${ENTRY}
    select ${p.organizationId}::text, ${p.id}::text, ${p.about}::text, given.external_id,
           coalesce((select c.id from collected_payment c where c.organization_id = ${p.organizationId}
             and c.posting_reference = given.reference and ${p.about}::text = 'payment'), given.reference),
           given.amount::bigint, given.reversed::boolean, given.day::date, given.loan
      from unnest(${p.externalIds}::text[], ${p.references}::text[], ${p.amounts}::text[], ${p.reversed}::text[],
        ${p.days}::text[], ${p.loans}::text[]) as given (external_id, reference, amount, reversed, day, loan)
     where ${scope(`${p.organizationId}::text`)}
    on conflict (organization_id, look_id, about, external_id)
      do update set is_reversed = excluded.is_reversed, amount_cents = excluded.amount_cents,
        effective_on = coalesce(tie_out_entry.effective_on, excluded.effective_on)`,
});

/** A posting of the ledger, `e`, as it is staged. */
const ledgerEntry = (organization: string) => `
  l.organization_id, l.id, 'payment', e.reference_number::text, e.external_reference,
  (select sum(line.amount_cents) from ledger_line line where line.organization_id = ${organization}
     and line.reference_number = e.reference_number and line.ledger_account = 'cash')::bigint,
  exists (select from ledger_entry back where back.organization_id = ${organization}
     and back.reverses_reference = e.reference_number),
  e.effective_on, e.loan_id`;

const inSystem = (organization: string) => `
  join account a on a.organization_id = ${organization} and a.loan_system_code = l.subject and a.external_id = e.loan_id`;

/** In the ledger: the postings under the compared references. */
export const stageLedgerOurs = statement({
  name: 'tie_out.stage_ledger_ours',
  takes: LOOK,
  text: ({ p, scope }) => `
    insert into tie_out_entry ${ENTRY}
    select ${ledgerEntry(p.organizationId)} from tie_out_look l
      cross join lateral (${comparedReferences('l', p.organizationId, scope)}) ours
      join ledger_entry e on e.organization_id = ${p.organizationId} and e.external_reference = ours.id
       and e.type in ('payment', 'recovery') ${inSystem(p.organizationId)}
     where l.organization_id = ${p.organizationId} and l.id = ${p.id} and ${scope('l.organization_id')}
    on conflict (organization_id, look_id, about, external_id) do nothing`,
});

/** In the ledger: a page of the days' entries that carry a reference, and of the reversals made on them. */
export const stageLedgerPage = statement({
  name: 'tie_out.stage_ledger_page',
  takes: { ...LOOK, afterDay: 'date', afterNumber: 'int8', limit: 'int8' },
  gives: derived({ day: 'date', number: 'int8', entries: 'int8' }),
  text: ({ p, scope }) => `
    with page as materialized (
      select e.organization_id, e.reference_number, e.effective_on, e.type, e.reverses_reference
        from tie_out_look l join ledger_entry e on e.organization_id = ${p.organizationId}
         and e.effective_on between l.first_day and l.business_day
       where l.organization_id = ${p.organizationId} and l.id = ${p.id} and ${scope('l.organization_id')}
         and (e.effective_on, e.reference_number) > (${p.afterDay}::date, ${p.afterNumber}::bigint)
       order by e.effective_on, e.reference_number limit ${p.limit}
    ), staged as (
      insert into tie_out_entry ${ENTRY}
      select distinct ${ledgerEntry(p.organizationId)} from page
        join tie_out_look l on l.organization_id = ${p.organizationId} and l.id = ${p.id}
        join ledger_entry e on e.organization_id = ${p.organizationId} and e.external_reference is not null
         and e.type in ('payment', 'recovery') and e.reference_number = case
           when page.type in ('payment', 'recovery') then page.reference_number else page.reverses_reference end ${inSystem(p.organizationId)}
      on conflict (organization_id, look_id, about, external_id) do nothing
    )
    select page.effective_on as day, page.reference_number as number, count(*) over () as entries
      from page order by page.effective_on desc, page.reference_number desc limit 1`,
});

const LISTED_LOAN = '(organization_id, loan_system_code, external_id, revision, look_id, is_read)';
const IS_LISTED_AGAIN = `
    on conflict (organization_id, loan_system_code, external_id)
      do update set look_id = excluded.look_id, is_read = false
      where tie_out_loan.look_id <> excluded.look_id`;

/** For a remote system: the loans that Tributary posted to, in order. */
export const postedLoans = statement({
  name: 'tie_out.posted_loans',
  takes: { ...LOOK, afterLoan: 'text', limit: 'int8' },
  gives: derived({ loan: 'text' }),
  text: ({ p, scope }) => `
    with ours as materialized (
      select o.id from tie_out_look l cross join lateral (${comparedReferences('l', p.organizationId, scope)}) o
       where l.organization_id = ${p.organizationId} and l.id = ${p.id} and ${scope('l.organization_id')}
    )
    select distinct known.loan from (${referenceFacts(p.organizationId, scope)}) known
     where known.loan > ${p.afterLoan} order by known.loan limit ${p.limit}`,
});

export const listLoans = statement({
  name: 'tie_out.list_loans',
  takes: { ...LOOK, code: 'text', externalIds: 'text[]' },
  text: ({ p, scope }) => `
    insert into tie_out_loan ${LISTED_LOAN}
    select ${p.organizationId}::text, ${p.code}::text, given.external_id, null::text, ${p.id}::text, false
      from unnest(${p.externalIds}::text[]) as given (external_id)
     where ${scope(`${p.organizationId}::text`)}
    ${IS_LISTED_AGAIN}`,
});

/** For a remote system: the loans of open differences. */
export const listDifferentLoans = statement({
  name: 'tie_out.list_different_loans',
  takes: LOOK,
  text: ({ p, scope }) => `
    insert into tie_out_loan ${LISTED_LOAN}
    select distinct l.organization_id, l.subject, d.theirs->>'loan', null::text, l.id, false from tie_out_look l
      join tie_out_difference d on d.organization_id = ${p.organizationId} and d.subject = l.subject and d.theirs->>'loan' is not null
      join operator_exception x on x.organization_id = ${p.organizationId} and x.id = d.id and x.resolved_at is null
     where l.organization_id = ${p.organizationId} and l.id = ${p.id} and ${scope('l.organization_id')}
    ${IS_LISTED_AGAIN}`,
});

/** For a remote system: the loans that could not be read before. */
export const listUnreadLoans = statement({
  name: 'tie_out.list_unread_loans',
  takes: { ...LOOK, code: 'text' },
  text: ({ p, scope }) => `
    update tie_out_loan n set look_id = ${p.id}
     where n.organization_id = ${p.organizationId} and n.loan_system_code = ${p.code} and not n.is_read
       and n.look_id <> ${p.id} and ${scope('n.organization_id')}`,
});

const LOAN = columns('TieOutLoan', 'n', ['externalId']);

/** Loans that this comparison still has to read. */
export const loansToRead = statement({
  name: 'tie_out.loans_to_read',
  takes: { ...LOOK, afterId: 'text', limit: 'int8' },
  gives: LOAN,
  text: ({ p, scope }) => `
    select ${LOAN} from tie_out_loan n
     where n.organization_id = ${p.organizationId} and n.look_id = ${p.id} and ${scope('n.organization_id')}
       and n.external_id > ${p.afterId} and not n.is_read order by n.external_id limit ${p.limit}`,
});

/** The listed loans that have changed since the tie-out last read them. */
export const changedLoans = statement({
  name: 'tie_out.changed_loans',
  takes: { organizationId: LOOK.organizationId, code: 'text', externalIds: 'text[]', revisions: 'text[]' },
  gives: derived({ externalId: 'text' }),
  text: ({ p, scope }) => `
    select given.external_id as "externalId"
      from unnest(${p.externalIds}::text[], ${p.revisions}::text[]) as given (external_id, revision)
      left join tie_out_loan n on n.organization_id = ${p.organizationId} and n.loan_system_code = ${p.code}
       and n.external_id = given.external_id and ${scope('n.organization_id')}
     where n.revision is distinct from given.revision and ${scope(`${p.organizationId}::text`)}`,
});

/** Marks loans as read or unreadable, with the revision from their system's list, if there is one. */
export const markLoans = statement({
  name: 'tie_out.mark_loans',
  takes: { ...LOOK, code: 'text', externalIds: 'text[]', revisions: 'text?[]', read: 'text[]' },
  text: ({ p, scope }) => `
    insert into tie_out_loan (organization_id, loan_system_code, external_id, revision, look_id, is_read)
    select ${p.organizationId}::text, ${p.code}::text, given.external_id,
           case when given.read::boolean then given.revision end, ${p.id}::text, given.read::boolean
      from unnest(${p.externalIds}::text[], ${p.revisions}::text[], ${p.read}::text[]) as given (external_id, revision, read)
     where ${scope(`${p.organizationId}::text`)}
    on conflict (organization_id, loan_system_code, external_id)
      do update set revision = coalesce(excluded.revision, tie_out_loan.revision), look_id = excluded.look_id,
        is_read = excluded.is_read`,
});

/** For a system that lists nothing: Tributary's postings to look up there. */
export const postingsToLookUp = statement({
  name: 'tie_out.postings_to_look_up',
  takes: { ...LOOK, afterReference: 'text', limit: 'int8' },
  gives: derived({
    reference: 'text',
    postingReference: 'text',
    accountId: 'Account.id',
    loan: 'text',
    isReversed: 'bool',
  }),
  text: ({ p, scope }) => `
    with ours as materialized (
      select o.id from tie_out_look l cross join lateral (${comparedReferences('l', p.organizationId, scope)}) o
       where l.organization_id = ${p.organizationId} and l.id = ${p.id} and ${scope('l.organization_id')} and o.id > ${p.afterReference}
       order by o.id limit ${p.limit}
    )
    select known.reference, coalesce(c.posting_reference, known.reference) as "postingReference",
           known.account_id as "accountId", known.loan, known.state = 'reversed' as "isReversed"
      from (${referenceFacts(p.organizationId, scope)}) known
      left join collected_payment c on c.organization_id = ${p.organizationId} and c.id = known.reference
     order by known.reference`,
});

export const deleteEntries = statement({
  name: 'tie_out.delete_entries',
  takes: LOOK,
  text: ({ p, scope }) => `
    delete from tie_out_entry e
     where e.organization_id = ${p.organizationId} and e.look_id = ${p.id} and ${scope('e.organization_id')}`,
});
