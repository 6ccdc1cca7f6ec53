import type { components, paths, webhooks } from './generated/contract.js';

type Schemas = components['schemas'];

/** A payment that your organization collected and reported. Amounts are cents of US dollars. */
export type Payment = Schemas['CollectedPayment'];
/** A payment of which nobody is in doubt: it was posted, it failed, or it was taken back. */
export type SettledPayment = Payment & { readonly status: Exclude<Payment['status'], DoubtfulStatus> };
/** What is sent to record a payment. */
export type NewPayment = Schemas['RecordPaymentRequest'];
/** What is sent to take a payment back; nothing of it is required. */
export type Reversal = Schemas['ReversePaymentRequest'];
export type Account = Schemas['Account'];
export type AccountDetail = Schemas['AccountDetail'];
export type LifecycleEvent = Schemas['LifecycleEvent'];
export type Organization = Schemas['Organization'];
export type Person = Schemas['Person'];
export type PersonDetail = Schemas['PersonDetail'];
export type Transaction = Schemas['Transaction'];
export type PaymentMethod = Schemas['PaymentMethod'];
export type PaymentMethodChange = Schemas['UpdatePaymentMethodRequest'];
export type AutopaySchedule = Schemas['AutopaySchedule'];
export type AutopayRun = Schemas['AutopayRun'];
/** What a borrower's bank disputes of a charge of autopay, or asks about it. */
export type Dispute = Schemas['Dispute'];
export type NewAutopaySchedule = Schemas['CreateAutopayScheduleRequest'];
export type AutopayChange = Schemas['UpdateAutopayScheduleRequest'];
/** Something that changed. Thin: who wants the rest reads the object. */
export type Event = Schemas['Event'];
/** An event as a webhook brings it, by its `type`. A later version of the API may send types that are not among these: pass over them. */
export type WebhookEvent = { [Type in keyof webhooks]: BodyOf<webhooks[Type]['post']> }[keyof webhooks];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookEndpointWithSecret = Schemas['WebhookEndpointWithSecret'];
export type NewWebhookEndpoint = Schemas['CreateWebhookEndpointRequest'];
export type WebhookEndpointChange = Schemas['UpdateWebhookEndpointRequest'];
export type WebhookAttempt = Schemas['WebhookAttempt'];
/** What is sent again: one event by its `event_id`, or those of a time. */
export type EventsToResend = Schemas['ResendWebhookEventsRequest'];
export type QueuedEvents = Schemas['QueuedEvents'];
export type SentTestEvent = Schemas['SentTestEvent'];
/** What became of a request that an Idempotency-Key was used for. */
export type KeyState = Schemas['IdempotencyKey'];
/** What pays a loan off on a day. */
export type PayoffQuote = Schemas['PayoffQuote'];
export type LedgerLoan = Schemas['AccountWithLedger'];
export type NewLedgerLoan = Schemas['BookLedgerLoanRequest'];
/** What was done to a loan of a ledger by hand. */
export type LedgerOperation = Schemas['LedgerOperation'];
export type LedgerWaiver = Schemas['WaiveOnLedgerLoanRequest'];
export type LedgerAdjustment = Schemas['AdjustLedgerLoanRequest'];
/** A portfolio that comes into the ledger from a file. */
export type Boarding = Schemas['LedgerBoarding'];
export type BoardingProblem = Schemas['LedgerBoardingProblem'];
export type PaymentBatch = Schemas['PaymentBatch'];
export type PaymentBatchDetail = Schemas['PaymentBatchDetail'];
export type PaymentBatchResult = Schemas['PaymentBatchResult'];
export type NewPaymentBatch = Schemas['CreatePaymentBatchRequest'];
/** The business day of a sandbox organization, and its latest advance. */
export type TestClock = Schemas['TestClock'];
/** How far to move it: `to`, or `days`. */
export type TestClockAdvance = Schemas['AdvanceTestClockRequest'];
/** Test accounts and test cards, and what comes of each. */
export type SandboxScenarios = Schemas['SandboxScenarios'];
/** A card, and whose it is. It goes to the secure host only. */
export type CardCapture = BodyOf<paths['/v1/payment-methods/cards']['post']>;

/** One page of a list. `page.next_cursor` leads to the next one; null: this is the last. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: Schemas['PageInfo'];
}

/** What a list may be narrowed by; `limit` is how many rows come with one request. */
export type QueryOf<Path extends keyof paths> = OneOrSeveral<SentQueryOf<Path>>;

type SentQueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

/** Where several values may be given, one may be given as it is. */
type OneOrSeveral<Query> = {
  [N in keyof Query]: NonNullable<Query[N]> extends readonly (infer Value)[] ? Value | readonly Value[] : Query[N];
};

/** A query as it is sent: the parameter of a value that stands alone is the same as that of a list of one. */
export function sentQuery<Path extends keyof paths>(query: QueryOf<Path>): SentQueryOf<Path>;
export function sentQuery(query: unknown): unknown {
  return query;
}

/** The same of a file that is handed in. */
export type QueryToPost<Path extends keyof paths> = paths[Path] extends {
  post: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : never;

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : never;

/** Somebody is still finding out. */
export type DoubtfulStatus = 'pending' | 'pending_confirmation' | 'reversal_pending';

const DOUBTFUL: readonly string[] = ['pending', 'pending_confirmation', 'reversal_pending'] satisfies DoubtfulStatus[];

export function isSettled(payment: Payment): payment is SettledPayment {
  return !DOUBTFUL.includes(payment.status);
}
