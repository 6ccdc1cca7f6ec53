/** What events are about. */
export const EVENT_OBJECTS = [
  'payment',
  'autopay_run',
  'autopay_schedule',
  'dispute',
  'account',
  'payment_method',
  'loan_system',
  'webhook_endpoint',
] as const;
export type EventObject = (typeof EVENT_OBJECTS)[number];

/** Every type of event, and when it is made. Types are never renamed; new ones may come. */
export const EVENTS = {
  'payment.posted': 'A payment is on its loan.',
  'payment.pending_confirmation': 'A payment was sent to its loan system, and nobody knows yet what became of it.',
  'payment.failed': 'A payment that was pending is certainly not on its loan, and never will be.',
  'payment.reversed': 'A payment was taken back.',
  'payment.reversal_refused': 'A payment was not taken back: it is posted, as it was.',
  'autopay_run.posted': 'What was charged for a date of a schedule is on its loan.',
  'autopay_run.reversed':
    'What was charged for a date of a schedule was disputed or refunded at the card processor, and is no longer on its loan.',
  'autopay_run.retrying': 'A date of a schedule could not be charged, or was held and is released; it is tried again.',
  'autopay_run.failed': 'A date of a schedule was not charged, and will not be.',
  'autopay_run.refunded': 'What was charged for a date of a schedule was given back: it could not be posted.',
  'autopay_run.held': 'A date of a schedule is not charged, because it equals another run; a person decides.',
  'autopay_run.missed': 'A date of a schedule went by while nothing could run.',
  'autopay_schedule.created': 'A schedule was made.',
  'autopay_schedule.changed': 'A schedule was changed, paused or resumed.',
  'autopay_schedule.expired': 'A schedule came to its end, or its loan did.',
  'autopay_schedule.cancelled': 'A schedule was cancelled.',
  'dispute.opened': 'A borrower’s bank disputes a charge of autopay, or asks about it.',
  'dispute.won': 'A dispute was decided for the lender: the charge stands.',
  'dispute.lost': 'A dispute was decided for the borrower: the money stays with the bank.',
  'dispute.closed': 'A bank’s question about a charge was closed; no money was taken.',
  'account.status_changed': 'The status of an account moved.',
  'payment_method.created': 'A payment method was stored.',
  'payment_method.changed': 'What is shown of a payment method was changed.',
  'payment_method.deactivated': 'A payment method was deactivated.',
  'loan_system.unreachable': 'A running part cannot reach a loan system any more.',
  'loan_system.recovered': 'Every running part reaches the loan system again.',
  'webhook_endpoint.failing': 'An event could not be delivered to a webhook endpoint four times in a row.',
  'webhook_endpoint.disabled': 'A webhook endpoint is not sent to any more.',
  'webhook_endpoint.test': 'Somebody asked for a test event; it is sent to that endpoint alone.',
} as const satisfies Readonly<Record<`${EventObject}.${string}`, string>>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES: readonly [EventType, ...EventType[]] = typesOf(EVENTS);

function typesOf(events: typeof EVENTS): [EventType, ...EventType[]] {
  const [first, ...others] = Object.keys(events).filter((name): name is EventType => name in events);
  if (first === undefined) throw new Error('there are no event types');
  return [first, ...others];
}
