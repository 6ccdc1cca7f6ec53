import type { CampaignBounceType, EmailEventType, EmailProviderCode } from '../../../core/contract/campaign-event.js';
import { columns, columnsAs, derived, type RowOf } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { inserted, LEFT_OUT, type Placeholder, sql } from '../../../core/db/written.js';

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
export const holdEntry = statement({
  name: 'campaign_event.hold_entry',
  unscoped: UNSCOPED,
  takes: { addresses: 'text[]' },
  gives: derived({ held: 'text' }),
  text: ({ p }) => `
    select pg_advisory_xact_lock_shared(${ENTRY_LOCK})::text as held
    union all
    select pg_advisory_xact_lock(hashtextextended(address, ${ENTRY_LOCK}))::text from unnest(${p.addresses}::text[]) address`,
});

/** Taken by the registration of a campaign: waits for the events that are on their way in, and holds up the next. */
export const holdRegistration = statement({
  name: 'campaign.hold_registration',
  unscoped: 'a lock, no row',
  gives: derived({ held: 'text' }),
  text: () => `select pg_advisory_xact_lock(${ENTRY_LOCK})::text as held`,
});

const STORED = columns('CampaignEvent', 'stored', ['id', 'organizationId']);

/** What a recipient has said weighs more than what a server has; the least is what may pass. */
const weight = (reason: string) =>
  `array_position('{soft_bounces,hard_bounce,unsubscribe,complaint}'::text[], ${reason}::text)`;

/**
 * Puts events in: receipts first, so that the second of the same is nothing; each to its campaign, or to those that wait; hard
 * bounces, unsubscribes and complaints to the suppression list, where what weighs more replaces what weighs less. Complaints
 * go nowhere else. All in one statement, rows in the order of their keys: two of these with the same events wait one for the other, never both.
 */
export const enterEvents = statement({
  name: 'campaign_event.enter',
  unscoped: UNSCOPED,
  takes: {
    provider: 'CampaignEvent.provider',
    /** Null: the receipts of these events were written before. */
    source: 'EventReceipt.source?',
    /** `ArrivingEvent` with a new id, whether it was signed, and the organizations that it may match when not. */
    events: 'jsonb',
  },
  gives: [STORED, derived({ isSoftBounce: 'bool' })],
  text: ({ p }) => {
    const receipt = inserted('EventReceipt', {
      source: sql(`${p.source}::text`),
      providerEventId: sql('"providerEventId"'),
      receivedAt: LEFT_OUT,
    });
    const event = newEvent(p.provider);
    const suppression = inserted('Suppression', {
      organizationId: sql('organization_id'),
      workspaceId: sql('workspace_id'),
      address: sql('address'),
      reason: sql('reason::suppression_reason'),
      createdAt: LEFT_OUT,
    });
    const waiting = inserted('WaitingEvent', {
      id: sql('id'),
      provider: p.provider,
      identifiers: sql('identifiers'),
      organizationIds: sql('"organizationIds"'),
      isSigned: sql('"isSigned"'),
      event: sql(`to_jsonb(placed) - '{id,isSigned,organizationIds,organization_id,workspace_id,campaign_id}'::text[]`),
      createdAt: LEFT_OUT,
    });
    return `
    with arriving as (
      select * from jsonb_to_recordset(${p.events}::jsonb) as event(
        id text, "isSigned" boolean, "organizationIds" text[], "providerEventId" text, type text, "bounceType" text,
        recipient text, url text, "occurredAt" text, "workspaceId" text, identifiers text[], "providerMessageId" text, "isMachine" boolean)
    ), fresh as (
      insert into ${receipt.into}
      select ${receipt.values} from arriving where ${p.source}::text is not null order by "providerEventId"
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
      insert into ${event.into}
      select ${event.values} from placed where campaign_id is not null and type <> 'complaint'
      returning id, organization_id, event_type, bounce_type
    ), suppressed as (
      insert into ${suppression.into}
      select distinct on (organization_id, workspace_id, address) ${suppression.values}
        from (
          select placed.*, lower(recipient) as address,
                 case when type in ('complaint', 'unsubscribe') then type
                      when type = 'bounce' and "bounceType" = 'hard' then 'hard_bounce' end as reason
            from placed where campaign_id is not null) ended
       where reason is not null
       order by organization_id, workspace_id, address, ${weight('reason')} desc
      on conflict (organization_id, workspace_id, address) do update set reason = excluded.reason
        where ${weight('excluded.reason')} > ${weight('suppression.reason')}
    ), waits as (
      insert into ${waiting.into}
      select ${waiting.values} from placed where campaign_id is null
    )
    select ${STORED}, event_type = 'bounce' and bounce_type is not distinct from 'soft' as "isSoftBounce" from stored`;
  },
});

