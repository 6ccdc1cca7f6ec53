import type { IsoInstant } from '../../../core/dates.js';
import { statement } from '../../../core/db/statement.js';

type Account = { readonly organizationId: string; readonly accountId: string };

interface Standing {
  readonly balanceCents: number;
  readonly statusCode: string;
  readonly version: number | null;
  readonly asOf: string | null;
  readonly pastDueCents: number | null;
  readonly oldestUnpaidOn: string | null;
  readonly nextDueOn: string | null;
  readonly nextDueCents: number | null;
  /** Whether the two dates below are known; if not, those of the account stay. */
  readonly tellsMilestones: boolean;
  readonly chargedOffOn: string | null;
  readonly paidOffOn: string | null;
}

type Change = Account & { readonly [K in keyof Standing]: Standing[K] } & {
  readonly recordedAt: IsoInstant;
  /** JSON: normalized transactions, each with a fresh id. */
  readonly transactions: string;
};

/** The account's standing, its transactions, and, where it differs from the last one, a past-due snapshot of the day. */
export const writeChange = statement<Change, { readonly id: string }>({
  name: 'projection.write_change',
  text: ({ p, scope }) => `
    with changed as (
      select id, organization_id from account
      where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('account.organization_id')}
    ), stands as (
      update account set current_balance_cents = ${p.balanceCents}, status_code = ${p.statusCode}::account_status,
        loan_system_version = coalesce(${p.version}::bigint, loan_system_version),
        charged_off_on = case when ${p.tellsMilestones}::boolean then ${p.chargedOffOn}::date else charged_off_on end,
        paid_off_on = case when ${p.tellsMilestones}::boolean then ${p.paidOffOn}::date else paid_off_on end,
        next_due_sort_on = case when ${p.asOf}::date is null then next_due_sort_on
          else coalesce(${p.nextDueOn}::date, 'infinity') end
      where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('account.organization_id')}
        and coalesce(${p.version}::bigint >= loan_system_version, true)
    ), recorded as (
      insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on, status,
        external_id, payment_method, reason, principal_cents, interest_cents, fees_cents, ending_balance_cents, created_at)
      select incoming.id, changed.organization_id, changed.id, incoming.type, incoming."amountCents",
        incoming."effectiveAt", coalesce(incoming."effectiveAt", '-infinity'::date), incoming.status,
        incoming."externalId", incoming."paymentMethod", incoming.reason, incoming."principalCents",
        incoming."interestCents", incoming."feesCents", incoming."endingBalanceCents", ${p.recordedAt}::timestamptz
      from changed, jsonb_to_recordset(${p.transactions}::jsonb) as incoming (id text, "externalId" text, type text,
        "amountCents" bigint, "effectiveAt" date, status text, "paymentMethod" text, reason text,
        "principalCents" bigint, "interestCents" bigint, "feesCents" bigint, "endingBalanceCents" bigint)
      on conflict (organization_id, account_id, external_id) do update set
        type = excluded.type, amount_cents = excluded.amount_cents, effective_at = excluded.effective_at,
        sort_on = excluded.sort_on,
        status = case when transaction.status = 'reversed' then 'reversed' else excluded.status end,
        payment_method = coalesce(excluded.payment_method, transaction.payment_method),
        reason = coalesce(excluded.reason, transaction.reason),
        principal_cents = excluded.principal_cents, interest_cents = excluded.interest_cents,
        fees_cents = excluded.fees_cents, ending_balance_cents = excluded.ending_balance_cents, source_deleted_at = null
        where transaction.source_deleted_at is not null
          or (transaction.type, transaction.amount_cents, transaction.effective_at, transaction.principal_cents,
            transaction.interest_cents, transaction.fees_cents, transaction.ending_balance_cents)
            is distinct from (excluded.type, excluded.amount_cents, excluded.effective_at, excluded.principal_cents,
            excluded.interest_cents, excluded.fees_cents, excluded.ending_balance_cents)
          or (transaction.status is distinct from excluded.status and transaction.status is distinct from 'reversed')
          or transaction.payment_method is distinct from coalesce(excluded.payment_method, transaction.payment_method)
          or transaction.reason is distinct from coalesce(excluded.reason, transaction.reason)
    ), standing as (
      select ${p.statusCode}::account_status as status_code, ${p.balanceCents}::bigint as balance_cents,
        ${p.pastDueCents}::bigint as past_due_cents, ${p.oldestUnpaidOn}::date as oldest_unpaid_on,
        ${p.nextDueOn}::date as next_due_on, ${p.nextDueCents}::bigint as next_due_cents
    ), snapped as (
      insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents,
        oldest_unpaid_on, next_due_on, next_due_cents)
      select changed.organization_id, changed.id, ${p.asOf}::date, standing.*
      from changed cross join standing
      where ${p.asOf}::date is not null and (
        select row(last.status_code, last.balance_cents, last.past_due_cents, last.oldest_unpaid_on, last.next_due_on,
          last.next_due_cents) from past_due_snapshot last
        where last.organization_id = changed.organization_id and last.account_id = changed.id and last.as_of <= ${p.asOf}::date
        order by last.as_of desc limit 1
      ) is distinct from (select row(standing.*))
      on conflict (organization_id, account_id, as_of) do update set status_code = excluded.status_code,
        balance_cents = excluded.balance_cents, past_due_cents = excluded.past_due_cents,
        oldest_unpaid_on = excluded.oldest_unpaid_on, next_due_on = excluded.next_due_on,
        next_due_cents = excluded.next_due_cents
    )
    select id from changed`,
});

