import type { CampaignBounceType, EmailEventType, EmailProviderCode } from '../../../core/contract/campaign-event.js';
import { statement } from '../../../core/db/statement.js';

/** An event on its way in, as the statements below take it, and as it lies in `waiting_event` and `poison_event`. */
export interface ArrivingEvent {
  readonly providerEventId: string;
  readonly type: EmailEventType;
  readonly bounceType: CampaignBounceType | null;
  readonly recipient: string;
  readonly url: string | null;
  readonly occurredAt: string;
  /** The only workspace whose campaigns it may match; null, or missing: whichever has the identifier. */
  readonly workspaceId?: string | null;
  /** The provider's own identifiers of the campaign, the most specific first. */
  readonly identifiers: readonly string[];
  readonly providerMessageId: string | null;
  readonly isMachine: boolean;
}

const UNSCOPED = 'a provider’s event finds its organization by the identifiers that were registered';

/** Any number that nobody else uses. */
const ENTRY_LOCK = '7161125';

/**
 * Taken by everybody who puts events in, before the statement that does, until the end of the transaction; `addresses` are
 * those that may be suppressed for it, in order.
 *
 * The first lock is shared and holds up the registration of campaigns: an event either sees the identifiers, or waits in
 * `waiting_event` before they are there. By the others the third soft bounce sees the first two, whoever stores them; and of
 * two transactions that suppress the same addresses, now for what is in them and now for three soft bounces, one goes first.
 */
export const holdEntry = statement<{ addresses: readonly string[] }, never>({
  name: 'campaign_event.hold_entry',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select pg_advisory_xact_lock_shared(${ENTRY_LOCK})::text as held
    union all
    select pg_advisory_xact_lock(hashtextextended(address, ${ENTRY_LOCK}))::text from unnest(${p.addresses}::text[]) address`,
});

/** Taken by the registration of a campaign: waits for the events that are on their way in, and holds up the next. */
export const holdRegistration = statement<Record<never, never>, never>({
  name: 'campaign.hold_registration',
  unscoped: 'a lock, no row',
  text: () => `select pg_advisory_xact_lock(${ENTRY_LOCK})::text as held`,
});

type Entry = {
  provider: string;
  /** Null: the receipts of these events were written before. */
  source: string | null;
  /** JSON: `ArrivingEvent` with a new id, whether it was signed, and the organizations that it may match when not. */
  events: string;
};

/** What a recipient has said weighs more than what a server has; the least is what may pass. */
const weight = (reason: string) =>
  `array_position('{soft_bounces,hard_bounce,unsubscribe,complaint}'::text[], ${reason}::text)`;

/**
 * Puts events in: receipts first, so that the second of the same is nothing; each to its campaign, or to those that wait; hard
 * bounces, unsubscribes and complaints to the suppression list, where what weighs more replaces what weighs less. Complaints
 * go nowhere else. All in one statement, rows in the order of their keys: two of these with the same events wait one for the other, never both.
 */
export const enterEvents = statement<Entry, { id: string; isSoftBounce: boolean }>({
  name: 'campaign_event.enter',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    with arriving as (
      select * from jsonb_to_recordset(${p.events}::jsonb) as event(
        id text, "isSigned" boolean, "organizationIds" text[], "providerEventId" text, type text, "bounceType" text,
        recipient text, url text, "occurredAt" text, "workspaceId" text, identifiers text[], "providerMessageId" text, "isMachine" boolean)
    ), fresh as (
      insert into event_receipt (source, provider_event_id)
      select ${p.source}::text, "providerEventId" from arriving where ${p.source}::text is not null order by 2
      on conflict do nothing returning provider_event_id
    ), placed as (
      select arriving.*, campaign.* from arriving
      left join lateral (
        select i.organization_id, c.workspace_id, i.campaign_id
          from unnest(arriving.identifiers) with ordinality named(identifier, place)
          join campaign_identifier i
            on i.provider = ${p.provider}::email_provider_code and i.identifier = named.identifier
          join campaign c on c.organization_id = i.organization_id and c.id = i.campaign_id
         where (arriving."isSigned" or i.organization_id = any(arriving."organizationIds"))
           and (arriving."workspaceId" is null or c.workspace_id = arriving."workspaceId")
         order by named.place limit 1
      ) campaign on true
      where ${p.source}::text is null or arriving."providerEventId" in (select provider_event_id from fresh)
    ), stored as (
      insert into campaign_event (id, organization_id, workspace_id, campaign_id, event_type, bounce_type, recipient, url,
        occurred_at, provider, provider_message_id, is_machine)
      select id, organization_id, workspace_id, campaign_id, type::campaign_event_type, "bounceType"::bounce_type, recipient,
             url, "occurredAt"::timestamptz, ${p.provider}::email_provider_code, "providerMessageId", "isMachine"
        from placed where campaign_id is not null and type <> 'complaint'
      returning id, event_type, bounce_type
    ), suppressed as (
      insert into suppression (organization_id, workspace_id, address, reason)
      select distinct on (workspace_id, address) organization_id, workspace_id, address, reason::suppression_reason
        from (
          select placed.*, lower(recipient) as address,
                 case when type in ('complaint', 'unsubscribe') then type
                      when type = 'bounce' and "bounceType" = 'hard' then 'hard_bounce' end as reason
            from placed where campaign_id is not null) ended
       where reason is not null
       order by workspace_id, address, ${weight('reason')} desc
      on conflict (organization_id, workspace_id, address) do update set reason = excluded.reason
        where ${weight('excluded.reason')} > ${weight('suppression.reason')}
    ), waits as (
      insert into waiting_event (id, provider, identifiers, organization_ids, is_signed, event)
      select id, ${p.provider}::email_provider_code, identifiers, "organizationIds", "isSigned",
             to_jsonb(placed) - '{id,isSigned,organizationIds,organization_id,workspace_id,campaign_id}'::text[]
        from placed where campaign_id is null
    )
    select id, event_type = 'bounce' and bounce_type is not distinct from 'soft' as "isSoftBounce" from stored`,
});

