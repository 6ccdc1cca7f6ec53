import type { CampaignBounceType, EmailEventType } from '../../../../core/contract/campaign-event.js';
import type { ExceptionKind } from '../../../../core/contract/exception-kinds.js';
import type { PlainText } from '../../../../core/contract/stored-text.js';
import { columns, columnsAs, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { inserted, LEFT_OUT, selectedFrom, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { insertExceptionSql, KEEP_EXISTING } from '../../../../core/exceptions/operator-exception-insert-sql.js';

/**
 * An event being entered, as a parameter of the statements below and as stored in `waiting_event` and `poison_event`.
 */
export interface ArrivingEvent {
  readonly providerEventId: string;
  readonly type: EmailEventType;
  readonly bounceType: CampaignBounceType | null;
  readonly recipient: PlainText;
  readonly url: PlainText | null;
  readonly occurredAt: string;
  /** The only workspace whose campaigns it may match; null or missing: any workspace with the identifier. */
  readonly workspaceId?: string | null;
  /** The provider's identifiers of the campaign, the most specific first. */
  readonly identifiers: readonly PlainText[];
  readonly providerMessageId: PlainText | null;
  readonly isMachine: boolean;
}

/** An arbitrary number, not used by other locks. */
const ENTRY_LOCK = '7161125';

/**
 * Taken by every transaction that enters events, before the statements that do, until it ends; `addresses` are the
 * addresses it may suppress, in order.
 *
 * The first lock is shared and blocks the registration of campaigns: an event either sees the identifiers, or is in
 * `waiting_event` before they exist. The other locks make the third soft bounce see the first two, whichever
 * transactions store them; and they serialize transactions that suppress the same addresses, for their own events and
 * for three soft bounces.
 */
export const holdEntry = statement({
  name: 'campaign_event.hold_entry',
  unscoped: 'takes_a_lock',
  takes: { addresses: 'text[]' },
  gives: derived({ held: 'text' }),
  text: ({ p }) => `
    select pg_advisory_xact_lock_shared(${ENTRY_LOCK})::text as held
    union all
    select pg_advisory_xact_lock(hashtextextended(address, ${ENTRY_LOCK}))::text from unnest(${p.addresses}::text[]) address`,
});

/** Taken by the registration of a campaign: waits for events being entered, and blocks the next ones. */
export const holdRegistration = statement({
  name: 'campaign.hold_registration',
  unscoped: 'takes_a_lock',
  gives: derived({ held: 'text' }),
  text: () => `select pg_advisory_xact_lock(${ENTRY_LOCK})::text as held`,
});

const RECEIVED = columns('EventReceipt', 'event_receipt', ['providerEventId']);

/**
 * Writes receipts of a source's events, in key order; returns those that are new, so that a repeated event is
 * ignored.
 */
export const insertReceipts = statement({
  name: 'event_receipt.insert',
  unscoped: 'before_the_organization_is_known',
  takes: { source: 'EventReceipt.source', providerEventIds: 'EventReceipt.providerEventId[]' },
  gives: RECEIVED,
  text: ({ p }) => {
    const { into, values } = inserted('EventReceipt', {
      source: p.source,
      providerEventId: sql('arriving.id'),
      receivedAt: LEFT_OUT,
    });
    return `
    insert into ${into}
    select ${values} from unnest(${p.providerEventIds}::text[]) arriving(id) order by arriving.id
    on conflict do nothing returning ${RECEIVED}`;
  },
});

const NAMED = [
  columns('CampaignIdentifier', 'i', ['identifier', 'organizationId', 'campaignId']),
  columns('Campaign', 'c', ['workspaceId']),
  derived({ isApproved: 'bool' }),
] as const;
const [IDENTIFIED, IN_WORKSPACE, APPROVAL] = NAMED;
/** A campaign that has an identifier. */
export type NamedCampaignRow = RowOf<typeof IDENTIFIED> & RowOf<typeof IN_WORKSPACE> & RowOf<typeof APPROVAL>;

/**
 * The campaigns with given identifiers of a provider. Reads all organizations, so that the writes below are for one
 * each.
 */
export const campaignsNamed = statement({
  name: 'campaign_identifier.named',
  unscoped: 'before_the_organization_is_known',
  takes: { provider: 'CampaignIdentifier.provider', identifiers: 'text[]' },
  gives: NAMED,
  text: ({ p }) => `
    select ${IDENTIFIED}, ${IN_WORKSPACE}, i.approved_at is not null as "isApproved" from campaign_identifier i
      join campaign c on c.organization_id = i.organization_id and c.id = i.campaign_id
     where i.provider = ${p.provider}::email_provider_code and i.identifier = any(${p.identifiers}::text[])`,
});

/** Rows of `ArrivingEvent`, with the extra columns for the statements below. */
const arrived = (events: string) => `jsonb_to_recordset(${events}::jsonb) as event(
        id text, "isSigned" boolean, "organizationIds" text[], "campaignId" text, "providerEventId" text, type text,
        "bounceType" text, recipient text, url text, "occurredAt" text, "workspaceId" text, identifiers text[],
        "providerMessageId" text, "isMachine" boolean)`;

/** Inserts events of one organization's campaigns; complaints go only to the suppression list. */
export const insertEvents = statement({
  name: 'campaign_event.insert',
  takes: {
    organizationId: 'CampaignEvent.organizationId',
    provider: 'CampaignEvent.provider',
    /** `ArrivingEvent` with a new id, its campaign and workspace. */
    events: 'jsonb',
  },
  text: ({ p, scope }) => {
    const { into, values } = inserted('CampaignEvent', {
      id: sql('event.id'),
      organizationId: sql('o.id'),
      workspaceId: sql('event."workspaceId"'),
      campaignId: sql('event."campaignId"'),
      eventType: sql('event.type::campaign_event_type'),
      bounceType: sql('event."bounceType"::bounce_type'),
      ...selectedFrom('CampaignEvent', 'event', ['recipient', 'url']),
      occurredAt: sql('event."occurredAt"::timestamptz'),
      provider: p.provider,
      providerMessageId: sql('event."providerMessageId"'),
      isMachine: sql('event."isMachine"'),
      createdAt: LEFT_OUT,
    });
    return `
    insert into ${into}
    select ${values} from organization o cross join ${arrived(p.events)}
     where o.id = ${p.organizationId} and ${scope('o.id')} and event.type <> 'complaint'`;
  },
});

/**
 * Rank of suppression reasons: a recipient's own request outranks a server's response; a soft bounce is lowest,
 * because it may pass.
 */
const weight = (reason: string) => `(case when ${reason} = 'soft_bounces' then 1
      when ${reason} = 'hard_bounce' then 2 when ${reason} = 'unsubscribe' then 3 else 4 end)`;

/**
 * Adds recipients of hard bounces, unsubscribes and complaints of one organization to its suppression list, in key
 * order; a higher-ranked reason replaces a lower one.
 */
export const suppressRecipients = statement({
  name: 'suppression.of_events',
  takes: { organizationId: 'Suppression.organizationId', events: 'jsonb' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('Suppression', {
      organizationId: sql('organization_id'),
      workspaceId: sql('workspace_id'),
      address: sql('address'),
      reason: sql('reason'),
      createdAt: LEFT_OUT,
    });
    return `
    insert into ${into}
    select distinct on (organization_id, workspace_id, address) ${values}
      from (
        select o.id as organization_id, event."workspaceId" as workspace_id, lower(event.recipient) as address,
               case when event.type in ('complaint', 'unsubscribe') then event.type
                    when event.type = 'bounce' and event."bounceType" = 'hard' then 'hard_bounce'
               end::suppression_reason as reason
          from organization o cross join ${arrived(p.events)}
         where o.id = ${p.organizationId} and ${scope('o.id')}) ended
     where reason is not null
     order by organization_id, workspace_id, address, ${weight('reason')} desc
    on conflict (organization_id, workspace_id, address) do update set reason = excluded.reason
      where ${weight('excluded.reason')} > ${weight('suppression.reason')}`;
  },
});

/** Events without a campaign wait for one. */
export const insertWaiting = statement({
  name: 'waiting_event.insert',
  unscoped: 'before_the_organization_is_known',
  takes: {
    provider: 'WaitingEvent.provider',
    /** `ArrivingEvent` with a new id, whether it was signed, and, if not, the organizations it may match. */
    events: 'jsonb',
  },
  text: ({ p }) => {
    const { into, values } = inserted('WaitingEvent', {
      id: sql('id'),
      provider: p.provider,
      identifiers: sql('identifiers'),
      organizationIds: sql('"organizationIds"'),
      isSigned: sql('"isSigned"'),
      event: sql(`to_jsonb(event) - '{id,isSigned,organizationIds,campaignId}'::text[]`),
      createdAt: LEFT_OUT,
    });
    return `insert into ${into} select ${values} from ${arrived(p.events)}`;
  },
});

const WAITING = columns('WaitingEvent', 'w', ['id', 'provider', 'isSigned', 'organizationIds', 'event']).as<{
  event: ArrivingEvent;
}>();
export type WaitingEventRow = RowOf<typeof WAITING>;

/**
 * Whether a campaign may take a waiting event, by one of its identifiers. Must agree with match-events-to-campaigns.ts: otherwise
 * an event would be taken out only to wait again, forever.
 */
const mayMatch = ({ organization, isApproved }: { readonly organization: string; readonly isApproved: string }) =>
  `(case when not w.is_signed and cardinality(w.organization_ids) = 1 then w.organization_ids[1] = ${organization}
            else ${isApproved} and (w.is_signed or ${organization} = any(w.organization_ids)) end)`;

/**
 * Events that waited for a campaign, oldest first. Reads the campaign's organization first, because waiting events
 * are not stored by organization.
 */
export const waitingForCampaign = statement({
  name: 'waiting_event.for_campaign',
  unscoped: 'before_the_organization_is_known',
  takes: { campaignId: 'Campaign.id', limit: 'int8' },
  gives: WAITING,
  text: ({ p, scope }) => `
    with known as materialized (
      select c.provider, c.organization_id, c.workspace_id, array_agg(i.identifier) as names,
             array_agg(i.identifier) filter (where i.approved_at is not null) as approved
        from campaign c
        join campaign_identifier i on i.organization_id = c.organization_id and i.campaign_id = c.id
       where c.id = ${p.campaignId} and ${scope('c.organization_id')}
       group by c.organization_id, c.id)
    select ${WAITING} from known c
      join waiting_event w on w.provider = c.provider and w.identifiers && c.names
       and ${mayMatch({ organization: 'c.organization_id', isApproved: `coalesce(w.identifiers && c.approved, false)` })}
       and (w.event ->> 'workspaceId' is null or w.event ->> 'workspaceId' = c.workspace_id)
     order by w.id limit ${p.limit}`,
});

const WAITED_FOR = columnsAs('Campaign', 'c', { campaignId: 'id' });

const WAITED_FOR_FROM = `
      from waiting_event w
      join campaign_identifier i on i.provider = w.provider and i.identifier = any(w.identifiers)
      join campaign c on c.organization_id = i.organization_id and c.id = i.campaign_id
       and ${mayMatch({ organization: 'i.organization_id', isApproved: 'i.approved_at is not null' })}
       and (w.event ->> 'workspaceId' is null or w.event ->> 'workspaceId' = c.workspace_id)`;

/** Organizations with registered campaigns that events still wait for. */
export const organizationsWaitedFor = statement({
  name: 'waiting_event.organizations',
  gives: columns('Campaign', 'c', ['organizationId']),
  text: ({ scope }) =>
    `select distinct c.organization_id as "organizationId" ${WAITED_FOR_FROM} where ${scope('i.organization_id')}`,
});

/** The campaigns of one organization that events still wait for. */
export const campaignsWaitedFor = statement({
  name: 'waiting_event.campaigns',
  takes: { limit: 'int8' },
  gives: WAITED_FOR,
  text: ({ p, scope }) => `
    select distinct ${WAITED_FOR} ${WAITED_FOR_FROM} where ${scope('i.organization_id')}
     limit ${p.limit}`,
});

/** Takes events out of the queue; concurrent callers never get the same event. */
export const takeWaiting = statement({
  name: 'waiting_event.take',
  unscoped: 'before_the_organization_is_known',
  takes: { ids: 'WaitingEvent.id[]' },
  gives: WAITING,
  text: ({ p }) => `
    delete from waiting_event w using (
      select id from waiting_event where id = any(${p.ids}::text[]) order by id for update) held
     where w.id = held.id returning ${WAITING}`,
});

/** The operators' exception about an identifier that no operator has approved. */
export const UNAPPROVED: ExceptionKind = 'campaign_identifier_unapproved';

/**
 * Opens exceptions for operators about unapproved identifiers that events wait for, once per organization with the
 * identifier.
 */
export const raiseUnapproved = statement({
  name: 'operator_exception.identifier_unapproved',
  takes: typesOf('OperatorException', ['id', 'organizationId', 'subjectId', 'detail']),
  text: ({ p, scope }) => {
    const { id, organizationId, subjectId, detail } = p;
    return insertExceptionSql(
      { id, organizationId, kind: sql(`'${UNAPPROVED}'`), subjectId, detail },
      scope,
      KEEP_EXISTING,
    );
  },
});

/** The subject of an exception about an identifier. */
export function subjectOfIdentifier(provider: string, identifier: string): string {
  return `${provider}:${identifier}`;
}
