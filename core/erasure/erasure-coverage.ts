import type { TABLES } from '../../prisma/client/rows.js';
import type { Model } from '../db/sql-types.js';

type Columns<M extends Model> = (typeof TABLES)[M]['columns'];
type ColumnOf<M extends Model> = Extract<Columns<M>[keyof Columns<M>], { readonly column: string }>['column'];

/**
 * What an erasure does with a model that can hold text. `erased`: these columns are erased, changed or deleted with
 * their rows. `stays`: why the others stay. It lists free texts, JSON and bytes; and every text that the product does
 * not write itself if the model has erased columns.
 */
interface ModelErasure<M extends Model> {
  readonly erased?: readonly ColumnOf<M>[];
  readonly stays: string | Readonly<Record<string, readonly ColumnOf<M>[]>>;
}

const IDS = 'ids, codes and numbers from Tributary and from loan systems';
const BOOKS = 'accounting records: amounts, dates, codes; append-only';
const LENDERS = 'the lender’s own texts about itself, not about a borrower';
const STAND_IN = 'data of a stand-in; production has no such rows';
const ADMINISTRATION = 'about operators, keys and settings';

/** A new model does not compile without an entry; a test fails for a text column that no entry names. */
export const ERASURE_COVERAGE = {
  Person: { erased: ['display_name', 'email', 'phone'], stays: IDS },
  PersonAddress: { erased: ['line1', 'line2', 'city', 'state', 'postal_code', 'country'], stays: IDS },
  PaymentMethod: {
    erased: ['holder_name', 'nickname'],
    stays: {
      'the displayable details of an instrument, and the processor’s identifiers of it': [
        ...['last_four', 'bank_name'],
        ...['processor_token', 'processor_customer'],
      ],
    },
  },
  CollectedPayment: { erased: ['memo', 'external_reference'], stays: IDS },
  PaymentReversal: { erased: ['reason'], stays: IDS },
  Transaction: { erased: ['reason'], stays: { [IDS]: ['payment_method'] } },
  PaymentBatchRow: {
    erased: ['memo', 'external_reference'],
    stays: { [IDS]: ['sealed_key', 'loan_number', 'external_contract_number', 'reason'] },
  },
  OperatorException: { erased: ['resolution', 'wait_reason'], stays: { [IDS]: ['detail'] } },
  TieOutComparison: { stays: IDS },
  TieOutEntry: { stays: IDS },
  TieOutLoan: { stays: IDS },
  TieOutResult: { stays: { 'counts, sums and ids, sealed; never changed': ['differences'] } },
  TieOutAct: { erased: ['reason'], stays: { [IDS]: ['facts_version', 'payment_reference'] } },
  TieOutDifference: { stays: { 'ids, amounts and dates; an operator’s text is in the exception': ['ours', 'theirs'] } },
  IdempotencyRecord: {
    erased: ['answer', 'answer_body'],
    stays: { 'digests of keys and bodies': ['operation', 'key', 'fingerprint'] },
  },
  LedgerBoardingLoan: {
    erased: [
      ...['borrower_name', 'borrower_email', 'borrower_phone', 'line1', 'line2', 'city', 'state', 'postal_code'],
      ...['country', 'co_borrower_name', 'co_borrower_email', 'co_borrower_phone'],
    ],
    stays: { [IDS]: ['loan_number', 'contract_number'] },
  },
  LedgerBoardingTransaction: { erased: ['reason'], stays: { [IDS]: ['loan_number', 'payment_method'] } },
  LedgerBoardingProblem: { erased: ['message'], stays: { [IDS]: ['column_name', 'loan_number'] } },
  CampaignEvent: { erased: ['recipient', 'url', 'provider_message_id'], stays: IDS },
  Suppression: { erased: ['address'], stays: IDS },
  SuppressionRemoval: { erased: ['address'], stays: IDS },
  WebhookBatch: { erased: ['body'], stays: { [IDS]: ['source'] } },
  WaitingEvent: { erased: ['event'], stays: { 'the provider’s identifiers of campaigns': ['identifiers'] } },
  PoisonEvent: { erased: ['event'], stays: { 'errors without the values that caused them': ['error'] } },
  Erasure: {
    erased: ['sealed_terms'],
    stays: { 'the requester, counts, and a digest of a recipient': ['subject', 'counts'] },
  },
  ErasureTombstone: { stays: 'keyed digests, which identify no person' },
  ErasureKey: { stays: 'the key of the digests, sealed' },
  AuditLog: {
    stays: { 'only digests of contact data; insert-only': ['before', 'after'], [ADMINISTRATION]: ['actor_name'] },
  },
  LedgerEntry: { erased: ['memo'], stays: { [BOOKS]: ['external_reference'] } },
  LedgerLine: { stays: BOOKS },
  LedgerLoan: { stays: { [BOOKS]: ['loan_number'] } },
  LedgerOpening: { erased: ['borrower_digests', 'co_borrower_digests'], stays: { [BOOKS]: ['contract_number'] } },
  LedgerBoardingSkippedLoan: { stays: { [IDS]: ['loan_number'] } },
  LedgerDayEnd: { stays: BOOKS },
  LedgerProduct: { stays: { [LENDERS]: ['code', 'name'] } },
  LedgerProductVersion: { stays: LENDERS },
  LedgerBoarding: {
    stays: { 'counts and sums of files': ['warning_counts', 'control', 'unstaged', 'products', 'tie_out'] },
  },
  Account: { stays: { [BOOKS]: ['external_contract_number', 'external_account_number', 'source_status'] } },
  AccountBorrower: { stays: IDS },
  AccountFlag: { erased: ['reason', 'lift_reason'], stays: { [ADMINISTRATION]: ['set_by_name', 'lifted_by_name'] } },
  AccountFlagRule: { stays: LENDERS },
  AccountNote: { erased: ['text'], stays: { [ADMINISTRATION]: ['written_by_name'] } },
  CollectionAssignment: { stays: { [ADMINISTRATION]: ['assigned_to', 'taken_by_name'] } },
  SharedView: { stays: { [ADMINISTRATION]: ['name', 'search'] } },
  ActLimit: { stays: ADMINISTRATION },
  ApprovalRequest: {
    erased: ['input', 'reason', 'decision_reason'],
    stays: {
      [ADMINISTRATION]: ['asked_by_issuer', 'asked_by_name', 'decided_by_issuer', 'decided_by_name'],
      [IDS]: ['mutation', 'key', 'input_digest', 'details', 'least_role', 'decided_role'],
    },
  },
  LifecycleEvent: { stays: BOOKS },
  PastDueSnapshot: { stays: BOOKS },
  ReportedPayoff: { stays: BOOKS },
  PaymentBatch: { stays: IDS },
  CardCapture: { stays: IDS },
  AutopaySchedule: { erased: ['pause_reason'], stays: BOOKS },
  AutopayRun: { stays: BOOKS },
  AutopayAttempt: { stays: BOOKS },
  AutopayCorrection: { stays: BOOKS },
  Dispute: { stays: 'amounts, dates, and the card processor’s codes and identifiers' },
  ProcessorEvent: { stays: 'the card processor’s codes and identifiers; nothing else of an event’s body is stored' },
  PostingReferenceSecret: { stays: 'a value derived from a secret' },
  ProcessorPull: { stays: 'the progress of the daily pull from a card processor' },
  Organization: { stays: { [LENDERS]: ['display_name', 'legal_name', 'dba_name'] } },
  Workspace: { stays: { [LENDERS]: ['name'] } },
  EmailTemplate: {
    stays: { [LENDERS]: ['name', 'subject_template', 'description', 'html_template', 'text_template'] },
  },
  WorkspaceMergeField: { stays: { [LENDERS]: ['name', 'description', 'value'] } },
  WorkspaceAsset: { stays: { [LENDERS]: ['name', 'description', 'url'] } },
  Campaign: { stays: { [LENDERS]: ['name'] } },
  CampaignIdentifier: { stays: { 'the provider’s identifiers of campaigns': ['identifier'] } },
  WebhookAddress: { stays: { [ADMINISTRATION]: ['name', 'secret_hash'] } },
  EventReceipt: { stays: 'the provider’s ids of events, which are deleted after a while' },
  WebhookToken: { stays: { 'digests of one-time tokens': ['body_sha256'] } },
  LoanSystem: { stays: { [ADMINISTRATION]: ['base_url', 'settings', 'secret_env'] } },
  LoanSystemSync: { stays: 'the progress of a sync; errors without the values that caused them' },
  LoanSystemConnectionStatus: { stays: ADMINISTRATION },
  UnreadLoan: { stays: IDS },
  ApiKey: { stays: { [ADMINISTRATION]: ['name', 'hash'] } },
  Operator: { stays: { [ADMINISTRATION]: ['name', 'email', 'subject', 'identity_hash'] } },
  OperatorToken: { stays: { [ADMINISTRATION]: ['name', 'display_name', 'session_hash', 'identity_hash'] } },
  Heartbeat: { stays: { [ADMINISTRATION]: ['padding'] } },
  ClientWrite: { stays: ADMINISTRATION },
  Backfill: { stays: { [ADMINISTRATION]: ['last_key'] } },
  RateLimitWindow: { stays: 'counts of requests by the caller’s key or address' },
  SandboxLoan: { stays: STAND_IN },
  SandboxPosting: { stays: STAND_IN },
  SandboxCharge: { stays: STAND_IN },
  TestClock: { stays: STAND_IN },
  AuditSeal: { stays: 'digests of the audit log' },
  AuditHead: { stays: 'digests of the audit log' },
  AuditMasking: { stays: 'digests of the audit log' },
  AuditSealProgress: { stays: 'how far the audit log is sealed' },
  Event: { stays: 'ids, types and states; a receiver reads the object for more' },
  WebhookEndpoint: { stays: { [ADMINISTRATION]: ['url', 'description'] } },
  WebhookSubscription: { stays: ADMINISTRATION },
  WebhookDelivery: { stays: ADMINISTRATION },
  WebhookAttempt: { erased: ['answer'], stays: { 'ids, and Tributary’s own descriptions of errors': ['error'] } },
  DailyPosition: { stays: BOOKS },
  MonthlyRoll: { stays: BOOKS },
  PositionProgress: { stays: BOOKS },
} as const satisfies { readonly [M in Model]: ModelErasure<M> };

/** A model with columns that are erased. */
export type ErasedModel = {
  [M in Model]: (typeof ERASURE_COVERAGE)[M] extends { readonly erased: readonly string[] } ? M : never;
}[Model];
