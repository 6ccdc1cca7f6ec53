import { statement } from '../../../core/db/statement.js';

/*
 * How runs and attempts change. Whoever runs one of these holds the lock of the schedule, and has looked at the run since:
 * conditions on its status would only say again what is known.
 */

type NewRun = { id: string; scheduleId: string; dueOn: string; status: string; amountCents: number | null };
type Outcome = { failureCode: string | null; nextTryOn: string | null };

/** What becomes of one date. No row: it has a run already. */
export const insertRun = statement<NewRun & Outcome, { id: string }>({
  name: 'autopay_run.insert',
  text: ({ p, scope }) => `
    insert into autopay_run (id, organization_id, schedule_id, account_id, due_on, status, amount_cents, failure_code,
                             next_try_on, settled_at)
    select ${p.id}::text, s.organization_id, s.id, s.account_id, ${p.dueOn}::date, ${p.status}::autopay_run_status,
           ${p.amountCents}::bigint, ${p.failureCode}::text, ${p.nextTryOn}::date,
           case when ${p.status}::text in ('failed', 'missed') then clock_timestamp() end
      from autopay_schedule s where s.id = ${p.scheduleId} and ${scope('s.organization_id')}
    on conflict (organization_id, schedule_id, due_on) do nothing
    returning id`,
});

type NewAttempt = { id: string; runId: string; number: number; paymentMethodId: string; amountCents: number };

export const insertAttempt = statement<NewAttempt, { id: string }>({
  name: 'autopay_attempt.insert',
  text: ({ p, scope }) => `
    insert into autopay_attempt (id, organization_id, run_id, number, payment_method_id, amount_cents, status, created_at)
    select ${p.id}::text, r.organization_id, r.id, ${p.number}::int, ${p.paymentMethodId}::text, ${p.amountCents}::bigint,
           'charging', clock_timestamp()
      from autopay_run r where r.id = ${p.runId} and ${scope('r.organization_id')}
    returning id`,
});

type Ended = { id: string; status: string; failureCode: string | null; chargeExternalId: string | null };

/** No row: its outcome was known already. */
export const settleAttempt = statement<Ended, { id: string }>({
  name: 'autopay_attempt.settle',
  text: ({ p, scope }) => `
    update autopay_attempt set status = ${p.status}::autopay_attempt_status, failure_code = ${p.failureCode}::text,
           charge_external_id = ${p.chargeExternalId}::text, settled_at = clock_timestamp()
     where id = ${p.id} and ${scope('organization_id')} and status = 'charging'
    returning id`,
});

export const attemptStatus = statement<{ id: string }, { status: string }>({
  name: 'autopay_attempt.status',
  text: ({ p, scope }) => `select status from autopay_attempt where id = ${p.id} and ${scope('organization_id')}`,
});

/** Whoever works on the run holds it for so long; 0: from now on its outcome is unknown. */
export const leaseRun = statement<{ id: string; status: string; leaseMs: number }, { lease: string }>({
  name: 'autopay_run.lease',
  text: ({ p, scope }) => `
    update autopay_run set status = ${p.status}::autopay_run_status,
           lease_until = clock_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)
     where id = ${p.id} and ${scope('organization_id')}
    returning lease_until::text as lease`,
});

type Moved = Outcome & { id: string; status: string; amountCents: number | null };

/** To a status in which nothing is under way. An amount that is null stays as it is. */
export const moveRun = statement<Moved, { id: string }>({
  name: 'autopay_run.move',
  text: ({ p, scope }) => `
    update autopay_run set status = ${p.status}::autopay_run_status, failure_code = ${p.failureCode}::text,
           next_try_on = ${p.nextTryOn}::date, amount_cents = coalesce(${p.amountCents}::bigint, amount_cents),
           lease_until = null, settled_at = case when ${p.status}::text = 'failed' then clock_timestamp() end
     where id = ${p.id} and ${scope('organization_id')}
    returning id`,
});

type Facts = {
  id: string;
  effectiveDate: string;
  referenceNumber: number;
  postingExternalId: string;
  postedAt: string;
};

export const markPosted = statement<Facts, { id: string }>({
  name: 'autopay_run.mark_posted',
  text: ({ p, scope }) => `
    update autopay_run set status = 'posted', effective_date = ${p.effectiveDate}::date,
           reference_number = ${p.referenceNumber}::bigint, posting_external_id = ${p.postingExternalId}::text,
           posted_at = ${p.postedAt}::timestamptz, settled_at = clock_timestamp(), lease_until = null, failure_code = null
     where id = ${p.id} and ${scope('organization_id')}
    returning id`,
});

export const markRefunded = statement<{ id: string; refundedAt: string }, { id: string }>({
  name: 'autopay_run.mark_refunded',
  text: ({ p, scope }) => `
    update autopay_run set status = 'refunded', refunded_at = ${p.refundedAt}::timestamptz,
           settled_at = clock_timestamp(), lease_until = null
     where id = ${p.id} and ${scope('organization_id')}
    returning id`,
});

/** The next date has come: what waited for another try is given up, for the reason that it had. */
export const giveWay = statement<{ scheduleId: string }, { id: string }>({
  name: 'autopay_run.give_way',
  text: ({ p, scope }) => `
    update autopay_run set status = 'failed', next_try_on = null, settled_at = clock_timestamp()
     where schedule_id = ${p.scheduleId} and ${scope('organization_id')} and status = 'retrying'
    returning id`,
});
