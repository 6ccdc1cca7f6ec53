export type { ErrorCode, ErrorDetails } from './errors.js';
export { TributaryError } from './errors.js';
export type { components, paths } from './generated/contract.js';
export type { List } from './list.js';
export type { CallOptions, KeyedCallOptions, TributaryOptions } from './options.js';
export { Tributary } from './tributary.js';
export type {
  Account,
  AccountDetail,
  AutopayRun,
  AutopaySchedule,
  Boarding,
  BoardingProblem,
  CardCapture,
  Event,
  EventsToResend,
  KeyState,
  LedgerAdjustment,
  LedgerLoan,
  LedgerOperation,
  LedgerWaiver,
  LifecycleEvent,
  NewAutopaySchedule,
  NewLedgerLoan,
  NewPayment,
  NewPaymentBatch,
  Organization,
  Page,
  Payment,
  PaymentBatch,
  PaymentBatchDetail,
  PaymentBatchResult,
  PaymentMethod,
  PayoffQuote,
  Person,
  PersonDetail,
  QueuedEvents,
  Reversal,
  SentTestEvent,
  SettledPayment,
  Transaction,
  WebhookAttempt,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookEvent,
} from './types.js';
export { WebhookVerificationError, webhooks } from './webhooks.js';
