import type { components, paths, webhooks } from './generated/contract.js';

type Schemas = components['schemas'];

/** A payment that your organization collected and reported. Amounts are cents of US dollars. */
export type Payment = Schemas['CollectedPayment'];
/** A payment whose outcome is known: posted, failed or reversed. */
export type SettledPayment = Payment & { readonly status: Exclude<Payment['status'], DoubtfulStatus> };
/** The body to record a payment. */
export type NewPayment = Schemas['RecordPaymentRequest'];
/** The body to reverse a payment; every field is optional. */
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
/** A borrower's bank disputes an autopay charge or asks about it. */
export type Dispute = Schemas['Dispute'];
export type NewAutopaySchedule = Schemas['CreateAutopayScheduleRequest'];
export type AutopayChange = Schemas['UpdateAutopayScheduleRequest'];
/** A change. Thin: to get the rest, read the object. */
export type Event = Schemas['Event'];
/** An event as a webhook delivers it, by its `type`. A later version of the API may send other types: ignore them. */
export type WebhookEvent = { [Type in keyof webhooks]: BodyOf<webhooks[Type]['post']> }[keyof webhooks];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookEndpointWithSecret = Schemas['WebhookEndpointWithSecret'];
export type NewWebhookEndpoint = Schemas['CreateWebhookEndpointRequest'];
export type WebhookEndpointChange = Schemas['UpdateWebhookEndpointRequest'];
export type WebhookAttempt = Schemas['WebhookAttempt'];
/** What to resend: one event by its `event_id`, or the events of a period. */
export type EventsToResend = Schemas['ResendWebhookEventsRequest'];
export type QueuedEvents = Schemas['QueuedEvents'];
export type SentTestEvent = Schemas['SentTestEvent'];
/** The state of a request that used an Idempotency-Key. */
export type KeyState = Schemas['IdempotencyKey'];
/** The payoff amount for a day. */
export type PayoffQuote = Schemas['PayoffQuote'];
export type LedgerLoan = Schemas['AccountWithLedger'];
export type NewLedgerLoan = Schemas['BookLedgerLoanRequest'];
/** A manual operation on a ledger loan. */
export type LedgerOperation = Schemas['LedgerOperation'];
export type LedgerWaiver = Schemas['WaiveOnLedgerLoanRequest'];
export type LedgerAdjustment = Schemas['AdjustLedgerLoanRequest'];
/** The terms of a kind of loan, in versions. */
export type LedgerProduct = Schemas['LedgerProduct'];
export type NewLedgerProduct = Schemas['CreateLedgerProductRequest'];
export type LedgerProductChange = Schemas['UpdateLedgerProductRequest'];
export type LedgerProductTerms = Schemas['ReviseLedgerProductRequest'];
/** An entry of the journal, with its debits and credits. */
export type LedgerEntry = Schemas['LedgerEntry'];
export type GeneralLedger = Schemas['GeneralLedger'];
/** A portfolio imported into the ledger from a file. */
export type Boarding = Schemas['LedgerBoarding'];
export type BoardingProblem = Schemas['LedgerBoardingProblem'];
export type PaymentBatch = Schemas['PaymentBatch'];
export type PaymentBatchDetail = Schemas['PaymentBatchDetail'];
export type PaymentBatchResult = Schemas['PaymentBatchResult'];
export type NewPaymentBatch = Schemas['CreatePaymentBatchRequest'];
/** The business day of a sandbox organization, and its latest advance. */
export type TestClock = Schemas['TestClock'];
/** How far to advance it: `to`, or `days`. */
export type TestClockAdvance = Schemas['AdvanceTestClockRequest'];
/** Test accounts and test cards, and how each behaves. */
export type SandboxScenarios = Schemas['SandboxScenarios'];
/** A card and its holder. It goes to the secure host only. */
export type CardCapture = BodyOf<paths['/v1/payment-methods/cards']['post']>;

/** One page of a list. `page.next_cursor` is the cursor of the next one; null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: Schemas['PageInfo'];
}

/** Filters of a list; `limit` is the number of rows per request. */
export type QueryOf<Path extends keyof paths> = OneOrSeveral<SentQueryOf<Path>>;

type SentQueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

/** A parameter that takes several values also accepts a single one. */
type OneOrSeveral<Query> = {
  [N in keyof Query]: NonNullable<Query[N]> extends readonly (infer Value)[] ? Value | readonly Value[] : Query[N];
};

/** A query as sent: a single value has the same parameter as a list of one. */
export function sentQuery<Path extends keyof paths>(query: QueryOf<Path>): SentQueryOf<Path>;
export function sentQuery(query: unknown): unknown {
  return query;
}

/** The same for an uploaded file. */
export type QueryToPost<Path extends keyof paths> = paths[Path] extends {
  post: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : never;

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : never;

/** The outcome is not known yet. */
export type DoubtfulStatus = 'pending' | 'pending_confirmation' | 'reversal_pending';

const DOUBTFUL: readonly string[] = ['pending', 'pending_confirmation', 'reversal_pending'] satisfies DoubtfulStatus[];

export function isSettled(payment: Payment): payment is SettledPayment {
  return !DOUBTFUL.includes(payment.status);
}
