import { differenceKindSql } from '../../../../core/contract/exception-kinds.js';
import { derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { comparedReferences, referenceFacts } from './compared-references-sql.js';

const LOOK = { organizationId: 'TieOutComparison.organizationId', id: 'TieOutComparison.id' } as const;

/** `ours` and `theirs`: the facts of each side as JSON; null: it has nothing. */
const FOUND = derived({ kind: 'text', reference: 'text', accountId: 'text?', ours: 'text?', theirs: 'text?' });
export type FoundDifference = RowOf<typeof FOUND>;

const OURS = (row: string) => `
  case when ${row}.reference is null then null else jsonb_build_object('reference', ${row}.reference, 'state', ${row}.state,
    'amount_cents', ${row}.amount_cents, 'effective_on', ${row}.effective_on, 'loan', ${row}.loan) end`;
const THEIRS = (row: string) => `
  case when ${row}.reference is null then null else jsonb_build_object('external_id', ${row}.external_id,
    'external_ids', ${row}.external_ids, 'state', case when ${row}.standing > 0 then 'posted' else 'reversed' end,
    'amount_cents', ${row}.amount_cents, 'effective_on', ${row}.effective_on, 'loan', ${row}.loan)
    || case when ${row}.amounts_cents is null then '{}' else jsonb_build_object('amounts_cents', ${row}.amounts_cents) end end`;

/** The other side's postings and reversals in a loan system, by reference. */
const there = (organization: string) => `
  select e.reference, count(*) filter (where not e.is_reversed) as standing, max(e.external_id) as external_id,
    case when count(*) filter (where not e.is_reversed) > 1
      then jsonb_agg(e.external_id order by e.external_id) filter (where not e.is_reversed) end as external_ids,
    case when min(e.amount_cents) filter (where not e.is_reversed) <> max(e.amount_cents) filter (where not e.is_reversed)
      then jsonb_agg(e.amount_cents order by e.external_id) filter (where not e.is_reversed) end as amounts_cents,
    case when bool_and(e.amount_cents is not null) then coalesce(
      max(e.amount_cents) filter (where not e.is_reversed), max(e.amount_cents)) end as amount_cents,
    bool_or(e.amount_cents is null) as lacks_amount,
    max(e.effective_on) as effective_on, max(e.loan_external_id) as loan
    from tie_out_entry e
   where e.organization_id = ${organization} and e.look_id = l.id and e.about = 'payment' group by e.reference`;

/** Tributary's postings to compare; for a remote system also everything on a loan that was read. */
const comparedOurs = (organization: string, scope: (column: string) => string) => `
  select ours.id from (${comparedReferences('l', organization, scope)}) ours
  union
  select c.id from tie_out_loan n
    join account a on a.organization_id = ${organization} and a.loan_system_code = n.loan_system_code and a.external_id = n.external_id
    join collected_payment c on c.organization_id = ${organization} and c.account_id = a.id
   where n.organization_id = ${organization} and n.look_id = l.id and n.is_read and c.effective_date <= l.business_day
  union
  select r.id from tie_out_loan n
    join account a on a.organization_id = ${organization} and a.loan_system_code = n.loan_system_code and a.external_id = n.external_id
    join autopay_run r on r.organization_id = ${organization} and r.account_id = a.id
   where n.organization_id = ${organization} and n.look_id = l.id and n.is_read and r.effective_date <= l.business_day
  union
  select y.id from tie_out_loan n
    join account a on a.organization_id = ${organization} and a.loan_system_code = n.loan_system_code and a.external_id = n.external_id
    join autopay_run r on r.organization_id = ${organization} and r.account_id = a.id
    join autopay_correction y on y.organization_id = ${organization} and y.run_id = r.id and y.kind = 'posting'
   where n.organization_id = ${organization} and n.look_id = l.id and n.is_read
     and y.settled_at < (l.business_day + 1)::timestamp at time zone 'America/New_York'`;

/**
 * SQL: whether the loan of a posting is compared. A loan that this comparison has visited is compared if it could be
 * read. A loan that it did not visit is compared only for a built-in system (`ledger`, `sandbox`), which is read from
 * the database as a whole.
 */
const isCompared = (organization: string, known: string) => `
  coalesce((select n.is_read from tie_out_loan n where n.organization_id = ${organization} and n.loan_system_code = l.subject
      and n.external_id = ${known}.loan and n.look_id = l.id),
    exists (select from loan_system s where s.code = l.subject and s.kind in ('ledger', 'sandbox')))`;

/**
 * A page of differences at a loan system, by kind and reference. Postings settled after the comparison began are
 * left for the next one.
 */
export const postingDifferences = statement({
  name: 'tie_out.posting_differences',
  takes: { ...LOOK, afterKind: 'text', afterReference: 'text', limit: 'int8' },
  gives: FOUND,
  text: ({ p, scope }) => `
    with l as materialized (
      select * from tie_out_look look
       where look.organization_id = ${p.organizationId} and look.id = ${p.id} and ${scope('look.organization_id')}
    ), there as materialized (
      select there.* from l cross join lateral (${there(p.organizationId)}) there
    ), ours as materialized (
      select ids.id from l cross join lateral (
          ${comparedOurs(p.organizationId, scope)}
          union
          select e.reference from tie_out_entry e
           where e.organization_id = ${p.organizationId} and e.look_id = l.id and e.about = 'payment') ids
    ), known as materialized (
      ${referenceFacts(p.organizationId, scope)}
    ), compared as (
      select coalesce(k.reference, t.reference) as reference, k.account_id, k.state, ${OURS('k')} as ours, ${THEIRS('t')} as theirs,
        t.reference is not null as is_there, t.standing, k.reference is not null as is_known,
        t.lacks_amount, k.amount_cents as our_cents, t.amount_cents as their_cents, k.settled_at < l.began_at as is_settled,
        k.reversal_began_at < l.began_at as is_reversal_settled, k.loan_system_code = l.subject as is_here,
        ${isCompared(p.organizationId, 'k')} as is_compared
      from l cross join known k full join there t on t.reference = k.reference
    ), found as (
      select ${differenceKindSql('posting_missing')} as kind, * from compared
       where not is_there and state in ('posted', 'reversed') and is_settled and is_compared and is_here
      union all
      select ${differenceKindSql('posting_doubled')}, * from compared where is_there and standing > 1
      union all
      select ${differenceKindSql('amount_differs')}, * from compared
       where is_there and is_known and state in ('posted', 'reversed') and our_cents is distinct from their_cents
      union all
      select ${differenceKindSql('reversed_there')}, * from compared where is_there and standing = 0 and state = 'posted' and is_settled
      union all
      select ${differenceKindSql('not_reversed_there')}, * from compared where is_there and standing > 0 and state = 'reversed' and is_reversal_settled
      union all
      select ${differenceKindSql('posted_there_only')}, * from compared where is_there and standing > 0 and state = 'failed'
      union all
      select ${differenceKindSql('unknown_here')}, * from compared where is_there and standing > 0 and not is_known
    )
    select kind, reference, account_id as "accountId", ours::text, theirs::text from found
     where (kind, reference) > (${p.afterKind}, ${p.afterReference})
     order by kind, reference limit ${p.limit}`,
});

/** Number and total of the postings of the compared days. */
export const postingSums = statement({
  name: 'tie_out.posting_sums',
  takes: LOOK,
  gives: derived({ oursCount: 'int8', oursCents: 'int8', theirsCount: 'int8', theirsCents: 'int8', openCount: 'int8' }),
  text: ({ p, scope }) => `
    with l as materialized (
      select * from tie_out_look look
       where look.organization_id = ${p.organizationId} and look.id = ${p.id} and ${scope('look.organization_id')}
    ), ours as materialized (
      select o.id from l cross join lateral (${comparedReferences('l', p.organizationId, scope)}) o
    ), known as (
      select k.* from l cross join (${referenceFacts(p.organizationId, scope)}) k
       where k.state in ('posted', 'reversed', 'open') and k.effective_on between l.first_day and l.business_day
    ), theirs as (
      select e.* from l join tie_out_entry e on e.organization_id = ${p.organizationId} and e.look_id = l.id
       where e.about = 'payment' and e.effective_on between l.first_day and l.business_day
    )
    select o.count as "oursCount", o.cents as "oursCents", t.count as "theirsCount", t.cents as "theirsCents", open.count as "openCount"
      from (select count(*), coalesce(sum(amount_cents), 0)::bigint as cents from known) o
      cross join (select count(*), coalesce(sum(amount_cents), 0)::bigint as cents from theirs) t
      cross join (
        select count(*) from l join collected_payment c on c.organization_id = ${p.organizationId}
          and c.status in ('pending', 'pending_confirmation')
          join account a on a.organization_id = ${p.organizationId} and a.id = c.account_id and a.loan_system_code = l.subject) open`,
});