/** Ties reversals to what they take back, which becomes `reversed`. `pairs` is JSON: {externalId, originalExternalId}. */
export const takeBack = statement<Account & { readonly pairs: string }, never>({
  name: 'projection.take_back',
  text: ({ p, scope }) => `
    with pair as (
      select reversal.id as reversal_id, original.id as original_id
      from jsonb_to_recordset(${p.pairs}::jsonb) as named ("externalId" text, "originalExternalId" text)
      join transaction reversal on reversal.organization_id = ${p.organizationId}
        and reversal.account_id = ${p.accountId} and reversal.external_id = named."externalId"
      join transaction original on original.organization_id = reversal.organization_id
        and original.account_id = ${p.accountId}
        and original.external_id = named."originalExternalId"
      where reversal.organization_id = ${p.organizationId} and ${scope('reversal.organization_id')}
    ), taken_back as (
      update transaction set status = 'reversed' from pair
       where transaction.organization_id = ${p.organizationId} and transaction.id = pair.original_id and transaction.status is distinct from 'reversed'
    )
    update transaction set original_transaction_id = pair.original_id from pair
     where transaction.organization_id = ${p.organizationId} and transaction.id = pair.reversal_id
       and transaction.original_transaction_id is distinct from pair.original_id`,
});

/** Lifecycle events that are not known yet. `events` is JSON: normalized events, each with a fresh id. */
export const recordEvents = statement<Account & { readonly events: string }, never>({
  name: 'projection.record_events',
  text: ({ p, scope }) => `
    insert into lifecycle_event (id, organization_id, account_id, type, from_status, to_status, occurred_at)
    select event.id, account.organization_id, account.id, event.type::lifecycle_event_type,
      event."fromStatus"::account_status, event."toStatus"::account_status, event."occurredAt"
    from account, jsonb_to_recordset(${p.events}::jsonb) as event (id text, type text, "fromStatus" text,
      "toStatus" text, "occurredAt" timestamptz)
    where account.id = ${p.accountId} and account.organization_id = ${p.organizationId}
      and ${scope('account.organization_id')} and not exists (
        select 1 from lifecycle_event known
        where known.organization_id = account.organization_id and known.account_id = account.id
          and known.occurred_at = event."occurredAt" and known.type = event.type::lifecycle_event_type)`,
});

/**
 * Ends the autopay schedules of a loan on which nothing is left to pay, and gives up what waited for another try. A schedule
 * that somebody holds is passed over: autopay locks the schedule before the loan, and waiting for it here, under the loan's
 * lock, would be a circle. Whoever holds it sees the loan paid off next, or the sweep of the next minute does.
 */
export const endSchedules = statement<Account, never>({
  name: 'projection.end_schedules',
  text: ({ p, scope }) => `
    with over as (
      select s.id, s.organization_id from autopay_schedule s
        join account a on a.organization_id = s.organization_id and a.id = s.account_id
       where s.account_id = ${p.accountId} and s.organization_id = ${p.organizationId} and ${scope('s.organization_id')}
         and s.status in ('active', 'paused') and a.status_code in ('paid_in_full', 'closed')
         for update of s skip locked
    ), given_up as (
      update autopay_run r set status = 'failed', next_try_on = null, failure_code = 'loan_paid_off',
        settled_at = clock_timestamp()
        from over where r.organization_id = over.organization_id and r.schedule_id = over.id and r.status = 'retrying'
    )
    update autopay_schedule s set status = 'expired' from over
     where s.organization_id = over.organization_id and s.id = over.id`,
});
