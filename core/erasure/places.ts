import type { Model } from '../db/sql-types.js';

/**
 * What an erasure does with each model that can hold a text, or why it leaves it. A model that is new does not compile until somebody
 * has said; a column of it that can hold a text, and that `columns` does not name, fails a test.
 */
export type Place =
  /** These columns are erased, changed or go with their rows; `stays` says of the others why they stay. */
  { readonly erased: readonly string[]; readonly stays?: string } | { readonly stays: string };

const IDS = 'ids, codes and numbers of ours and of loan systems';
const BOOKS = 'the books: amounts, dates, codes; append-only';
const LENDERS = 'the lender’s own words about itself, not about a borrower';
const STAND_IN = 'a stand-in’s own memory; production has none';
const ADMINISTRATION = 'about operators, keys and settings';

export const ERASURE_PLACES: Readonly<Record<Model, Place>> = {
  Person: { erased: ['display_name', 'email', 'phone'], stays: IDS },
  PersonAddress: { erased: ['line1', 'line2', 'city', 'state', 'postal_code', 'country'], stays: IDS },
  PaymentMethod: {
    erased: ['holder_name', 'nickname'],
    stays: 'what may be shown of an instrument, and the processor’s names for it',
  },
  CollectedPayment: { erased: ['memo', 'external_reference'], stays: IDS },
  PaymentReversal: { erased: ['reason'], stays: IDS },
  Transaction: { erased: ['reason'], stays: IDS },
  PaymentBatchRow: { erased: ['memo', 'external_reference'], stays: IDS },
  OperatorException: { erased: ['resolution'], stays: IDS },
  IdempotencyRecord: { erased: ['answer', 'answer_body'], stays: 'digests of keys and bodies' },
  LedgerBoardingLoan: {
    erased: [
      ...[
        'borrower_name',
        'borrower_email',
        'borrower_phone',
        'line1',
        'line2',
        'city',
        'state',
        'postal_code',
        'country',
      ],
      ...['co_borrower_name', 'co_borrower_email', 'co_borrower_phone'],
    ],
    stays: IDS,
  },
  LedgerBoardingTransaction: { erased: ['reason'], stays: IDS },
  LedgerBoardingProblem: { erased: ['message'], stays: IDS },
  CampaignEvent: { erased: ['recipient', 'url', 'provider_message_id'], stays: IDS },
  Suppression: { erased: ['address'], stays: IDS },
  SuppressionRemoval: { erased: ['address'], stays: IDS },
  WebhookBatch: { erased: ['body'], stays: IDS },
  WaitingEvent: { erased: ['event'], stays: 'the provider’s identifiers of campaigns' },
  PoisonEvent: { erased: ['event'], stays: 'errors without the values that they are about' },
  Erasure: { erased: ['sealed_terms'], stays: 'who asked, and counts; of a recipient a digest' },
  ErasureTombstone: { stays: 'keyed digests, by which nobody is brought back' },
  ErasureKey: { stays: 'the key of the digests, sealed' },
  AuditLog: { stays: 'of contact data no more than digests; insert-only' },
  LedgerEntry: { erased: ['memo'], stays: BOOKS },
  LedgerLine: { stays: BOOKS },
  LedgerLoan: { stays: BOOKS },
  LedgerOpening: { erased: ['borrower_digests', 'co_borrower_digests'], stays: BOOKS },
  LedgerBoardingLeftOut: { stays: IDS },
  LedgerDayEnd: { stays: BOOKS },
  LedgerProduct: { stays: LENDERS },
  LedgerProductVersion: { stays: LENDERS },
  LedgerBoarding: { stays: 'counts and sums of files' },
  Account: { stays: BOOKS },
  AccountBorrower: { stays: IDS },
  LifecycleEvent: { stays: BOOKS },
  PastDueSnapshot: { stays: BOOKS },
  PayoffTold: { stays: BOOKS },
  PaymentBatch: { stays: IDS },
  CardCapture: { stays: IDS },
  AutopaySchedule: { stays: BOOKS },
  AutopayRun: { stays: BOOKS },
  AutopayAttempt: { stays: BOOKS },
  Organization: { stays: LENDERS },
  Workspace: { stays: LENDERS },
  EmailTemplate: { stays: LENDERS },
  WorkspaceMergeField: { stays: LENDERS },
  WorkspaceAsset: { stays: LENDERS },
  Campaign: { stays: LENDERS },
  CampaignIdentifier: { stays: 'the provider’s identifiers of campaigns' },
  WebhookAddress: { stays: ADMINISTRATION },
  EventReceipt: { stays: 'the provider’s ids of events, which are forgotten in time' },
  WebhookToken: { stays: 'digests of one-time tokens' },
  LoanSystem: { stays: ADMINISTRATION },
  LoanSystemSync: { stays: 'how far a sync is; errors without the values that they are about' },
  LoanSystemSighting: { stays: ADMINISTRATION },
  UnreadLoan: { stays: IDS },
  ApiKey: { stays: ADMINISTRATION },
  OperatorToken: { stays: ADMINISTRATION },
  Heartbeat: { stays: ADMINISTRATION },
  ClientWrite: { stays: ADMINISTRATION },
  Backfill: { stays: ADMINISTRATION },
  RateLimitWindow: { stays: 'counts of requests, by key or address of the caller' },
  SandboxLoan: { stays: STAND_IN },
  SandboxPosting: { stays: STAND_IN },
  SandboxCharge: { stays: STAND_IN },
  AuditSeal: { stays: 'digests of the audit log' },
  AuditHead: { stays: 'digests of the audit log' },
  AuditSealing: { stays: 'how far the audit log is sealed' },
  Event: { stays: 'ids, types and states; who wants more reads the object' },
  WebhookEndpoint: { stays: ADMINISTRATION },
  WebhookSubscription: { stays: ADMINISTRATION },
  WebhookDelivery: { stays: ADMINISTRATION },
  WebhookAttempt: { erased: ['answer'], stays: 'ids, and words of ours for what went wrong' },
  DailyPosition: { stays: BOOKS },
  MonthlyRoll: { stays: BOOKS },
  PositionsWritten: { stays: BOOKS },
};
