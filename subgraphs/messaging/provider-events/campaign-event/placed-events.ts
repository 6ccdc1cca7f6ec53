import type { ArrivingEvent, NamedCampaignRow } from './enter-events.store.js';
import type { EnteringEvent } from './entering-event.js';

/** An event and the campaign that it is of. */
export type PlacedEvent = ArrivingEvent & { readonly workspaceId: string; readonly campaignId: string };

export interface Placement {
  /** By organization, in the order of their ids: whoever writes several does so in one order. */
  readonly placed: readonly (readonly [organizationId: string, events: readonly PlacedEvent[]])[];
  /** Nobody whom they may match has registered any of their identifiers. */
  readonly waiting: readonly EnteringEvent[];
  /** Of those, whose identifiers somebody has, and no operator has approved. */
  readonly unapproved: readonly NamedCampaignRow[];
}

/** Finds each event's campaign: the one that has the first of its identifiers that any campaign has which it may match. */
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
 * What comes from one organization, by its own address or its own key, matches all that it has registered. What may be anybody's
 * matches only what an operator has approved: of that there is one of an identifier.
 */
function mayMatch({ event, isSigned, organizationIds }: EnteringEvent, campaign: NamedCampaignRow): boolean {
  const isOfOne = !isSigned && organizationIds.length === 1;
  if (!isOfOne && !campaign.isApproved) return false;
  if (!isSigned && !organizationIds.includes(campaign.organizationId)) return false;
  const only = event.workspaceId ?? null;
  return only === null || only === campaign.workspaceId;
}
