/*
 * All text fields of the graph that are not contact data. A new field or argument is added here, or in
 * core/graphql/contact-fields.ts.
 */

type Names = Readonly<Record<string, readonly string[]>>;

/** Arguments that are never compared with data of persons, in any field. */
export const ARGUMENTS_OF_ANY_FIELD = ['cursor', 'idempotencyKey', 'loanSystemCode', 'side', 'bucket'];

/** Text fields, by type. Free text (memos, reasons) is not contact data, but is erased on request. */
export const FIELDS_WITHOUT_CONTACT_DATA: Names = {
  Account: ['loanSystemCode', 'externalContractNumber', 'externalAccountNumber'],
  AccountBorrower: ['displayName', 'role'],
  AccountContract: ['annualRate'],
  // A reason may hold anything that was said: it is erased on request.
  AccountFlag: ['reason', 'liftReason', 'setBy', 'setByName', 'liftedBy', 'liftedByName'],
  AccountFlagRule: ['changedBy'],
  // A note may hold anything that was said: like a memo, it is erased on request.
  CollectionAssignee: ['subject', 'name'],
  AccountCollection: ['assignedTo', 'assignedBy', 'takenBy', 'takenByName'],
  AccountNote: ['text', 'writtenBy', 'writtenByName'],
  ActDetail: ['value'],
  AgingBucket: ['bucket', 'shareOfBalance'],
  ApiKey: ['name', 'scopes'],
  // Names of borrowers, as on a loan; texts are erased on request.
  ApprovalRequest: [
    ...['borrowers', 'reason', 'askedBy', 'askedByName', 'decidedBy', 'decidedByName', 'decisionReason', 'failureCode'],
  ],
  // Contact data in `before` and `after` are digests.
  AuditEntry: ['actor', 'actorName', 'issuer', 'requestId', 'action', 'subject', 'before', 'after'],
  AutopayAttempt: ['failureCode'],
  AutopayCorrection: ['reason', 'cause', 'failureCode'],
  AutopayLastRun: ['failureCode'],
  AutopayRun: ['failureCode'],
  AutopaySchedule: ['createdBy', 'pauseReason'],
  BalancePoint: ['group'],
  Campaign: ['name', 'identifiers', 'unapprovedIdentifiers'],
  CampaignEvent: ['url', 'providerMessageId'],
  ChargeAuthorization: ['recordedBy'],
  // Card captures are for the secure host: operators are refused.
  CardBillingAddress: ['line1', 'line2', 'city', 'state', 'postalCode', 'country'],
  CardCapture: ['customer', 'processor'],
  CashAdjustment: ['type', 'reason', 'status'],
  CashReceipt: ['type', 'status'],
  CollectedPayment: ['externalReference', 'memo', 'recordedBy'],
  // Entries for card captures contain the holder's name; the others contain payments, schedules, loans and counts.
  ContractAnswer: ['body'],
  CreatedApiKey: ['plaintext', 'hint'],
  ClosedLoanSystem: ['reason'],
  Delinquency: ['statusCode', 'bucket'],
  DelinquencyPoint: ['bucket', 'shareOfBalance'],
  Dispute: ['processor', 'externalId', 'chargeExternalId', 'reason'],
  // Rendered from the template and the sample data that the caller sends.
  EmailPreview: ['subject', 'html', 'text', 'unfilled'],
  EmailTemplate: ['name', 'subjectTemplate', 'description', 'htmlTemplate', 'textTemplate'],
  ErasedRows: ['table'],
  Event: ['type', 'objectType', 'objectId', 'status', 'previousStatus', 'code', 'actor'],
  FailedJob: ['name', 'key', 'error'],
  JobsOfKind: ['name'],
  GeneralLedgerTotal: ['ledgerAccount'],
  JournalLine: ['type', 'ledgerAccount'],
  IdempotencyKey: ['errorCode', 'reason', 'paymentId'],
  LedgerBoarding: ['loanSystemCode', 'status', 'requestedBy'],
  LedgerBoardingProblem: ['column', 'severity', 'message', 'loanNumber'],
  LedgerEntry: ['type', 'externalReference', 'memo'],
  LedgerEntryLine: ['ledgerAccount'],
  LedgerLoan: ['loanNumber', 'productCode'],
  LedgerOperation: ['reason', 'recordedBy'],
  LedgerOperationPreview: ['refusal'],
  LedgerProduct: ['code', 'name'],
  LedgerProductVersion: ['createdBy'],
  LoanSystem: ['kind', 'baseUrl', 'settings', 'secretEnv'],
  LoanSystemChangePayload: ['problems'],
  LoanSystemSighting: ['part', 'problems', 'lastOutcome'],
  LoanSystemSync: ['lastError'],
  MadeWebhookAddress: ['username', 'secret', 'hint'],
  NewSale: ['externalContractNumber', 'annualRate'],
  NonCashAdjustment: ['type', 'component', 'reason', 'status'],
  NsfReturn: ['reason', 'status'],
  NumberedPageInfo: ['nextCursor'],
  OperatorException: ['kind', 'detail', 'resolvedBy', 'resolution', 'waitsBy', 'waitReason'],
  OperatorExceptionCount: ['kind'],
  // The lender's own staff, not its borrowers.
  Operator: ['name', 'email', 'issuer', 'subject', 'createdBy'],
  OperatorToken: ['name', 'role', 'organizationRoles', 'createdBy'],
  Organization: ['displayName', 'legalName', 'dbaName', 'timeZone'],
  // The cursor of the suppression list, whose rows are sorted by address, is encrypted.
  PageInfo: ['nextCursor'],
  PaymentBatch: ['stopReason', 'sha256', 'actor'],
  PaymentBatchResult: ['loanNumber', 'externalContractNumber', 'externalReference', 'errorCode', 'reason'],
  PaymentSearchHit: ['status'],
  PaymentPreview: ['refusal'],
  PaymentMethod: ['nickname', 'lastFour', 'cardBrand', 'bankName'],
  PayoffLetter: ['lenderName', 'borrowerNames', 'loanNumber'],
  PayoffQuote: ['exactPerDiem', 'currency'],
  // Masked contact data is enough to compare with what a caller says, and not enough to reach the person.
  Person: ['displayName', 'loanSystemCode', 'maskedEmail', 'maskedPhone', 'maskedAddress'],
  PersonAddress: ['kind'],
  PoisonEvent: ['providerEventId', 'error'],
  ProcessorEvent: ['processor', 'externalId', 'type', 'aboutId', 'source', 'outcome'],
  Query: ['ledgerBoardingProblemFile', 'paymentBatchResultFile'],
  Receipt: ['status', 'paymentMethod'],
  ReceiptsOfDay: ['group'],
  Recovery: ['displayName'],
  RecoveryPayload: ['problems'],
  RegisteredPayment: ['month', 'paymentMethod'],
  ReportSum: ['column'],
  ReversalRecord: ['reason', 'reversedBy'],
  RollRate: ['fromState', 'toState', 'rateOfAccounts', 'rateOfBalance'],
  // The address that the caller sent; whether it is suppressed is a read by the argument.
  SuppressionCheck: ['address'],
  SharedView: ['name', 'search', 'savedBy'],
  TestClock: ['error'],
  TieOutAct: ['reason', 'createdBy', 'failureCode'],
  TieOutDay: ['side', 'seal'],
  TieOutDifference: ['side', 'kind', 'reference', 'ours', 'theirs', 'factsVersion'],
  TimelineEntry: ['type', 'status', 'paymentMethod', 'reason', 'actor'],
  Transaction: ['type', 'status'],
  // Masked, as of a person.
  CampaignRecipient: ['maskedRecipient'],
  WebhookAddress: ['name', 'path', 'createdBy'],
  WebhookAttempt: ['error', 'answer'],
  // The body of an event has ids, states and codes only.
  WebhookDelivery: ['type', 'error', 'payload'],
  WebhookEndpoint: ['url', 'description', 'types', 'scopes', 'actor', 'lastError'],
  WebhookEndpointWithSecret: ['url', 'description', 'types', 'scopes', 'actor', 'lastError', 'secret'],
  WebhookSecret: ['variable', 'fingerprint'],
  Workspace: ['name'],
  WorkspaceAsset: ['placeholder', 'name', 'description', 'url'],
  WorkspaceMergeField: ['placeholder', 'name', 'description', 'value'],
};

