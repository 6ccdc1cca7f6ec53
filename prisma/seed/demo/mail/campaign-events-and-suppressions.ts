import type { Temporal } from 'temporal-polyfill';
import { newId } from '../../../../core/ids/ids.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type { Row } from '../insert-rows.js';

export interface SimulatedCampaign {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly provider: 'sendgrid' | 'postmark';
  /** When it was sent. */
  readonly sentAt: Temporal.Instant;
}

interface Happening {
  readonly recipient: string;
  readonly hours: number;
  readonly type: 'open' | 'click' | 'bounce' | 'unsubscribe';
  readonly bounceType?: 'hard' | 'soft';
  readonly isMachine?: boolean;
}

const READERS = ['ada', 'ben', 'cleo', 'dan', 'edith', 'finn', 'grace', 'hugo', 'ines', 'jack', 'kim', 'lars'];

/**
 * The recipients' behaviour: a scanner opens first, some read, some click, one unsubscribes, one address no longer
 * exists, one mailbox is full.
 */
const HAPPENINGS: readonly Happening[] = [
  ...READERS.map((recipient, n) => ({ recipient, hours: 2 + n * 3, type: 'open' }) as const),
  ...READERS.filter((_, n) => n % 3 === 0).map(
    (recipient, n) => ({ recipient, hours: 4 + n * 5, type: 'click' }) as const,
  ),
  { recipient: 'ada', hours: 0.01, type: 'open', isMachine: true },
  { recipient: 'lars', hours: 50, type: 'unsubscribe' },
  { recipient: 'gone', hours: 0.1, type: 'bounce', bounceType: 'hard' },
  ...[1, 25, 49].map((hours) => ({ recipient: 'full', hours, type: 'bounce', bounceType: 'soft' }) as const),
];

/** The events of a campaign, as its provider would have sent them. */
export function eventsOf({
  id: campaign_id,
  organizationId,
  workspaceId,
  provider,
  sentAt,
}: SimulatedCampaign): readonly Row[] {
  return HAPPENINGS.map(({ recipient, hours, type, bounceType, isMachine }) => {
    const occurredAt = after(sentAt, hours);
    return {
      id: newId(occurredAt.epochMilliseconds),
      organization_id: organizationId,
      workspace_id: workspaceId,
      campaign_id,
      event_type: type,
      bounce_type: bounceType ?? null,
      recipient: addressOf(recipient),
      url: type === 'click' ? 'https://pay.example.com/' : null,
      occurred_at: isoInstant(occurredAt),
      provider,
      provider_message_id: `${campaign_id}.${recipient}`,
      is_machine: isMachine ?? false,
      created_at: isoInstant(occurredAt),
    };
  });
}

/** The addresses that the workspace must not write to any more, from the events of its campaigns. */
export function suppressionsOf({ organizationId, workspaceId, sentAt }: SimulatedCampaign): readonly Row[] {
  const endings = [
    ['gone', 0.1, 'hard_bounce'],
    ['full', 49, 'soft_bounces'],
    ['lars', 50, 'unsubscribe'],
  ] as const;
  return endings.map(([recipient, hours, reason]) => ({
    organization_id: organizationId,
    workspace_id: workspaceId,
    address: addressOf(recipient),
    reason,
    created_at: isoInstant(after(sentAt, hours)),
  }));
}

function addressOf(recipient: string): string {
  return `${recipient}@example.com`;
}

function after(start: Temporal.Instant, hours: number): Temporal.Instant {
  return start.add({ milliseconds: Math.round(hours * 3_600_000) });
}
