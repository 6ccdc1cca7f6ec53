import { differenceKindSql } from '../../../../core/contract/exception-kinds.js';
import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { UNCONFIRMED } from '../../autopay/run/run-work.reads.store.js';

const LOOK = { organizationId: 'TieOutComparison.organizationId', id: 'TieOutComparison.id' } as const;

const FOUND = derived({ kind: 'text', reference: 'text', accountId: 'text?', ours: 'text?', theirs: 'text?' });

const INSTANT = (day: string) => `(${day})::timestamp at time zone 'America/New_York'`;
const IN_DAYS = (column: string) =>
  `${column} >= ${INSTANT('l.first_day')} and ${column} < ${INSTANT('l.business_day + 1')}`;

const LOOK_ROW = (p: { organizationId: string; id: string }, scope: (column: string) => string) => `
  l as materialized (
    select look.*, substr(look.subject, 11) as processor from tie_out_look look
     where look.organization_id = ${p.organizationId} and look.id = ${p.id} and ${scope('look.organization_id')})`;

/** The processor's charges that Tributary knows as this organization's. */
export const knownCharges = statement({
  name: 'tie_out.known_charges',
  takes: { organizationId: 'AutopayAttempt.organizationId', charges: 'text[]' },
  gives: derived({ charge: 'text?' }),
  text: ({ p, scope }) => `
    select distinct t.charge_external_id as charge from autopay_attempt t
     where t.organization_id = ${p.organizationId} and t.charge_external_id = any(${p.charges}::text[])
       and ${scope('t.organization_id')}`,
});

/** Charged by Tributary on the compared days, or subject of an open difference. */
const ours = (organization: string, scope: (column: string) => string) => `
  select t.id from autopay_attempt t
    join payment_method m on m.organization_id = ${organization} and m.id = t.payment_method_id and m.processor = l.processor
   where t.organization_id = ${organization} and ${scope('t.organization_id')} and t.status = 'charged' and ${IN_DAYS('t.settled_at')}
  union
  select d.reference from tie_out_difference d
    join operator_exception x on x.organization_id = ${organization} and x.id = d.id and x.resolved_at is null
   where d.organization_id = ${organization} and d.subject = l.subject and ${scope('d.organization_id')}`;

/**
 * The reference of the charge of an attempt, `t`: in a series of unanswered attempts, the first one's. The same rule
 * as in charging.
 */
const chargedUnder = (organization: string) => `
  select o.id from autopay_attempt o where o.organization_id = ${organization} and o.run_id = t.run_id and o.number <= t.number
     and o.number > coalesce((select max(d.number) from autopay_attempt d where d.organization_id = ${organization}
       and d.run_id = t.run_id and d.number < t.number and d.failure_code is distinct from '${UNCONFIRMED}'), 0)
   order by o.number limit 1`;

/** Tributary's charges that no page contained: each is looked up individually before it counts as missing. */
export const chargesToConfirm = statement({
  name: 'tie_out.charges_to_confirm',
  takes: { ...LOOK, afterReference: 'text', limit: 'int8' },
  gives: derived({ attempt: 'text', reference: 'text', token: 'text?', customer: 'text?', settledOn: 'date?' }),
  text: ({ p, scope }) => `
    with ${LOOK_ROW(p, scope)}
    select t.id as attempt, under.id as reference, m.processor_token as token, m.processor_customer as customer,
           (t.settled_at at time zone 'America/New_York')::date as "settledOn"
      from l cross join lateral (${ours(p.organizationId, scope)}) ours
      join autopay_attempt t on t.organization_id = ${p.organizationId} and t.id = ours.id and t.status = 'charged'
      join payment_method m on m.organization_id = ${p.organizationId} and m.id = t.payment_method_id
      cross join lateral (${chargedUnder(p.organizationId)}) under
     where t.id > ${p.afterReference} and not exists (select from tie_out_entry e
       where e.organization_id = ${p.organizationId} and e.look_id = l.id and e.about = 'charge' and e.external_id = t.charge_external_id)
     order by t.id limit ${p.limit}`,
});

const ofCard = (organization: string) => `
  join payment_method m on m.organization_id = ${organization} and m.id = t.payment_method_id and m.processor = l.processor`;

/** Runs refunded on the compared days, with their charges. */
const refundedInDays = (organization: string) => `
  autopay_run r
  join autopay_attempt t on t.organization_id = ${organization} and t.run_id = r.id and t.status = 'charged'`;

/**
 * Charges to look up individually, whenever they were made: those of open differences, and those whose refunds a
 * page of days cannot show fully. `days`: by the processor's identifier, the day reported earlier.
 */
