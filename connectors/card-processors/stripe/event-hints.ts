import type { ProcessorNotice } from '../charge-queries-interface.js';
import { type EventObject, intentOf } from './response-schemas.js';

/** The event types that we process; all other types are acknowledged to Stripe and ignored. */
export const EVENT_TYPES = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_method.automatically_updated',
] as const;

/** The object that an event is about; nothing else of its body is used. */
export function hintOf({ id: externalId, type, data: { object } }: EventObject): ProcessorNotice {
  const isKnown = EVENT_TYPES.some((known) => known === type);
  return { externalId, type, about: isKnown ? aboutOf(object) : null };
}

function aboutOf(object: EventObject['data']['object']): ProcessorNotice['about'] {
  const { id } = object;
  switch (object.object) {
    case 'payment_method':
      return typeof id === 'string' ? { kind: 'method', id } : null;
    case 'payment_intent':
      return typeof id === 'string' ? { kind: 'charge', id } : null;
    default: {
      // A charge without a PaymentIntent is not one of ours.
      const intent = intentOf.safeParse(object).data?.payment_intent;
      return typeof intent === 'string' ? { kind: 'charge', id: intent } : null;
    }
  }
}