/** Of an event that has been placed. */
function newEvent(provider: Placeholder<EmailProviderCode>) {
  return inserted('CampaignEvent', {
    id: sql('id'),
    organizationId: sql('organization_id'),
    workspaceId: sql('workspace_id'),
    campaignId: sql('campaign_id'),
    eventType: sql('type::campaign_event_type'),
    bounceType: sql('"bounceType"::bounce_type'),
    recipient: sql('recipient'),
    url: sql('url'),
    occurredAt: sql('"occurredAt"::timestamptz'),
    provider,
    providerMessageId: sql('"providerMessageId"'),
    isMachine: sql('"isMachine"'),
    createdAt: LEFT_OUT,
  });
}

/**
 * After soft bounces were stored, in the same transaction: puts on the suppression list whoever has had three of them within
 * seven days, by when they happened and in whichever order they came. A message that is tried again is one; what
 * happened before the address was last taken off the list counts no more.
 *
 * Each recipient's bounces are gone through once, however many they are: a message counts from its bounce until it bounces
 * again, which counts anew, or until seven days later; the sum says how many count at each moment.
 */
export const suppressSoftBounces = statement({
  name: 'suppression.of_soft_bounces',
  unscoped: UNSCOPED,
  /** Each event's organization and id, side by side. */
  takes: { organizationIds: 'CampaignEvent.organizationId[]', ids: 'CampaignEvent.id[]' },
  text: ({ p }) => {
    const { into, values } = inserted('Suppression', {
      organizationId: sql('touched.organization_id'),
      workspaceId: sql('touched.workspace_id'),
      address: sql('touched.address'),
      reason: sql(`'soft_bounces'::suppression_reason`),
      createdAt: LEFT_OUT,
    });
    return `
    with touched as materialized (
      select e.organization_id, e.workspace_id, e.recipient, lower(e.recipient) as address,
             min(e.occurred_at) - interval '7 days' as first, max(e.occurred_at) + interval '7 days' as last
        from unnest(${p.organizationIds}::text[], ${p.ids}::text[]) soft(organization_id, id)
        join campaign_event e on e.organization_id = soft.organization_id and e.id = soft.id group by 1, 2, 3
    )
    insert into ${into}
    select distinct ${values}
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
     order by 1, 2, 3
    on conflict (organization_id, workspace_id, address) do nothing`;
  },
});

const WAITING = columns('WaitingEvent', 'w', ['id', 'provider', 'isSigned', 'organizationIds', 'event']).as<{
  event: ArrivingEvent;
}>();
export type WaitingEventRow = RowOf<typeof WAITING>;

/** Events that have waited for a campaign, the oldest first. */
export const waitingForCampaign = statement({
  name: 'waiting_event.for_campaign',
  unscoped: UNSCOPED,
  takes: { campaignId: 'Campaign.id', limit: 'int8' },
  gives: WAITING,
  text: ({ p, scope }) => `
    select ${WAITING} from campaign c
      cross join lateral (
        select array_agg(i.identifier) as names from campaign_identifier i
         where i.organization_id = c.organization_id and i.campaign_id = c.id) known
      join waiting_event w on w.provider = c.provider and w.identifiers && known.names
       and (w.is_signed or c.organization_id = any(w.organization_ids))
       and (w.event ->> 'workspaceId' is null or w.event ->> 'workspaceId' = c.workspace_id)
     where c.id = ${p.campaignId} and ${scope('c.organization_id')}
     order by w.id limit ${p.limit}`,
});

const WAITED_FOR = columnsAs('Campaign', 'c', { campaignId: 'id' });

/** Campaigns that events wait for although they are registered. */
export const campaignsWaitedFor = statement({
  name: 'waiting_event.campaigns',
  unscoped: UNSCOPED,
  takes: { limit: 'int8' },
  gives: WAITED_FOR,
  text: ({ p }) => `
    select distinct ${WAITED_FOR} from waiting_event w
      join campaign_identifier i on i.provider = w.provider and i.identifier = any(w.identifiers)
      join campaign c on c.organization_id = i.organization_id and c.id = i.campaign_id
       and (w.is_signed or c.organization_id = any(w.organization_ids))
       and (w.event ->> 'workspaceId' is null or w.event ->> 'workspaceId' = c.workspace_id)
     limit ${p.limit}`,
});

/** Takes events out of the queue: each is taken once, whoever asks at the same time. */
export const takeWaiting = statement({
  name: 'waiting_event.take',
  unscoped: UNSCOPED,
  takes: { ids: 'WaitingEvent.id[]' },
  gives: WAITING,
  text: ({ p }) => `
    delete from waiting_event w using (
      select id from waiting_event where id = any(${p.ids}::text[]) order by id for update) held
     where w.id = held.id returning ${WAITING}`,
});