/**
 * After soft bounces were stored, in the same transaction: puts on the suppression list whoever has had three of them within
 * seven days, by when they happened and in whichever order they came (DESIGN 7). A message that is tried again is one; what
 * happened before the address was last taken off the list counts no more.
 *
 * Each recipient's bounces are gone through once, however many they are: a message counts from its bounce until it bounces
 * again, which counts anew, or until seven days later; the sum says how many count at each moment.
 */
export const suppressSoftBounces = statement<{ ids: readonly string[] }, never>({
  name: 'suppression.of_soft_bounces',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    with touched as materialized (
      select e.organization_id, e.workspace_id, e.recipient, lower(e.recipient) as address,
             min(e.occurred_at) - interval '7 days' as first, max(e.occurred_at) + interval '7 days' as last
        from campaign_event e where e.id = any(${p.ids}::text[]) group by 1, 2, 3
    )
    insert into suppression (organization_id, workspace_id, address, reason)
    select distinct touched.organization_id, touched.workspace_id, touched.address, 'soft_bounces'::suppression_reason
      from touched
      left join suppression_removal removed on removed.organization_id = touched.organization_id
       and removed.workspace_id = touched.workspace_id and removed.address = touched.address
      cross join lateral (
        select sum(change.by) over (order by change.at, change.place rows unbounded preceding) as messages
          from (
            select b.occurred_at, b.occurred_at + interval '7 days' as ends_at,
                   lead(b.occurred_at) over (partition by coalesce(b.provider_message_id, b.id) order by b.occurred_at) as again_at
              from campaign_event b
             where b.organization_id = touched.organization_id and b.workspace_id = touched.workspace_id
               and b.recipient = touched.recipient and b.event_type = 'bounce' and b.bounce_type = 'soft'
               and b.occurred_at between touched.first and touched.last
               and (removed.removed_at is null or b.occurred_at > removed.removed_at)
          ) bounced
          cross join lateral (values
            (occurred_at, 1, 1),
            (least(again_at, ends_at), case when again_at <= ends_at then 0 else 2 end, -1)
          ) change(at, place, by)
      ) counted
     where counted.messages >= 3
       and not exists (
         select 1 from suppression s where s.organization_id = touched.organization_id and s.workspace_id = touched.workspace_id and s.address = touched.address)
     order by 2, 3
    on conflict (organization_id, workspace_id, address) do nothing`,
});

const WAITING = 'w.id, w.provider, w.is_signed as "isSigned", w.organization_ids as "organizationIds", w.event';

export interface WaitingEventRow {
  readonly id: string;
  readonly provider: EmailProviderCode;
  readonly isSigned: boolean;
  readonly organizationIds: readonly string[];
  readonly event: ArrivingEvent;
}

/** Events that have waited for a campaign, the oldest first. */
export const waitingForCampaign = statement<{ campaignId: string; limit: number }, WaitingEventRow>({
  name: 'waiting_event.for_campaign',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select ${WAITING} from campaign c
      cross join lateral (
        select array_agg(i.identifier) as names from campaign_identifier i
         where i.organization_id = c.organization_id and i.campaign_id = c.id) known
      join waiting_event w on w.provider = c.provider and w.identifiers && known.names
       and (w.is_signed or c.organization_id = any(w.organization_ids))
       and (w.event ->> 'workspaceId' is null or w.event ->> 'workspaceId' = c.workspace_id)
     where c.id = ${p.campaignId}
     order by w.id limit ${p.limit}`,
});

/** Campaigns that events wait for although they are registered. */
export const campaignsWaitedFor = statement<{ limit: number }, { readonly campaignId: string }>({
  name: 'waiting_event.campaigns',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select distinct c.id as "campaignId" from waiting_event w
      join campaign_identifier i on i.provider = w.provider and i.identifier = any(w.identifiers)
      join campaign c on c.organization_id = i.organization_id and c.id = i.campaign_id
       and (w.is_signed or c.organization_id = any(w.organization_ids))
       and (w.event ->> 'workspaceId' is null or w.event ->> 'workspaceId' = c.workspace_id)
     limit ${p.limit}`,
});

/** Takes events out of the queue: each is taken once, whoever asks at the same time. */
export const takeWaiting = statement<{ ids: readonly string[] }, WaitingEventRow>({
  name: 'waiting_event.take',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    delete from waiting_event w using (
      select id from waiting_event where id = any(${p.ids}::text[]) order by id for update) held
     where w.id = held.id returning ${WAITING}`,
});
