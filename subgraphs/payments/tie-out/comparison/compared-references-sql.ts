/**
 * SQL: Tributary's references that a comparison covers, as `id`: those of its days; those of earlier days settled
 * since the last comparison; those reversed on its days; those that a dispute or a refund reversed or posted again;
 * and those with an open difference.
 *
 * @param look - the alias of a joined row of tie_out_look.
 * @param organization - SQL of the organization's id: each table names it by value, for engines that distribute rows
 * by organization.
 * @param scope - the condition of the organization.
 */
export function comparedReferences(look: string, organization: string, scope: (column: string) => string): string {
  // Two reads: one by the day, the other by the time of settlement.
  const ofDays = (table: string) => `
    select o.id from ${table} o ${ofSystem('o')}
     where o.organization_id = ${organization} and ${scope('o.organization_id')}
       and o.effective_date between ${look}.first_day and ${look}.business_day
    union
    select o.id from ${table} o ${ofSystem('o')}
     where o.organization_id = ${organization} and ${scope('o.organization_id')}
       and o.settled_at >= ${look}.settled_since and o.effective_date < ${look}.first_day`;
  const ofSystem = (row: string) => `
    join account a on a.organization_id = ${organization} and a.id = ${row}.account_id
     and a.loan_system_code = ${look}.subject`;
  const instant = (day: string) => `(${day})::timestamp at time zone 'America/New_York'`;
  return `
    ${ofDays('collected_payment')}
    union
    ${ofDays('autopay_run')}
    union
    select c.id from payment_reversal v
      join collected_payment c on c.organization_id = ${organization} and c.id = v.payment_id ${ofSystem('c')}
     where v.organization_id = ${organization} and ${scope('v.organization_id')}
       and v.reversed_at >= ${instant(`${look}.first_day`)} and v.reversed_at < ${instant(`${look}.business_day + 1`)}
    union
    select coalesce(y.payment_reference, y.id) from autopay_correction y
      join autopay_run r on r.organization_id = ${organization} and r.id = y.run_id ${ofSystem('r')}
     where y.organization_id = ${organization} and ${scope('y.organization_id')}
       and y.settled_at >= ${instant(`${look}.first_day`)} and y.settled_at < ${instant(`${look}.business_day + 1`)}
    union
    select d.reference from tie_out_difference d
      join operator_exception x on x.organization_id = ${organization} and x.id = d.id and x.resolved_at is null
     where d.organization_id = ${organization} and ${scope('d.organization_id')} and d.subject = ${look}.subject`;
}

/**
 * SQL: the correction that reversed the posting of an autopay charge after a dispute or a refund: the latest one
 * that is done or pending.
 */
const backOf = (organization: string, run: string, reference: string) => `
  select c.id, c.status, c.settled_at from autopay_correction c
   where c.organization_id = ${organization} and c.run_id = ${run} and c.kind = 'reversal' and c.payment_reference = ${reference}
   order by c.number desc limit 1`;
/** While the outcome of a reversal is unknown, the other side may show the payment as posted or reversed. */
const beingReversedOrPosted = (organization: string) => `
  case when 0 < (select count(*) from payment_reversal w where w.organization_id = ${organization} and w.payment_id = c.id
    and w.status in ('pending', 'pending_confirmation')) then 'open' else 'posted' end`;
/** A refused reversal reversed nothing. */
const takenBackOr = (state: string) =>
  `case back.status when 'done' then 'reversed' when 'pending' then 'open' else ${state} end`;

/**
 * SQL: Tributary's data on references, joined with the relation `ours (id)`; one row per payment, autopay run, or
 * later posting for a run after a dispute: reference, account_id, loan (its identifier on the other side),
 * amount_cents, state (posted, reversed, open, failed), effective_on, settled_at, reversal_id, reversal_began_at
 * (when it was reversed). They are joined, not looked up one by one: a day has many.
 *
 * @param organization - SQL of the organization's id.
 */
export function referenceFacts(organization: string, scope: (column: string) => string): string {
  return `
    select c.id as reference, c.account_id, a.loan_system_code, a.external_id as loan, c.amount_cents,
      case c.status when 'posted' then ${beingReversedOrPosted(organization)} when 'reversed' then 'reversed' when 'failed' then 'failed' else 'open' end as state,
      c.effective_date as effective_on, c.settled_at, v.id as reversal_id, greatest(v.created_at, v.reversed_at) as reversal_began_at
      from ours join collected_payment c on c.organization_id = ${organization} and c.id = ours.id
      join account a on a.organization_id = ${organization} and a.id = c.account_id
      left join payment_reversal v on v.organization_id = ${organization} and v.payment_id = c.id and v.status = 'reversed'
     where ${scope('c.organization_id')}
    union all
    select r.id, r.account_id, a.loan_system_code, a.external_id, r.amount_cents,
      ${takenBackOr(`case when r.status in ('posted', 'reversed') then 'posted' when r.status in ('refunded', 'refunding', 'failed', 'missed')
        then 'failed' else 'open' end`)},
      r.effective_date, r.settled_at, back.id, back.settled_at
      from ours join autopay_run r on r.organization_id = ${organization} and r.id = ours.id
      join account a on a.organization_id = ${organization} and a.id = r.account_id
      left join lateral (${backOf(organization, 'r.id', 'r.id')}) back on true
     where ${scope('r.organization_id')}
    union all
    select y.id, r.account_id, a.loan_system_code, a.external_id, y.amount_cents,
      ${takenBackOr("case y.status when 'done' then 'posted' when 'refused' then 'failed' else 'open' end")},
      (y.settled_at at time zone 'America/New_York')::date, y.settled_at, back.id, back.settled_at
      from ours join autopay_correction y on y.organization_id = ${organization} and y.id = ours.id and y.kind = 'posting'
      join autopay_run r on r.organization_id = ${organization} and r.id = y.run_id
      join account a on a.organization_id = ${organization} and a.id = r.account_id
      left join lateral (${backOf(organization, 'y.run_id', 'y.id')}) back on true
     where ${scope('y.organization_id')}`;
}