export const chargesToLookUp = statement({
  name: 'tie_out.standings_to_read',
  takes: { ...LOOK, afterCharge: 'text', limit: 'int8' },
  gives: derived({ charge: 'text', days: 'json?' }).as<{ days: Readonly<Record<string, string | null>> | null }>(),
  text: ({ p, scope }) => `
    with ${LOOK_ROW(p, scope)}, wanted as (
      select case when starts_with(d.kind, 'charge_') and d.theirs is not null then d.theirs->>'external_id' else d.ours->>'charge' end as charge,
             d.theirs->>'external_id' as charge_id, d.theirs->>'effective_on' as day
        from l join tie_out_difference d on d.organization_id = ${p.organizationId} and d.subject = l.subject
        join operator_exception x on x.organization_id = ${p.organizationId} and x.id = d.id and x.resolved_at is null
      union all
      select t.charge_external_id, null, null from l join ${refundedInDays(p.organizationId)}
          on r.organization_id = ${p.organizationId} and r.status = 'refunded' and ${IN_DAYS('r.refunded_at')} ${ofCard(p.organizationId)}
       where not exists (select from tie_out_entry e where e.organization_id = ${p.organizationId} and e.look_id = l.id
         and e.about = 'refund' and e.reference = t.charge_external_id)
      union all
      select t.charge_external_id, null, null from (
          select e.organization_id, e.reference, sum(e.amount_cents) as cents from l
            join tie_out_entry e on e.organization_id = ${p.organizationId} and e.look_id = l.id and e.about = 'refund'
           group by e.organization_id, e.reference) e
        join autopay_attempt t on t.organization_id = ${p.organizationId} and t.charge_external_id = e.reference and t.status = 'charged'
        join autopay_run r on r.organization_id = ${p.organizationId} and r.id = t.run_id
       where e.cents <> r.amount_cents
    )
    select w.charge, json_object_agg(w.charge_id, w.day) filter (where w.charge_id is not null) as days from wanted w
     where w.charge > ${p.afterCharge} group by w.charge order by w.charge limit ${p.limit}`,
});

const OUR_FACTS = `
  case when t.id is null then null else jsonb_build_object('reference', t.id, 'run', r.id, 'state', t.status, 'run_state', r.status,
    'amount_cents', r.amount_cents, 'charge', t.charge_external_id) end`;
const THEIR_FACTS = `
  case when e.external_id is null then null else jsonb_build_object('external_id', e.external_id,
    'amount_cents', e.amount_cents, 'effective_on', e.effective_on) end`;

/** Whether Tributary has also reversed what the processor returned, or will. */
const takenBack = (organization: string) => `
  0 < (select count(*) from autopay_correction y where y.organization_id = ${organization} and y.run_id = r.id
    and y.kind = 'reversal' and y.reason = 'card_refunded' and y.status in ('pending', 'done'))`;

/**
 * A page of differences at a card processor. A charge belongs to an attempt by the processor's identifier; only if
 * no attempt has that identifier, by the reference it carries. Several charges may carry the same reference, so each
 * difference is about one charge. The amount charged is compared with the run's amount, which follows it once it is
 * accepted.
 */
