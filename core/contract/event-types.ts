/** The kinds of object that events concern. */
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

/** Every event type, and when it is sent. Types are never renamed; new ones may be added. */
export const EVENTS = {
  'payment.posted': 'A payment was posted to its loan.',
  'payment.pending_confirmation': 'A payment was sent to its loan system, and its outcome is not known yet.',
  'payment.failed': 'A pending payment was certainly not posted, and never will be.',
  'payment.reversed': 'A payment was reversed.',
  'payment.reversal_refused': 'A payment was not reversed: it remains posted.',
  'autopay_run.posted': 'The autopay charge for a date of a schedule was posted to its loan.',
  'autopay_run.reversed':
    'The autopay charge for a date of a schedule was disputed or refunded at the card processor, and is no longer on its loan.',
  'autopay_run.retrying':
    'A date of a schedule could not be charged, or was held and is released; it will be tried again.',
  'autopay_run.failed': 'A date of a schedule was not charged, and will not be.',
  'autopay_run.refunded': 'The autopay charge for a date of a schedule was refunded: it could not be posted.',
  'autopay_run.held': 'A date of a schedule is held, because it duplicates another run; an operator decides.',
  'autopay_run.missed': 'A date of a schedule passed while no run was possible.',
  'autopay_schedule.created': 'A schedule was created.',
  'autopay_schedule.changed': 'A schedule was changed, paused or resumed.',
  'autopay_schedule.expired': 'A schedule ended, or its loan did.',
  'autopay_schedule.cancelled': 'A schedule was cancelled.',
  'dispute.opened': 'A borrower’s bank disputes an autopay charge, or inquires about it.',
  'dispute.won': 'A dispute was decided for the lender: the charge stands.',
  'dispute.lost': 'A dispute was decided for the borrower: the bank keeps the money.',
  'dispute.closed': 'A bank’s inquiry about a charge was closed; no money was withdrawn.',
  'account.status_changed': 'The status of an account changed.',
  'account.flag_set': 'Staff set a flag on a loan; the code is its kind.',
  'account.flag_lifted': 'Staff lifted a flag from a loan; the code is its kind.',
  'payment_method.created': 'A payment method was stored.',
  'payment_method.changed': 'The displayed data of a payment method was changed.',
  'payment_method.deactivated': 'A payment method was deactivated.',
  'loan_system.unreachable': 'A running part can no longer reach a loan system.',
  'loan_system.recovered': 'Every running part reaches the loan system again.',
  'webhook_endpoint.failing': 'An event could not be delivered to a webhook endpoint four times in a row.',
  'webhook_endpoint.disabled': 'A webhook endpoint was disabled: no more events are sent to it.',
  'webhook_endpoint.test': 'A test event was requested; it is sent only to that endpoint.',
} as const satisfies Readonly<Record<`${EventObject}.${string}`, string>>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES: readonly [EventType, ...EventType[]] = typesOf(EVENTS);

function typesOf(events: typeof EVENTS): [EventType, ...EventType[]] {
  const [first, ...others] = Object.keys(events).filter((name): name is EventType => name in events);
  if (first === undefined) throw new Error('there are no event types');
  return [first, ...others];
}
