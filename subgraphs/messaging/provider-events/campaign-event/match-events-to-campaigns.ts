import type { ArrivingEvent, NamedCampaignRow } from './enter-events.store.js';
import type { EnteringEvent } from './entering-event.js';

/** An event and its campaign. */
export type PlacedEvent = ArrivingEvent & { readonly workspaceId: string; readonly campaignId: string };

export interface Placement {
  /** By organization, in id order, so that concurrent transactions write in the same order. */
  readonly placed: readonly (readonly [organizationId: string, events: readonly PlacedEvent[]])[];
  /** Events whose identifiers are not registered by any organization that they may match. */
  readonly waiting: readonly EnteringEvent[];
  /** Those of them whose identifiers are registered, but not approved by an operator. */
  readonly unapproved: readonly NamedCampaignRow[];
}

/** Finds each event's campaign: the first of its identifiers that belongs to a campaign it may match. */
export function placeEvents(events: readonly EnteringEvent[], named: readonly NamedCampaignRow[]): Placement {
  const campaigns = new Map<string, NamedCampaignRow[]>();
  for (const campaign of named)
    campaigns.set(campaign.identifier, [...(campaigns.get(campaign.identifier) ?? []), campaign]);
  const placed = new Map<string, PlacedEvent[]>();
  const waiting: EnteringEvent[] = [];
  const unapproved = new Set<NamedCampaignRow>();
  for (const entering of events) {
    const found = entering.event.identifiers
      .flatMap((identifier) => campaigns.get(identifier) ?? [])
      .find((campaign) => mayMatch(entering, campaign));
    if (found === undefined) {
      waiting.push(entering);
      for (const identifier of entering.event.identifiers)
        for (const campaign of campaigns.get(identifier) ?? [])
          if (mayMatch(entering, { ...campaign, isApproved: true })) unapproved.add(campaign);
      continue;
    }
    const { organizationId, workspaceId, campaignId } = found;
    const own = placed.get(organizationId) ?? [];
    own.push({ ...entering.event, workspaceId, campaignId });
    placed.set(organizationId, own);
  }
  return {
    placed: [...placed].sort(([a], [b]) => (a < b ? -1 : 1)),
    waiting,
    unapproved: [...unapproved].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  };
}

const keyOf = ({ organizationId, identifier }: NamedCampaignRow) => `${organizationId} ${identifier}`;

/**
 * Events at an organization's own address, or sent with its own key, match everything it has registered. Events at
 * the shared address match only approved identifiers, of which each has one campaign.
 */
function mayMatch({ event, isSigned, organizationIds }: EnteringEvent, campaign: NamedCampaignRow): boolean {
  const isOfOne = !isSigned && organizationIds.length === 1;
  if (!isOfOne && !campaign.isApproved) return false;
  if (!isSigned && !organizationIds.includes(campaign.organizationId)) return false;
  const only = event.workspaceId ?? null;
  return only === null || only === campaign.workspaceId;
}
