import { EVENT_OBJECTS, EVENT_TYPES, type EventObject, type EventType } from '../generated/contract-lists';

/** Display names of the kinds of object that events are about. */
const OBJECTS: Readonly<Record<EventObject, string>> = {
  payment: 'Payment',
  autopay_run: 'Autopay run',
  autopay_schedule: 'Autopay schedule',
  dispute: 'Dispute',
  account: 'Account',
  payment_method: 'Payment method',
  loan_system: 'Loan system',
  webhook_endpoint: 'Webhook endpoint',
};

/** What happened, for each type of event; null for a type that endpoints cannot choose. */
const TYPES: Readonly<Record<EventType, string | null>> = {
  'payment.posted': 'Posted to its loan',
  'payment.pending_confirmation': 'Sent, outcome unknown',
  'payment.failed': 'Failed, not posted',
  'payment.reversed': 'Reversed',
  'payment.reversal_refused': 'Reversal refused',
  'autopay_run.posted': 'Charged and posted',
  'autopay_run.reversed': 'Reversed after a dispute or refund',
  'autopay_run.retrying': 'Will be retried',
  'autopay_run.failed': 'Failed',
  'autopay_run.refunded': 'Refunded, could not be posted',
  'autopay_run.held': 'Held as a possible duplicate',
  'autopay_run.missed': 'Missed',
  'autopay_schedule.created': 'Created',
  'autopay_schedule.changed': 'Changed, paused or resumed',
  'autopay_schedule.expired': 'Ended',
  'autopay_schedule.cancelled': 'Cancelled',
  'dispute.opened': 'Opened',
  'dispute.won': 'Won',
  'dispute.lost': 'Lost',
  'dispute.closed': 'Inquiry closed',
  'account.status_changed': 'Status changed',
  'account.flag_set': 'Flag set',
  'account.flag_lifted': 'Flag lifted',
  'payment_method.created': 'Created',
  'payment_method.changed': 'Changed',
  'payment_method.deactivated': 'Deactivated',
  'loan_system.unreachable': 'Unreachable',
  'loan_system.recovered': 'Reachable again',
  'webhook_endpoint.failing': 'Deliveries keep failing',
  'webhook_endpoint.disabled': 'Disabled',
  'webhook_endpoint.test': null,
};

/** The kinds of object as the choices of a filter. */
export const EVENT_OBJECT_CHOICES = Object.entries(OBJECTS).map(([object, text]) => ({ id: `${object}.*`, text }));

export const ALL_EVENTS = '*';

export interface EventGroup {
  /** The subscription to all events of this kind of object: `payment.*`. */
  readonly id: string;
  readonly text: string;
  readonly types: readonly { readonly id: EventType; readonly text: string }[];
}

/** The types of events that an endpoint can choose, by kind of object. */
export const EVENT_GROUPS: readonly EventGroup[] = EVENT_OBJECTS.map((object) => ({
  id: `${object}.*`,
  text: OBJECTS[object],
  types: EVENT_TYPES.flatMap((id) => {
    const text = TYPES[id];
    return text !== null && id.startsWith(`${object}.`) ? [{ id, text }] : [];
  }),
}));

/** `Payment: Reversed`; a newer server may send a type that this page does not know. */
export function eventText(type: string): string {
  const group = EVENT_GROUPS.find(({ types }) => types.some(({ id }) => id === type));
  const text = group?.types.find(({ id }) => id === type)?.text;
  if (group !== undefined && text !== undefined) return `${group.text}: ${text}`;
  return type === 'webhook_endpoint.test' ? 'Test event' : type;
}

/** A subscription as text: `All events`, `Payment: all`, `Payment: Reversed`. */
export function subscriptionText(subscription: string): string {
  if (subscription === ALL_EVENTS) return 'All events';
  const group = EVENT_GROUPS.find(({ id }) => id === subscription);
  return group === undefined ? eventText(subscription) : `${group.text}: all`;
}
