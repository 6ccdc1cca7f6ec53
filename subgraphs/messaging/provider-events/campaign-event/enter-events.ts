import type { NormalizedEvent } from '../../../../connectors/email-providers/port.js';
import type { EmailProviderCode } from '../../../../core/contract/campaign-event.js';
import type { Transaction } from '../../../../core/db/database.js';
import {
  digestKey,
  erasedAddress,
  erasedRecipients,
  isErasedAddress,
} from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { newId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { SecretsAtRest } from '../../../../core/secrets/at-rest.js';
import {
  type ArrivingEvent,
  campaignsNamed,
  holdEntry,
  insertEvents,
  insertReceipts,
  insertWaiting,
  type NamedCampaignRow,
  raiseUnapproved,
  subjectOfIdentifier,
  suppressRecipients,
} from './enter-events.store.js';
import type { EnteringEvent } from './entering-event.js';
import { type PlacedEvent, placeEvents } from './match-events-to-campaigns.js';
import { suppressSoftBounces } from './suppress-after-soft-bounces.store.js';

export interface EntryRequest {
  readonly provider: EmailProviderCode;
  /** The source of these event ids; null when their receipts were written before. */
  readonly source: string | null;
  readonly events: readonly EnteringEvent[];
}

const WEBHOOKS: Principal = systemPrincipal('webhooks');

/**
 * Enters events, each exactly once. Receipts come first, so a repeated event is ignored. Each event goes to its
 * campaign or to the waiting events, recipients to the suppression list. Whatever the number of events, it runs a few
 * statements, then a few per organization, one after the other: no statement writes rows of two. All or nothing, in
 * the caller's transaction.
 */
export async function enter(
  tx: Transaction,
  secrets: SecretsAtRest,
  { provider, source, events }: EntryRequest,
): Promise<void> {
  await tx.many(WEBHOOKS, holdEntry, { addresses: suppressibleAddresses(events) });
  const fresh = source === null ? events : await receive(tx, source, once(events));
  const identifiers = [...new Set(fresh.flatMap(({ event }) => event.identifiers))];
  const named = await tx.many(WEBHOOKS, campaignsNamed, { provider, identifiers });
  const { placed, waiting, unapproved } = placeEvents(fresh, named);
  for (const [organizationId, own] of placed) await enterOfOne(tx, secrets, { organizationId, provider }, own);
  if (waiting.length === 0) return;
  for (const campaign of unapproved) await raise(tx, provider, campaign);
  const rows = waiting.map(({ event, isSigned, organizationIds }) => ({
    id: newId(),
    isSigned,
    organizationIds,
    ...event,
  }));
  await tx.many(WEBHOOKS, insertWaiting, { provider, events: JSON.stringify(rows) });
}

/** In key order, as in all of `enter`, so that concurrent transactions wait instead of deadlocking. */
async function raise(
  tx: Transaction,
  provider: EmailProviderCode,
  { organizationId, identifier, campaignId }: NamedCampaignRow,
): Promise<void> {
  await tx.many(limitToOrganization(WEBHOOKS, organizationId), raiseUnapproved, {
    id: newId(),
    organizationId,
    subjectId: subjectOfIdentifier(provider, identifier),
    detail: JSON.stringify({ provider, identifier, campaign_id: campaignId }),
  });
}

/** The events without a receipt so far. */
async function receive(
  tx: Transaction,
  source: string,
  events: readonly EnteringEvent[],
): Promise<readonly EnteringEvent[]> {
  const providerEventIds = events.map(({ event }) => event.providerEventId);
  const received = await tx.many(WEBHOOKS, insertReceipts, { source, providerEventIds });
  const fresh = new Set(received.map(({ providerEventId }) => providerEventId));
  return events.filter(({ event }) => fresh.has(event.providerEventId));
}

async function enterOfOne(
  tx: Transaction,
  secrets: SecretsAtRest,
  { organizationId, provider }: { readonly organizationId: string; readonly provider: EmailProviderCode },
  placed: readonly PlacedEvent[],
): Promise<void> {
  const principal = limitToOrganization(WEBHOOKS, organizationId);
  const kept = await withoutErased(tx, secrets, organizationId, placed);
  const all = kept.map((event) => ({ id: newId(), ...event }));
  const rows = all.filter(({ recipient }) => !isErasedAddress(recipient));
  await tx.many(principal, insertEvents, { organizationId, provider, events: JSON.stringify(rows) });
  const ending = all.filter(({ type, bounceType }) => ENDING.includes(type) || bounceType === 'hard');
  if (ending.length > 0)
    await tx.many(principal, suppressRecipients, { organizationId, events: JSON.stringify(ending) });
  const ids = rows.filter(({ type, bounceType }) => type === 'bounce' && bounceType === 'soft').map(({ id }) => id);
  if (ids.length > 0) await tx.many(principal, suppressSoftBounces, { organizationId, ids });
}

/** For an address erased on request, keeps only the suppression, under its pseudonym. */
async function withoutErased(
  tx: Transaction,
  secrets: SecretsAtRest,
  organizationId: string,
  placed: readonly PlacedEvent[],
): Promise<readonly PlacedEvent[]> {
  const recipients = [...new Set(placed.map(({ recipient }) => recipient.toLowerCase()))];
  const erased = await erasedRecipients(tx, secrets, organizationId, recipients);
  const key = erased.size === 0 ? undefined : await digestKey(tx, secrets);
  if (key === undefined) return placed;
  return placed.map((event) =>
    erased.has(event.recipient.toLowerCase()) ? { ...event, recipient: erasedAddress(key, event.recipient) } : event,
  );
}

/**
 * Converts a normalized event to its stored form. A sender that sets `workspace_id` among its own variables thereby
 * names the campaign's workspace: no other workspace with the same identifier gets the event.
 */
export function arriving({ campaignReferences, ...event }: NormalizedEvent): ArrivingEvent {
  const named = campaignReferences.find(({ field }) => WORKSPACE_FIELDS.has(field));
  const references = campaignReferences.filter(({ field }) => !WORKSPACE_FIELDS.has(field));
  return {
    ...event,
    workspaceId: named?.value ?? null,
    identifiers: [...new Set(references.map(({ value }) => value))],
  };
}

const WORKSPACE_FIELDS: ReadonlySet<string> = new Set([
  'custom_args.workspace_id',
  'user-variables.workspace_id',
  'Metadata.workspace_id',
  'event.workspace_id',
]);

/** Splits a large call into sets, one per transaction. */
const EVENTS_AT_A_TIME = 500;

export function setsOf<Event>(events: readonly Event[]): readonly (readonly Event[])[] {
  return Array.from({ length: Math.ceil(events.length / EVENTS_AT_A_TIME) }, (_, set) =>
    events.slice(set * EVENTS_AT_A_TIME, (set + 1) * EVENTS_AT_A_TIME),
  );
}

/** The same event twice in one call would have one receipt. */
function once(events: readonly EnteringEvent[]): readonly EnteringEvent[] {
  const byId = new Map(events.toReversed().map((entering) => [entering.event.providerEventId, entering]));
  return [...byId.values()];
}

const ENDING: readonly string[] = ['unsubscribe', 'complaint'];

/** In one order, so that concurrent transactions do not deadlock. */
function suppressibleAddresses(events: readonly EnteringEvent[]): readonly string[] {
  const suppressible = events.filter(({ event: { type, bounceType } }) => bounceType !== null || ENDING.includes(type));
  return [...new Set(suppressible.map(({ event }) => event.recipient.toLowerCase()))].sort();
}
