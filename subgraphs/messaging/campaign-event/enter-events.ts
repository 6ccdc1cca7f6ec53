import type { NormalizedEvent } from '../../../connectors/email-providers/port.js';
import { type Principal, systemPrincipal } from '../../../core/auth/principal.js';
import type { EmailProviderCode } from '../../../core/contract/campaign-event.js';
import type { Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids.js';
import { type ArrivingEvent, enterEvents, holdEntry, suppressSoftBounces } from './enter-events.store.js';

/** Where an event comes from, which bounds what it may match. */
export interface Provenance {
  readonly provider: EmailProviderCode;
  /** Signed, or vouched for by somebody who reaches every organization: any campaign may take it. */
  readonly isSigned: boolean;
  /** When it is not: the allowlist of the key that sent it. */
  readonly organizationIds: readonly string[];
}

export interface EnteringEvent extends Omit<Provenance, 'provider'> {
  readonly event: ArrivingEvent;
}

export interface EntryRequest {
  readonly provider: EmailProviderCode;
  /** Whose ids of events these are; null when their receipts were written before. */
  readonly source: string | null;
  readonly events: readonly EnteringEvent[];
}

const WEBHOOKS: Principal = systemPrincipal('webhooks');

/** Puts events in, each exactly once, in three statements however many they are. All or none: the transaction is the caller's. */
export async function enter(tx: Transaction, { provider, source, events }: EntryRequest): Promise<void> {
  await tx.many(WEBHOOKS, holdEntry, { addresses: suppressibleAddresses(events) });
  const rows = (source === null ? events : once(events)).map(({ event, isSigned, organizationIds }) => {
    return { id: newId(), isSigned, organizationIds, ...event };
  });
  const stored = await tx.many(WEBHOOKS, enterEvents, { provider, source, events: JSON.stringify(rows) });
  const soft = stored.filter(({ isSoftBounce }) => isSoftBounce);
  if (soft.length === 0) return;
  const ids = soft.map(({ id }) => id);
  await tx.many(WEBHOOKS, suppressSoftBounces, { organizationIds: soft.map((row) => row.organizationId), ids });
}

/**
 * A normalized event as it is stored. A sender that writes `workspace_id` among its own variables has said whose campaign it is:
 * nobody else who registered an identifier of the event gets it.
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

/** What one transaction puts in: of a large call, a set at a time. */
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

/** In one order, so that of two transactions one waits, and never each for the other. */
function suppressibleAddresses(events: readonly EnteringEvent[]): readonly string[] {
  const suppressible = events.filter(({ event: { type, bounceType } }) => bounceType !== null || ENDING.includes(type));
  return [...new Set(suppressible.map(({ event }) => event.recipient.toLowerCase()))].sort();
}
