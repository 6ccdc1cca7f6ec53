import type { ScenarioCode } from '../../connectors/loan-systems/sandbox/scenarios.js';
import type { EventType } from '../../core/contract/event-types.js';
import type { Sandbox } from './sandbox-account-actions.js';

/** How a type of event is made to happen. */
interface Trigger {
  readonly does: string;
  /** The sandbox account with the needed behavior. */
  readonly on: ScenarioCode;
  /** Whether the secure host captures a card for it. */
  readonly takesCard?: true;
  /** Whether the worker must run first, which checks for due dates every minute. */
  readonly isOfWorker?: true;
  /** @returns the id of the object that the event is about. */
  readonly run: (sandbox: Sandbox) => Promise<string>;
}

const GOOD_CARD = '4242424242424242';
const DECLINED_LATER = '4000000000000341';
const DISPUTED = '4000000000000259';
const WITH_ITS_RUN = 'a dispute comes with `trigger autopay_run.reversed`, and is lost two minutes later';
const TODAY = 0;
const NEXT_MONTH = 30;

const pays = { does: 'records a payment', run: (sandbox: Sandbox) => sandbox.pay() };
const card = { on: 'SBX-POSTS', takesCard: true } as const;
const run = { takesCard: true, isOfWorker: true } as const;

/** Every event type with how a sandbox triggers it, or the reason why it cannot. */
export const TRIGGERS: Readonly<Record<EventType, Trigger | string>> = {
  'payment.posted': { ...pays, on: 'SBX-POSTS' },
  'payment.pending_confirmation': { ...pays, on: 'SBX-UNCONFIRMED-POSTS' },
  'payment.failed': { ...pays, on: 'SBX-UNCONFIRMED-LOST' },
  'payment.reversed': {
    does: 'records a payment and reverses it',
    on: 'SBX-POSTS',
    run: async (sandbox) => sandbox.reverse(await sandbox.pay()),
  },
  'payment.reversal_refused': {
    does: 'records a payment and tries to reverse it',
    on: 'SBX-REVERSAL-REFUSED',
    run: async (sandbox) => sandbox.reverseInVain(await sandbox.pay()),
  },
  'autopay_run.posted': {
    ...run,
    does: 'creates a schedule that is due today',
    on: 'SBX-POSTS',
    run: async (sandbox) => sandbox.firstRun(await sandbox.schedule(GOOD_CARD, { inDays: TODAY })),
  },
  'autopay_run.retrying': {
    ...run,
    does: 'creates a schedule that is due today, with a card that is declined',
    on: 'SBX-POSTS',
    run: async (sandbox) => sandbox.firstRun(await sandbox.schedule(DECLINED_LATER, { inDays: TODAY })),
  },
  'autopay_run.failed': {
    ...run,
    does: 'creates a daily schedule that is due today, with a card that is declined; the next run is tomorrow’s',
    on: 'SBX-POSTS',
    run: async (sandbox) => sandbox.firstRun(await sandbox.schedule(DECLINED_LATER, { inDays: TODAY, every: 'day' })),
  },
  'autopay_run.refunded': {
    ...run,
    does: 'creates a schedule that is due today, on a loan that refuses the posting',
    on: 'SBX-REFUSES',
    run: async (sandbox) => sandbox.firstRun(await sandbox.schedule(GOOD_CARD, { inDays: TODAY })),
  },
  'autopay_run.reversed': {
    ...run,
    does: 'creates a schedule that is due today, with a card whose charges are disputed a minute later',
    on: 'SBX-POSTS',
    run: async (sandbox) => sandbox.firstRun(await sandbox.schedule(DISPUTED, { inDays: TODAY })),
  },
  'dispute.opened': WITH_ITS_RUN,
  'dispute.won': WITH_ITS_RUN,
  'dispute.lost': WITH_ITS_RUN,
  'dispute.closed': WITH_ITS_RUN,
  'autopay_run.held': 'it needs two equal schedules, and a decision by a person',
  'autopay_run.missed': 'it needs a day on which no worker ran',
  'autopay_schedule.created': {
    ...card,
    does: 'creates a schedule',
    run: (sandbox) => sandbox.schedule(GOOD_CARD, { inDays: NEXT_MONTH }),
  },
  'autopay_schedule.changed': {
    ...card,
    does: 'creates a schedule and pauses it',
    run: async (sandbox) => sandbox.pause(await sandbox.schedule(GOOD_CARD, { inDays: NEXT_MONTH })),
  },
  'autopay_schedule.expired': {
    ...card,
    isOfWorker: true,
    does: 'creates a schedule with a single date, today',
    run: (sandbox) => sandbox.schedule(GOOD_CARD, { inDays: TODAY, isOnce: true }),
  },
  'autopay_schedule.cancelled': {
    ...card,
    does: 'creates a schedule and cancels it',
    run: async (sandbox) => sandbox.cancel(await sandbox.schedule(GOOD_CARD, { inDays: NEXT_MONTH })),
  },
  'account.flag_set': 'flags are set by staff, in the dashboard or over GraphQL',
  'account.flag_lifted': 'flags are lifted by staff, in the dashboard or over GraphQL',
  'account.status_changed': 'sandbox accounts do not change status; pay off a ledger loan instead',
  'payment_method.created': { ...card, does: 'stores a card', run: (sandbox) => sandbox.card(GOOD_CARD) },
  'payment_method.changed': {
    ...card,
    does: 'stores a card and gives it a nickname',
    run: async (sandbox) => sandbox.rename(await sandbox.card(GOOD_CARD)),
  },
  'payment_method.deactivated': {
    ...card,
    does: 'stores a card and deactivates it',
    run: async (sandbox) => sandbox.deactivate(await sandbox.card(GOOD_CARD)),
  },
  'loan_system.unreachable': 'the sandbox is built in and always reachable',
  'loan_system.recovered': 'the sandbox is built in and always reachable',
  'webhook_endpoint.failing': 'let your endpoint answer 500: the event follows the fourth try',
  'webhook_endpoint.disabled': 'let your endpoint answer 410',
  'webhook_endpoint.test': 'POST /v1/webhook-endpoints/{id}/test sends it to that endpoint',
};