export const processorDifferences = statement({
  name: 'tie_out.processor_differences',
  takes: { ...LOOK, afterKind: 'text', afterReference: 'text', limit: 'int8' },
  gives: FOUND,
  text: ({ p, scope }) => `
    with ${LOOK_ROW(p, scope)}, charges as materialized (
      select e.organization_id, e.external_id, e.reference, e.amount_cents, e.effective_on, own.id as own_id,
             coalesce(own.id, charged.id, named.id) as attempt_id
        from l join tie_out_entry e on e.organization_id = ${p.organizationId} and e.look_id = l.id and e.about = 'charge'
        left join lateral (
          select o.id from autopay_attempt o where o.organization_id = ${p.organizationId} and o.charge_external_id = e.external_id
             and o.status = 'charged' order by o.id limit 1) own on true
        left join autopay_attempt named on named.organization_id = ${p.organizationId} and named.id = e.reference
        left join lateral (
          select o.id from autopay_attempt o where o.organization_id = ${p.organizationId} and o.run_id = named.run_id
             and o.status in ('charged', 'charging') order by o.number desc limit 1) charged on true
    ), refunds as materialized (
      select e.* from l join tie_out_entry e on e.organization_id = ${p.organizationId} and e.look_id = l.id and e.about = 'refund'
    ), given_back as (
      select e.organization_id, e.reference, sum(e.amount_cents)::bigint as cents, jsonb_agg(e.external_id order by e.external_id) as ids
        from refunds e group by e.organization_id, e.reference
    ), found as (
      select ${differenceKindSql('charge_missing')} as kind, t.id as reference, r.account_id, ${OUR_FACTS} as ours, null::jsonb as theirs
        from l cross join lateral (${ours(p.organizationId, scope)}) ours
        join autopay_attempt t on t.organization_id = ${p.organizationId} and t.id = ours.id and t.status = 'charged'
        join autopay_run r on r.organization_id = ${p.organizationId} and r.id = t.run_id
       where not exists (select from charges e where e.attempt_id = t.id)
      union all
      select case when t.id is null or t.status <> 'charged' then ${differenceKindSql('charge_unknown_here')} else ${differenceKindSql('charge_doubled')} end, e.external_id, r.account_id, ${OUR_FACTS}, ${THEIR_FACTS}
        from l join charges e on e.own_id is null
        left join autopay_attempt t on t.organization_id = ${p.organizationId} and t.id = e.attempt_id
        left join autopay_run r on r.organization_id = ${p.organizationId} and r.id = t.run_id
       where t.id is null or t.status <> 'charging'
      union all
      select ${differenceKindSql('charge_amount_differs')}, t.id, r.account_id, ${OUR_FACTS}, ${THEIR_FACTS}
        from l join charges e on true
        join autopay_attempt t on t.organization_id = ${p.organizationId} and t.id = e.own_id
        join autopay_run r on r.organization_id = ${p.organizationId} and r.id = t.run_id
       where r.amount_cents is distinct from e.amount_cents
      union all
      select distinct on (e.external_id) ${differenceKindSql('refund_unknown_here')}, e.external_id, r.account_id, ${OUR_FACTS}, ${THEIR_FACTS}
        from l join refunds e on true
        join autopay_attempt t on t.organization_id = ${p.organizationId} and t.charge_external_id = e.reference
        join autopay_run r on r.organization_id = ${p.organizationId} and r.id = t.run_id
       where r.status not in ('refunded', 'refunding') and not ${takenBack(p.organizationId)}
      union all
      select ${differenceKindSql('refund_amount_differs')}, t.id, r.account_id, ${OUR_FACTS},
        jsonb_build_object('external_ids', e.ids, 'amount_cents', e.cents)
        from l join given_back e on true
        join autopay_attempt t on t.organization_id = ${p.organizationId} and t.charge_external_id = e.reference and t.status = 'charged'
        join autopay_run r on r.organization_id = ${p.organizationId} and r.id = t.run_id
       where (r.status = 'refunded' or ${takenBack(p.organizationId)}) and e.cents <> r.amount_cents
      union all
      select ${differenceKindSql('refund_missing')}, t.id, r.account_id, ${OUR_FACTS}, null::jsonb
        from l join ${refundedInDays(p.organizationId)} on r.organization_id = ${p.organizationId} and r.status = 'refunded' and ${IN_DAYS('r.refunded_at')}
        ${ofCard(p.organizationId)}
       where not exists (select from refunds e where e.reference = t.charge_external_id)
      union all
      select ${differenceKindSql('refund_missing')}, t.id, r.account_id, ${OUR_FACTS}, null::jsonb
        from l join tie_out_difference d on d.organization_id = ${p.organizationId} and d.subject = l.subject and d.kind = ${differenceKindSql('refund_missing')}
        join operator_exception x on x.organization_id = ${p.organizationId} and x.id = d.id and x.resolved_at is null
        join autopay_attempt t on t.organization_id = ${p.organizationId} and t.id = d.reference
        join autopay_run r on r.organization_id = ${p.organizationId} and r.id = t.run_id and r.status = 'refunded'
       where not (${IN_DAYS('r.refunded_at')}) and not exists (select from refunds e where e.reference = t.charge_external_id)
    )
    select kind, reference, account_id as "accountId", ours::text, theirs::text from found
     where (kind, reference) > (${p.afterKind}, ${p.afterReference}) order by kind, reference limit ${p.limit}`,
});

export const processorSums = statement({
  name: 'tie_out.processor_sums',
  takes: LOOK,
  gives: derived({ oursCount: 'int8', oursCents: 'int8', theirsCount: 'int8', theirsCents: 'int8', openCount: 'int8' }),
  text: ({ p, scope }) => `
    with ${LOOK_ROW(p, scope)}
    select o.count as "oursCount", o.cents as "oursCents", t.count as "theirsCount", t.cents as "theirsCents", open.count as "openCount"
      from (select count(*), coalesce(sum(r.amount_cents), 0)::bigint as cents from l join autopay_attempt t
          on t.organization_id = ${p.organizationId} and t.status = 'charged' and ${IN_DAYS('t.settled_at')}
          join autopay_run r on r.organization_id = ${p.organizationId} and r.id = t.run_id
          join payment_method m on m.organization_id = ${p.organizationId} and m.id = t.payment_method_id and m.processor = l.processor) o
      cross join (select count(*), coalesce(sum(e.amount_cents), 0)::bigint as cents from l join tie_out_entry e
          on e.organization_id = ${p.organizationId} and e.look_id = l.id and e.about = 'charge'
         and e.effective_on between l.first_day and l.business_day) t
      cross join (select count(*) from l join autopay_run r on r.organization_id = ${p.organizationId} and r.status = 'charging') open`,
});
