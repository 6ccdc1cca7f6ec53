import type Stripe from 'stripe';
import { z } from 'zod';
import type { ChangesRequest, FoundChanges, ProcessorNotice } from '../charge-queries-interface.js';
import { EVENT_TYPES, hintOf } from './event-hints.js';
import { disputeObject, eventObject, intentOf, refundObject } from './response-schemas.js';

const MOST_PER_PAGE = 100;

/**
 * Events are listed first: they cover everything, but only for thirty days. Older changes are found in the lists of
 * disputes and refunds, by their creation time.
 */
const LISTS = ['events', 'disputes', 'refunds'] as const;
type List = (typeof LISTS)[number];

/** `events:evt_…`: the list, and the last item read from it. */
const position = z.string().regex(/^(events|disputes|refunds):\w*$/);

export async function changes(stripe: Stripe, request: ChangesRequest): Promise<FoundChanges> {
  const [name, after = ''] = position.parse(request.position ?? 'events:').split(':');
  const list = LISTS.find((known) => known === name) ?? 'events';
  const created = { gte: Math.floor(Date.parse(request.since) / 1_000) };
  const paging = { created, limit: MOST_PER_PAGE, ...(after !== '' && { starting_after: after }) };
  const { data, has_more: hasMore } = await READ[list](stripe, paging);
  const last = data.at(-1);
  const following = LISTS[LISTS.indexOf(list) + 1];
  const next = hasMore && last !== undefined ? `${list}:${last.id}` : following && `${following}:`;
  return { kind: 'page', hints: data.map(HINT[list]), next: next ?? null };
}

interface Paging {
  readonly created: { gte: number };
  readonly limit: number;
  readonly starting_after?: string;
}
interface Listed {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
}

const READ: Readonly<Record<List, (stripe: Stripe, paging: Paging) => Promise<Listed>>> = {
  events: (stripe, paging) => stripe.events.list({ ...paging, types: [...EVENT_TYPES] }),
  disputes: (stripe, paging) => stripe.disputes.list(paging),
  refunds: (stripe, paging) => stripe.refunds.list(paging),
};

/** A listed object is identified with its status: the same object with another status is a new hint. */
const HINT: Readonly<Record<List, (listed: unknown) => ProcessorNotice>> = {
  events: (listed) => hintOf(eventObject.parse(listed)),
  disputes: (listed) => listedHint('dispute', disputeObject.parse(listed)),
  refunds: (listed) => listedHint('refund', refundObject.and(intentOf).parse(listed)),
};

function listedHint(
  kind: string,
  listed: { readonly id: string; readonly status: string | null; readonly payment_intent?: string | null | undefined },
): ProcessorNotice {
  const { id, status, payment_intent: intent } = listed;
  const about = typeof intent === 'string' ? ({ kind: 'charge', id: intent } as const) : null;
  return { externalId: `${id}:${status ?? 'unknown'}`, type: `${kind}.listed`, about };
}
