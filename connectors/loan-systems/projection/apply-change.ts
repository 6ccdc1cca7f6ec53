import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import { type IsoInstant, isoInstant } from '../../../core/dates.js';
import type { Queries } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { newId } from '../../../core/ids.js';
import type { AccountChange } from './account-change.js';

const PROJECTION = systemPrincipal('projection');

/**
 * Writes what a loan system told about one account into the normalized model, in one statement. Applying the same change
 * again changes nothing: transactions are known by (account, external id), lifecycle events by (account, type, time).
 * A transaction that another one takes back becomes `reversed`, in whichever order they arrive.
 *
 * The caller serializes the changes of one account: it holds the account's or the loan's lock, or is its only writer.
 *
 * @throws {Error} when the account does not exist in that organization: a bug.
 */
export async function applyChange(on: Queries, clock: Clock, change: AccountChange): Promise<void> {
  const at = clock.now();
  const { pastDue } = change;
  const applied = await on.first(PROJECTION, writeChange, {
    organizationId: change.organizationId,
    accountId: change.accountId,
    balanceCents: change.currentBalanceCents,
    statusCode: change.statusCode,
    recordedAt: isoInstant(at),
    transactions: JSON.stringify(change.transactions.map((row) => ({ ...row, id: newId(at.epochMilliseconds) }))),
    lifecycleEvents: JSON.stringify(change.lifecycleEvents.map((row) => ({ ...row, id: newId(at.epochMilliseconds) }))),
    asOf: pastDue?.asOf ?? null,
    pastDueCents: pastDue?.pastDueCents ?? null,
    oldestUnpaidOn: pastDue?.oldestUnpaidOn ?? null,
    nextDueOn: pastDue?.nextDueOn ?? null,
    nextDueCents: pastDue?.nextDueCents ?? null,
  });
  if (applied === undefined) throw new Error(`account ${change.accountId} is not there to be changed`);
}

const writeChange = statement<
  {
    readonly organizationId: string;
    readonly accountId: string;
    readonly balanceCents: number;
    readonly statusCode: string;
    readonly recordedAt: IsoInstant;
    readonly transactions: string;
    readonly lifecycleEvents: string;
    readonly asOf: string | null;
    readonly pastDueCents: number | null;
    readonly oldestUnpaidOn: string | null;
    readonly nextDueOn: string | null;
    readonly nextDueCents: number | null;
  },
  { readonly id: string }
>({
  name: 'projection.apply_change',
  text: ({ p, scope }) => `
    with changed as (
      update account set current_balance_cents = ${p.balanceCents}, status_code = ${p.statusCode}::account_status
      where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('account.organization_id')}
      returning id, organization_id
    ), incoming as materialized (
      select coalesce(known.id, fresh.id) as id, fresh.type, fresh."amountCents", fresh."effectiveAt", fresh.status,
        fresh."externalId", fresh."originalExternalId", fresh."paymentMethod", fresh.reason, fresh."principalCents",
        fresh."interestCents", fresh."feesCents", fresh."endingBalanceCents"
      from jsonb_to_recordset(${p.transactions}::jsonb) as fresh (id text, "externalId" text, type text,
        "amountCents" bigint, "effectiveAt" date, status text, "originalExternalId" text, "paymentMethod" text,
        reason text, "principalCents" bigint, "interestCents" bigint, "feesCents" bigint, "endingBalanceCents" bigint)
      left join transaction known on known.account_id = ${p.accountId} and known.external_id = fresh."externalId"
    ), original as (
      select incoming.id as reversal_id, coalesce(sibling.id, stored.id) as id
      from incoming
      left join incoming sibling on sibling."externalId" = incoming."originalExternalId"
      left join transaction stored on stored.account_id = ${p.accountId}
        and stored.external_id = incoming."originalExternalId"
      where incoming."originalExternalId" is not null
    ), taken_back as (
      update transaction set status = 'reversed'
      from original, changed
      where transaction.id = original.id and transaction.organization_id = changed.organization_id
        and transaction.status is distinct from 'reversed'
        and not exists (select 1 from incoming where incoming.id = transaction.id)
    ), recorded as (
      insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on, status,
        external_id, original_transaction_id, payment_method, reason, principal_cents, interest_cents, fees_cents,
        ending_balance_cents, created_at)
      select incoming.id, changed.organization_id, changed.id, incoming.type, incoming."amountCents",
        incoming."effectiveAt", coalesce(incoming."effectiveAt", '-infinity'::date),
        case when exists (select 1 from original where original.id = incoming.id) then 'reversed' else incoming.status end,
        incoming."externalId", original.id, incoming."paymentMethod", incoming.reason, incoming."principalCents",
        incoming."interestCents", incoming."feesCents", incoming."endingBalanceCents", ${p.recordedAt}::timestamptz
      from incoming cross join changed left join original on original.reversal_id = incoming.id
      on conflict (account_id, external_id) do update set
        type = excluded.type, amount_cents = excluded.amount_cents, effective_at = excluded.effective_at,
        sort_on = excluded.sort_on, original_transaction_id = excluded.original_transaction_id,
        status = case when transaction.status = 'reversed' then 'reversed' else excluded.status end,
        payment_method = coalesce(excluded.payment_method, transaction.payment_method),
        reason = coalesce(excluded.reason, transaction.reason),
        principal_cents = excluded.principal_cents, interest_cents = excluded.interest_cents,
        fees_cents = excluded.fees_cents, ending_balance_cents = excluded.ending_balance_cents
    ), lived as (
      insert into lifecycle_event (id, organization_id, account_id, type, from_status, to_status, occurred_at)
      select event.id, changed.organization_id, changed.id, event.type::lifecycle_event_type,
        event."fromStatus"::account_status, event."toStatus"::account_status, event."occurredAt"
      from changed, jsonb_to_recordset(${p.lifecycleEvents}::jsonb) as event (id text, type text, "fromStatus" text,
        "toStatus" text, "occurredAt" timestamptz)
      where not exists (
        select 1 from lifecycle_event known
        where known.organization_id = changed.organization_id and known.account_id = changed.id
          and known.occurred_at = event."occurredAt" and known.type = event.type::lifecycle_event_type)
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
        where last.account_id = changed.id and last.as_of <= ${p.asOf}::date
        order by last.as_of desc limit 1
      ) is distinct from (select row(standing.*))
      on conflict (account_id, as_of) do update set status_code = excluded.status_code,
        balance_cents = excluded.balance_cents, past_due_cents = excluded.past_due_cents,
        oldest_unpaid_on = excluded.oldest_unpaid_on, next_due_on = excluded.next_due_on,
        next_due_cents = excluded.next_due_cents
    )
    select id from changed`,
});