/** Text arguments, by field. Those of mutations write, or return the same whatever was found. */
export const ARGUMENTS_WITHOUT_CONTACT_DATA: Names = {
  'Mutation.releaseCampaignIdentifier': ['identifier'],
  'Mutation.approveCampaignIdentifier': ['identifier'],
  // The address of a webhook, not of a person.
  'Mutation.acceptWebhook': ['address', 'provider', 'body'],
  'Mutation.declineCardCapture': ['reason'],
  'Mutation.rejectRequest': ['reason'],
  'Mutation.resolveOperatorException': ['resolution'],
  'Mutation.postponeOperatorException': ['reason'],
  'Mutation.updateAutopaySchedule': ['pauseReason'],
  'Mutation.postTieOutDifference': ['reason', 'factsVersion'],
  'Mutation.reverseTieOutDifference': ['reason', 'factsVersion'],
  'Mutation.chargeOffLedgerLoan': ['reason'],
  'Mutation.undoLedgerChargeOff': ['reason'],
  'Query.events': ['type', 'types'],
  'Query.transactions': ['types'],
  'Query.previewEmailTemplate': ['sampleData'],
  // Parts of contract numbers, memos, references and names.
  'Query.payments': ['text', 'externalReference', 'timeZone'],
  // References, numbers and amounts; the last four digits of an instrument, which every screen shows.
  'Query.searchPayments': ['text'],
  'Mutation.assignCollectionLoan': ['operator'],
  'Mutation.liftAccountFlag': ['reason'],
  'Query.accountNotes': ['text', 'writtenBy', 'timeZone'],
  'Query.idempotencyKey': ['key'],
  'Query.processorEvents': ['processor'],
  'Query.tieOutDifferences': ['kinds'],
  'Query.receipts': ['paymentMethod'],
  'Query.rolledAccounts': ['fromState', 'toState'],
  // Parts of contract and account numbers, and of names.
  'Query.accounts': ['text', 'borrower', 'externalContractNumber', 'externalAccountNumber'],
  // The totals of these lists, by the same filters.
  'Query.accountTotals': ['text', 'borrower', 'externalContractNumber', 'externalAccountNumber'],
  'Query.paymentTotals': ['text', 'externalReference', 'timeZone'],
  'Query.receiptTotals': ['paymentMethod'],
  'Query.autopayRunTotals': ['timeZone'],
  'Query.disputeTotals': ['timeZone'],
  // Actors are operators; subjects are ids and codes.
  'Query.auditLog': ['actor', 'action', 'subject', 'text', 'timeZone'],
  'Query.autopayRuns': ['timeZone'],
  'Query.autopayRunCounts': ['timeZone'],
  'Query.disputes': ['timeZone'],
  'Query.paymentCounts': ['timeZone'],
  'Query.ledgerBoardings': ['timeZone'],
  'Query.paymentBatches': ['timeZone'],
  'Query.suppressions': ['timeZone'],
  'Query.webhookEventsToResend': ['timeZone'],
  'Query.ledgerEntries': ['type', 'ledgerAccount'],
  'Query.generalLedger': ['type'],
  'Query.journalLines': ['type', 'ledgerAccount'],
};

/** Inputs of fields other than mutations: an operation, a payment or a schedule to preview, and a draft of a template. */
export const INPUTS_OF_QUERIES = [
  'PreviewLedgerLoanInput',
  'PreviewLedgerOperationInput',
  'PreviewPaymentInput',
  'PreviewScheduleInput',
  'UpdateEmailTemplateInput',
];
