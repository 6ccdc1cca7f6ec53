/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What a list of accounts is sorted by. */
export type AccountSort =
  /** The most outstanding principal first. */
  | 'highest_balance'
  /** The least outstanding principal first. */
  | 'lowest_balance'
  /** The latest created first. */
  | 'newest'
  /** The earliest due date first; those without one come last. */
  | 'next_due';

/** Where a loan stands. */
export type AccountStatusCode =
  /** Running, with nothing past due. */
  | 'active'
  /** Written off; what still comes in is a recovery. */
  | 'charged_off'
  /** Ended otherwise: withdrawn, refinanced, or closed by its lender. */
  | 'closed'
  /** Running, with something past due. */
  | 'delinquent'
  /** Nothing is owed any more. */
  | 'paid_in_full'
  /** Not paid out yet. */
  | 'pending'
  /** Its loan system tells a status that is not known here; readable, takes no payments. */
  | 'unknown';

/** What kind of actor an act is of. */
export type ActorKind =
  /** A program with an API key, or a token made from one. */
  | 'api_key'
  /** Somebody at the command line. */
  | 'cli'
  /** Somebody with an operator’s token. */
  | 'operator'
  /** The product itself. */
  | 'system';

/** What became of one date of a schedule. */
export type AutopayRunStatus =
  /** Charged; the loan system has yet to be asked to post it. */
  | 'charged'
  /** The instrument is being charged, or that charge is being looked up. */
  | 'charging'
  /** Not charged, and not tried again. */
  | 'failed'
  /** Its date passed while it could not run; never made up for. */
  | 'missed'
  /** Charged and posted: the loan has a transaction. */
  | 'posted'
  /** The loan system is being asked, or the outcome is being looked up. */
  | 'posting'
  /** Given back. */
  | 'refunded'
  /** Charged, certainly not posted, and the charge is being given back. */
  | 'refunding'
  /** Not charged so far; tried again on `nextTryOn`. */
  | 'retrying';

/** Where a schedule stands. */
export type AutopayStatus =
  /** It charges on each of its dates. */
  | 'active'
  /** Ended by somebody, for good. */
  | 'cancelled'
  /** Ended by itself: its end date came, or the loan was paid in full. */
  | 'expired'
  /** It does not charge; may be made active again. */
  | 'paused';

/** What a recipient did. */
export type CampaignEventType =
  /** It bounced. */
  | 'bounce'
  /** A link in it was clicked. */
  | 'click'
  /** The email was opened. */
  | 'open'
  /** The recipient unsubscribed. */
  | 'unsubscribe';

/** Brand of a card run on the collector’s own terminal. */
export type CardBrand =
  /** American Express. */
  | 'amex'
  /** Diners Club. */
  | 'diners'
  /** Discover. */
  | 'discover'
  /** Mastercard. */
  | 'mastercard'
  /** Visa. */
  | 'visa';

/** How a payment was collected. */
export type CollectedPaymentMethod =
  /** A card, run on the collector’s own terminal; its brand is given. */
  | 'card'
  /** Notes and coins. */
  | 'cash'
  /** A cashier’s check; its number is given. */
  | 'cashiers_check'
  /** A check; its number is given. */
  | 'check'
  /** A money order; its serial number is given. */
  | 'money_order';

/** Where a collected payment stands. */
export type CollectedPaymentStatus =
  /** Certainly not posted. */
  | 'failed'
  /** Taken on; the loan system is being asked to post it. */
  | 'pending'
  /** Sent, and the outcome is not known yet; it is asked for until it is. */
  | 'pending_confirmation'
  /** The loan system confirmed it. */
  | 'posted'
  /** Its reversal was sent, and the outcome is not known yet. */
  | 'reversal_pending'
  /** Taken back. */
  | 'reversed';

/** Who sends the emails. */
export type EmailProvider =
  /** Anybody who speaks our own format. */
  | 'generic'
  /** Mailgun. */
  | 'mailgun'
  /** Postmark. */
  | 'postmark'
  /** Twilio SendGrid. */
  | 'sendgrid';

/** The unit of a schedule’s interval. */
export type FrequencyUnit =
  /** Days. */
  | 'day'
  /** Months; a day that a month does not have is its last. */
  | 'month'
  /** Weeks. */
  | 'week'
  /** Years. */
  | 'year';

/** What kind of instrument is stored. */
export type InstrumentType =
  /** A bank account. */
  | 'bank_account'
  /** A payment card. */
  | 'card'
  /** A wallet, such as Apple Pay. */
  | 'wallet';

/** Why a loan takes no payments. */
export type NotPayableReason =
  /** It ended. */
  | 'closed'
  /** Its loan system takes none now, though its status would allow it. */
  | 'held_by_loan_system'
  /** It was charged off, and its loan system takes no recoveries. */
  | 'no_recoveries'
  /** It has not been paid out yet. */
  | 'not_disbursed'
  /** Its organization is not active: it takes no new payments. */
  | 'organization_inactive'
  /** Nothing is owed any more. */
  | 'paid_in_full'
  /** Its loan system gives it a status that is not known here. */
  | 'status_unknown';

/** A payment that the organization collected: how much, and how. */
export type RecordPaymentInput = {
  /** Cents; greater than 0, at most the payoff. */
  readonly amountCents: number;
  /** For card. */
  readonly cardBrand?: CardBrand | null | undefined;
  /** For check, money_order (its serial number) and cashiers_check. */
  readonly checkNumber?: number | null | undefined;
  /** At most 64 characters. */
  readonly externalReference?: string | null | undefined;
  /** At most 200 characters. */
  readonly memo?: string | null | undefined;
  /** How it was collected. */
  readonly paymentMethod: CollectedPaymentMethod;
};

/** A report, by the code that REST knows it by. */
export type ReportCode =
  /** Aged balance: what is past due, by how long. */
  | 'abr'
  /** Corrections that moved cash: reversals other than NSF, and refunds. */
  | 'car'
  /** Cash receipts: every transaction that brought cash. */
  | 'crr'
  /** Delinquency: the loans that are past due. */
  | 'dr'
  /** Monthly payment register: what each payment was applied to. */
  | 'mpr'
  /** Corrections that moved no cash: waivers, credits, charge-offs, reallocations. */
  | 'ncar'
  /** Payments that their bank returned for want of funds. */
  | 'nsfr'
  /** New sales: loans, by the day on which they were paid out. */
  | 'nsr'
  /** Loans paid in full. */
  | 'pif'
  /** Write-offs: loans charged off, and what has been recovered of them. */
  | 'wor';

/** How a payment is taken back. */
export type ReversePaymentInput = {
  /** True when reversing for non-sufficient funds. */
  readonly isNsf?: boolean | null | undefined;
  /** At most 200 characters. */
  readonly reason?: string | null | undefined;
};

/** How much a sync goes through. */
export type SyncMode =
  /** Every loan. */
  | 'full'
  /** The loans that changed since the last sync. */
  | 'incremental';

/** What is left out stays. */
export type UpdateAutopayScheduleInput = {
  /** Cents of one run. */
  readonly amountCents?: number | null | undefined;
  /** Null: without an end. */
  readonly endDate?: string | null | undefined;
  /** The instrument that is charged. */
  readonly paymentMethodId?: string | number | null | undefined;
  /** `paused` or `active`. */
  readonly status?: AutopayStatus | null | undefined;
};

export type AccountPageQueryVariables = Exact<{
  id: string | number;
}>;


export type AccountPageQuery = { readonly account: { readonly id: string, readonly organizationId: string, readonly loanSystemCode: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly statusCode: AccountStatusCode, readonly currentBalanceCents: number, readonly syncedThrough: string | null, readonly nextDueOn: string | null, readonly nextDueCents: number | null, readonly pastDueCents: number | null, readonly daysPastDue: number | null, readonly chargedOffOn: string | null, readonly paidOffOn: string | null, readonly acceptsPayments: boolean | null, readonly notPayableReason: NotPayableReason | null, readonly payoff: { readonly amountCents: number, readonly asOf: string } | null, readonly organization: { readonly displayName: string } | null, readonly borrowers: ReadonlyArray<{ readonly partyId: string, readonly displayName: string | null, readonly role: string, readonly isActive: boolean }>, readonly primaryBorrower: { readonly id: string, readonly displayName: string, readonly email: string | null, readonly phone: string | null, readonly addresses: ReadonlyArray<{ readonly id: string, readonly kind: string, readonly isCurrent: boolean, readonly line1: string, readonly line2: string | null, readonly city: string, readonly state: string, readonly postalCode: string }> } | null, readonly contract: { readonly originatedOn: string | null, readonly firstDueOn: string | null, readonly maturityOn: string | null, readonly originalPrincipalCents: number | null, readonly scheduledPaymentCents: number | null, readonly annualRate: string | null, readonly termMonths: number | null }, readonly autopaySchedules: ReadonlyArray<{ readonly id: string, readonly amountCents: number, readonly frequencyUnit: FrequencyUnit, readonly frequencyInterval: number, readonly nextRunDate: string, readonly status: AutopayStatus, readonly paymentMethod: { readonly instrumentType: InstrumentType, readonly lastFour: string, readonly cardBrand: string | null, readonly bankName: string | null } | null, readonly lastRun: { readonly id: string, readonly dueOn: string, readonly status: AutopayRunStatus, readonly failureCode: string | null, readonly nextTryOn: string | null } | null }> | null } };

export type AccountPaymentsQueryVariables = Exact<{
  id: string | number;
  cursor?: string | null | undefined;
}>;


export type AccountPaymentsQuery = { readonly payments: { readonly items: ReadonlyArray<{ readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly loanSystemCode: string, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type AccountTransactionsQueryVariables = Exact<{
  id: string | number;
  cursor?: string | null | undefined;
}>;


export type AccountTransactionsQuery = { readonly transactions: { readonly items: ReadonlyArray<{ readonly id: string, readonly type: string, readonly amountCents: number | null, readonly effectiveAt: string | null, readonly status: string | null, readonly split: { readonly principalCents: number, readonly interestCents: number, readonly feesCents: number } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type PayoffOnQueryVariables = Exact<{
  id: string | number;
  on?: string | null | undefined;
}>;


export type PayoffOnQuery = { readonly payoffQuote: { readonly on: string, readonly goodThrough: string, readonly amountCents: number, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly perDiemCents: number, readonly unsettledCents: number } };

export type RecordOnePaymentMutationVariables = Exact<{
  id: string | number;
  key: string;
  input: RecordPaymentInput;
}>;


export type RecordOnePaymentMutation = { readonly recordPayment: { readonly payment: { readonly id: string, readonly status: CollectedPaymentStatus, readonly amountCents: number, readonly referenceNumber: number | null } } };

export type ChangeScheduleMutationVariables = Exact<{
  id: string | number;
  input: UpdateAutopayScheduleInput;
}>;


export type ChangeScheduleMutation = { readonly updateAutopaySchedule: { readonly id: string, readonly status: AutopayStatus, readonly nextRunDate: string } };

export type AccountListQueryVariables = Exact<{
  text?: string | null | undefined;
  statuses?: ReadonlyArray<AccountStatusCode> | AccountStatusCode | null | undefined;
  sort?: AccountSort | null | undefined;
  cursor?: string | null | undefined;
}>;


export type AccountListQuery = { readonly accounts: { readonly items: ReadonlyArray<{ readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly loanSystemCode: string, readonly statusCode: AccountStatusCode, readonly currentBalanceCents: number, readonly nextDueOn: string | null, readonly nextDueCents: number | null, readonly pastDueCents: number | null, readonly daysPastDue: number | null, readonly primaryBorrower: { readonly displayName: string } | null, readonly organization: { readonly displayName: string } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type OperatorsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorsQuery = { readonly operatorTokens: ReadonlyArray<{ readonly id: string, readonly name: string, readonly role: string, readonly organizationIds: ReadonlyArray<string>, readonly createdAt: string, readonly createdBy: string, readonly expiresAt: string, readonly revokedAt: string | null }> };

export type RevokeOperatorMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeOperatorMutation = { readonly revokeOperatorToken: { readonly id: string } };

export type AuditQueryVariables = Exact<{
  actor?: string | null | undefined;
  subject?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type AuditQuery = { readonly auditLog: { readonly items: ReadonlyArray<{ readonly id: string, readonly actor: string, readonly actorKind: ActorKind | null, readonly actorName: string | null, readonly action: string, readonly subject: string, readonly before: object | null, readonly after: object | null, readonly occurredAt: string, readonly requestId: string | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type JobsQueryVariables = Exact<{
  cursor?: string | null | undefined;
}>;


export type JobsQuery = { readonly failedJobs: { readonly items: ReadonlyArray<{ readonly id: string, readonly name: string, readonly attempts: number, readonly maxAttempts: number, readonly isGivenUp: boolean, readonly error: string, readonly runAt: string }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type RetryJobMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryJobMutation = { readonly retryJob: { readonly id: string } };

export type RunListQueryVariables = Exact<{
  status?: AutopayRunStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type RunListQuery = { readonly autopayRuns: { readonly items: ReadonlyArray<{ readonly id: string, readonly dueOn: string, readonly status: AutopayRunStatus, readonly amountCents: number | null, readonly nextTryOn: string | null, readonly failureCode: string | null, readonly attemptCount: number, readonly referenceNumber: number | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null, readonly schedule: { readonly id: string, readonly paymentMethod: { readonly instrumentType: InstrumentType, readonly lastFour: string, readonly cardBrand: string | null, readonly bankName: string | null } | null } }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type KeysQueryVariables = Exact<{ [key: string]: never; }>;


export type KeysQuery = { readonly apiKeys: ReadonlyArray<{ readonly prefix: string, readonly name: string, readonly organizationIds: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string | null, readonly revokedAt: string | null }> };

export type RevokeKeyMutationVariables = Exact<{
  prefix: string | number;
}>;


export type RevokeKeyMutation = { readonly revokeApiKey: { readonly prefix: string, readonly revokedAt: string | null } };

export type ExceptionListQueryVariables = Exact<{
  isResolved?: boolean | null | undefined;
  cursor?: string | null | undefined;
}>;


export type ExceptionListQuery = { readonly operatorExceptions: { readonly items: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly kind: string, readonly subjectId: string, readonly detail: object, readonly createdAt: string, readonly resolvedAt: string | null, readonly resolvedBy: string | null, readonly resolution: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type ResolveExceptionMutationVariables = Exact<{
  id: string | number;
  resolution: string;
}>;


export type ResolveExceptionMutation = { readonly resolveOperatorException: { readonly id: string, readonly resolvedAt: string | null } };

export type TodayQueryVariables = Exact<{
  today: string;
}>;


export type TodayQuery = { readonly receipts: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly unconfirmed: { readonly items: ReadonlyArray<{ readonly id: string, readonly amountCents: number, readonly createdAt: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly loanSystemCode: string, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly hasMore: boolean } }, readonly retrying: { readonly items: ReadonlyArray<{ readonly id: string, readonly dueOn: string, readonly amountCents: number | null, readonly failureCode: string | null, readonly nextTryOn: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly hasMore: boolean } }, readonly failed: { readonly items: ReadonlyArray<{ readonly id: string, readonly dueOn: string, readonly amountCents: number | null, readonly failureCode: string | null, readonly nextTryOn: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly hasMore: boolean } }, readonly operatorExceptions: { readonly items: ReadonlyArray<{ readonly id: string, readonly kind: string, readonly createdAt: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly hasMore: boolean } } };

export type RunAtHomeFragment = { readonly id: string, readonly dueOn: string, readonly amountCents: number | null, readonly failureCode: string | null, readonly nextTryOn: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null };

export type LatestPaymentsQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestPaymentsQuery = { readonly payments: { readonly items: ReadonlyArray<{ readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly loanSystemCode: string, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } }, readonly agingSummary: ReadonlyArray<{ readonly bucket: string, readonly accounts: number, readonly balanceCents: number, readonly pastDueCents: number }> };

export type LoanSystemsQueryVariables = Exact<{ [key: string]: never; }>;


export type LoanSystemsQuery = { readonly loanSystems: ReadonlyArray<{ readonly code: string, readonly kind: string, readonly baseUrl: string | null, readonly isActive: boolean, readonly accounts: number | null, readonly sync: { readonly mode: SyncMode | null, readonly isRunning: boolean, readonly finishedAt: string | null, readonly syncedThrough: string | null, readonly lagSeconds: number | null, readonly loansFailed: number, readonly loansOdd: number, readonly lastError: string | null, readonly lastErrorAt: string | null } | null, readonly sightings: ReadonlyArray<{ readonly part: string, readonly instance: string, readonly isStale: boolean, readonly problems: ReadonlyArray<string>, readonly isReachable: boolean | null, readonly lastCallAt: string | null, readonly isBroken: boolean }> | null }> };

export type SyncNowMutationVariables = Exact<{
  code: string | number;
}>;


export type SyncNowMutation = { readonly syncLoanSystem: { readonly problems: ReadonlyArray<string> } };

export type TemplatesQueryVariables = Exact<{
  cursor?: string | null | undefined;
}>;


export type TemplatesQuery = { readonly emailTemplates: { readonly items: ReadonlyArray<{ readonly id: string, readonly name: string, readonly subjectTemplate: string, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type CampaignsQueryVariables = Exact<{ [key: string]: never; }>;


export type CampaignsQuery = { readonly campaigns: { readonly items: ReadonlyArray<{ readonly id: string, readonly name: string, readonly provider: EmailProvider, readonly identifiers: ReadonlyArray<string>, readonly createdAt: string }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type FunnelQueryVariables = Exact<{
  id: string | number;
}>;


export type FunnelQuery = { readonly campaignStats: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number }> } };

export type PaymentListQueryVariables = Exact<{
  status?: CollectedPaymentStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  externalReference?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type PaymentListQuery = { readonly payments: { readonly items: ReadonlyArray<{ readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly loanSystemCode: string, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type PaymentRowFragment = { readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly loanSystemCode: string, readonly primaryBorrower: { readonly displayName: string } | null } | null };

export type OnePaymentQueryVariables = Exact<{
  id: string | number;
}>;


export type OnePaymentQuery = { readonly payment: { readonly checkNumber: number | null, readonly cardBrand: CardBrand | null, readonly memo: string | null, readonly postedAt: string | null, readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly reversal: { readonly reversedAt: string | null, readonly reason: string | null, readonly isNsf: boolean | null, readonly referenceNumber: number | null, readonly reversedBy: string | null } | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly loanSystemCode: string, readonly primaryBorrower: { readonly displayName: string } | null } | null } };

export type TakePaymentBackMutationVariables = Exact<{
  id: string | number;
  key: string;
  input: ReversePaymentInput;
}>;


export type TakePaymentBackMutation = { readonly reversePayment: { readonly payment: { readonly id: string, readonly status: CollectedPaymentStatus } } };

export type PortfolioQueryVariables = Exact<{ [key: string]: never; }>;


export type PortfolioQuery = { readonly portfolio: ReadonlyArray<{ readonly statusCode: AccountStatusCode, readonly accounts: number, readonly balanceCents: number }>, readonly agingSummary: ReadonlyArray<{ readonly bucket: string, readonly accounts: number, readonly balanceCents: number, readonly pastDueCents: number, readonly shareOfBalance: string }> };

export type CashReceiptsReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type CashReceiptsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly transactionId: string, readonly type: string, readonly amountCents: number | null, readonly effectiveAt: string | null, readonly status: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type NsfReturnsReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type NsfReturnsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly transactionId: string, readonly originalEffectiveAt: string | null, readonly amountCents: number | null, readonly reason: string | null, readonly effectiveAt: string | null, readonly status: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type CashAdjustmentsReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type CashAdjustmentsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly transactionId: string, readonly type: string, readonly amountCents: number | null, readonly reason: string | null, readonly effectiveAt: string | null, readonly status: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type NonCashAdjustmentsReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type NonCashAdjustmentsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly transactionId: string, readonly type: string, readonly component: string | null, readonly amountCents: number | null, readonly reason: string | null, readonly effectiveAt: string | null, readonly status: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type MonthlyPaymentRegisterReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type MonthlyPaymentRegisterReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly transactionId: string, readonly month: string | null, readonly paymentMethod: string | null, readonly amountCents: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly endingBalanceCents: number | null, readonly effectiveAt: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type NewSalesReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type NewSalesReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly originatedOn: string, readonly amountFinancedCents: number | null, readonly annualRate: string | null, readonly termMonths: number | null, readonly firstDueDate: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type WriteOffsReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type WriteOffsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly chargedOffOn: string, readonly chargeOffAmountCents: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly daysPastDue: number | null, readonly recoveredCents: number, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type PaidInFullReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type PaidInFullReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly paidOffOn: string, readonly finalPaymentCents: number | null, readonly payoffCents: number | null, readonly originalPrincipalCents: number | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type AgedBalanceReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type AgedBalanceReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly balanceCents: number, readonly currentCents: number, readonly pastDue1To29Cents: number, readonly pastDue30To59Cents: number, readonly pastDue60To89Cents: number, readonly pastDue90To119Cents: number, readonly pastDue120PlusCents: number, readonly totalPastDueCents: number, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type DelinquencyReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type DelinquencyReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly statusCode: string, readonly daysPastDue: number, readonly bucket: string, readonly pastDueCents: number, readonly firstDelinquentOn: string | null, readonly lastPaymentOn: string | null, readonly lastPaymentCents: number | null, readonly nextDueOn: string | null, readonly nextDueCents: number | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type LoanOfReportFragment = { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null };

export type ReportSumsQueryVariables = Exact<{
  code: ReportCode;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type ReportSumsQuery = { readonly reportTotals: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> } };

export type FindQueryVariables = Exact<{
  text: string;
}>;


export type FindQuery = { readonly accounts: { readonly items: ReadonlyArray<{ readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly statusCode: AccountStatusCode, readonly currentBalanceCents: number, readonly primaryBorrower: { readonly displayName: string } | null }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const RunAtHomeFragmentDoc = new TypedDocumentString(`
    fragment RunAtHome on AutopayRun {
  id
  dueOn
  amountCents
  failureCode
  nextTryOn
  account {
    id
    externalContractNumber
    primaryBorrower {
      displayName
    }
  }
}
    `, {"fragmentName":"RunAtHome"}) as unknown as TypedDocumentString<RunAtHomeFragment, unknown>;
export const PaymentRowFragmentDoc = new TypedDocumentString(`
    fragment PaymentRow on CollectedPayment {
  id
  amountCents
  paymentMethod
  status
  effectiveDate
  receivedOn
  createdAt
  externalReference
  referenceNumber
  recordedBy
  account {
    id
    externalContractNumber
    loanSystemCode
    primaryBorrower {
      displayName
    }
  }
}
    `, {"fragmentName":"PaymentRow"}) as unknown as TypedDocumentString<PaymentRowFragment, unknown>;
export const LoanOfReportFragmentDoc = new TypedDocumentString(`
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}
    `, {"fragmentName":"LoanOfReport"}) as unknown as TypedDocumentString<LoanOfReportFragment, unknown>;
export const AccountPageDocument = new TypedDocumentString(`
    query AccountPage($id: ID!) {
  account(id: $id) {
    id
    organizationId
    loanSystemCode
    externalContractNumber
    externalAccountNumber
    statusCode
    currentBalanceCents
    syncedThrough
    nextDueOn
    nextDueCents
    pastDueCents
    daysPastDue
    chargedOffOn
    paidOffOn
    acceptsPayments
    notPayableReason
    payoff {
      amountCents
      asOf
    }
    organization {
      displayName
    }
    borrowers {
      partyId
      displayName
      role
      isActive
    }
    primaryBorrower {
      id
      displayName
      email
      phone
      addresses {
        id
        kind
        isCurrent
        line1
        line2
        city
        state
        postalCode
      }
    }
    contract {
      originatedOn
      firstDueOn
      maturityOn
      originalPrincipalCents
      scheduledPaymentCents
      annualRate
      termMonths
    }
    autopaySchedules {
      id
      amountCents
      frequencyUnit
      frequencyInterval
      nextRunDate
      status
      paymentMethod {
        instrumentType
        lastFour
        cardBrand
        bankName
      }
      lastRun {
        id
        dueOn
        status
        failureCode
        nextTryOn
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AccountPageQuery, AccountPageQueryVariables>;
export const AccountPaymentsDocument = new TypedDocumentString(`
    query AccountPayments($id: ID!, $cursor: String) {
  payments(accountId: $id, cursor: $cursor, limit: 50) {
    items {
      ...PaymentRow
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment PaymentRow on CollectedPayment {
  id
  amountCents
  paymentMethod
  status
  effectiveDate
  receivedOn
  createdAt
  externalReference
  referenceNumber
  recordedBy
  account {
    id
    externalContractNumber
    loanSystemCode
    primaryBorrower {
      displayName
    }
  }
}`) as unknown as TypedDocumentString<AccountPaymentsQuery, AccountPaymentsQueryVariables>;
export const AccountTransactionsDocument = new TypedDocumentString(`
    query AccountTransactions($id: ID!, $cursor: String) {
  transactions(accountId: $id, cursor: $cursor, limit: 100) {
    items {
      id
      type
      amountCents
      effectiveAt
      status
      split {
        principalCents
        interestCents
        feesCents
      }
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    `) as unknown as TypedDocumentString<AccountTransactionsQuery, AccountTransactionsQueryVariables>;
export const PayoffOnDocument = new TypedDocumentString(`
    query PayoffOn($id: ID!, $on: Date) {
  payoffQuote(accountId: $id, on: $on) {
    on
    goodThrough
    amountCents
    principalCents
    interestCents
    feesCents
    perDiemCents
    unsettledCents
  }
}
    `) as unknown as TypedDocumentString<PayoffOnQuery, PayoffOnQueryVariables>;
export const RecordOnePaymentDocument = new TypedDocumentString(`
    mutation RecordOnePayment($id: ID!, $key: String!, $input: RecordPaymentInput!) {
  recordPayment(accountId: $id, idempotencyKey: $key, input: $input) {
    payment {
      id
      status
      amountCents
      referenceNumber
    }
  }
}
    `) as unknown as TypedDocumentString<RecordOnePaymentMutation, RecordOnePaymentMutationVariables>;
export const ChangeScheduleDocument = new TypedDocumentString(`
    mutation ChangeSchedule($id: ID!, $input: UpdateAutopayScheduleInput!) {
  updateAutopaySchedule(id: $id, input: $input) {
    id
    status
    nextRunDate
  }
}
    `) as unknown as TypedDocumentString<ChangeScheduleMutation, ChangeScheduleMutationVariables>;
export const AccountListDocument = new TypedDocumentString(`
    query AccountList($text: String, $statuses: [AccountStatusCode!], $sort: AccountSort, $cursor: String) {
  accounts(
    text: $text
    statuses: $statuses
    sort: $sort
    cursor: $cursor
    limit: 100
  ) {
    items {
      id
      externalContractNumber
      externalAccountNumber
      loanSystemCode
      statusCode
      currentBalanceCents
      nextDueOn
      nextDueCents
      pastDueCents
      daysPastDue
      primaryBorrower {
        displayName
      }
      organization {
        displayName
      }
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    `) as unknown as TypedDocumentString<AccountListQuery, AccountListQueryVariables>;
export const OperatorsDocument = new TypedDocumentString(`
    query Operators {
  operatorTokens {
    id
    name
    role
    organizationIds
    createdAt
    createdBy
    expiresAt
    revokedAt
  }
}
    `) as unknown as TypedDocumentString<OperatorsQuery, OperatorsQueryVariables>;
export const RevokeOperatorDocument = new TypedDocumentString(`
    mutation RevokeOperator($id: ID!) {
  revokeOperatorToken(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeOperatorMutation, RevokeOperatorMutationVariables>;
export const AuditDocument = new TypedDocumentString(`
    query Audit($actor: String, $subject: String, $from: Date, $to: Date, $cursor: String) {
  auditLog(
    actor: $actor
    subject: $subject
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      id
      actor
      actorKind
      actorName
      action
      subject
      before
      after
      occurredAt
      requestId
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    `) as unknown as TypedDocumentString<AuditQuery, AuditQueryVariables>;
export const JobsDocument = new TypedDocumentString(`
    query Jobs($cursor: String) {
  failedJobs(cursor: $cursor, limit: 100) {
    items {
      id
      name
      attempts
      maxAttempts
      isGivenUp
      error
      runAt
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    `) as unknown as TypedDocumentString<JobsQuery, JobsQueryVariables>;
export const RetryJobDocument = new TypedDocumentString(`
    mutation RetryJob($id: ID!) {
  retryJob(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RetryJobMutation, RetryJobMutationVariables>;
export const RunListDocument = new TypedDocumentString(`
    query RunList($status: AutopayRunStatus, $from: Date, $to: Date, $cursor: String) {
  autopayRuns(status: $status, from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      id
      dueOn
      status
      amountCents
      nextTryOn
      failureCode
      attemptCount
      referenceNumber
      account {
        id
        externalContractNumber
        primaryBorrower {
          displayName
        }
      }
      schedule {
        id
        paymentMethod {
          instrumentType
          lastFour
          cardBrand
          bankName
        }
      }
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    `) as unknown as TypedDocumentString<RunListQuery, RunListQueryVariables>;
export const KeysDocument = new TypedDocumentString(`
    query Keys {
  apiKeys {
    prefix
    name
    organizationIds
    scopes
    createdAt
    expiresAt
    revokedAt
  }
}
    `) as unknown as TypedDocumentString<KeysQuery, KeysQueryVariables>;
export const RevokeKeyDocument = new TypedDocumentString(`
    mutation RevokeKey($prefix: ID!) {
  revokeApiKey(prefix: $prefix) {
    prefix
    revokedAt
  }
}
    `) as unknown as TypedDocumentString<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const ExceptionListDocument = new TypedDocumentString(`
    query ExceptionList($isResolved: Boolean, $cursor: String) {
  operatorExceptions(isResolved: $isResolved, cursor: $cursor, limit: 100) {
    items {
      id
      organizationId
      kind
      subjectId
      detail
      createdAt
      resolvedAt
      resolvedBy
      resolution
      account {
        id
        externalContractNumber
        primaryBorrower {
          displayName
        }
      }
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    `) as unknown as TypedDocumentString<ExceptionListQuery, ExceptionListQueryVariables>;
export const ResolveExceptionDocument = new TypedDocumentString(`
    mutation ResolveException($id: ID!, $resolution: String!) {
  resolveOperatorException(id: $id, resolution: $resolution) {
    id
    resolvedAt
  }
}
    `) as unknown as TypedDocumentString<ResolveExceptionMutation, ResolveExceptionMutationVariables>;
export const TodayDocument = new TypedDocumentString(`
    query Today($today: Date!) {
  receipts: reportTotals(code: crr, from: $today, to: $today) {
    rows
    sums {
      column
      cents
    }
  }
  unconfirmed: payments(status: pending_confirmation, limit: 50) {
    items {
      id
      amountCents
      createdAt
      account {
        id
        externalContractNumber
        loanSystemCode
        primaryBorrower {
          displayName
        }
      }
    }
    page {
      hasMore
    }
  }
  retrying: autopayRuns(status: retrying, limit: 50) {
    items {
      ...RunAtHome
    }
    page {
      hasMore
    }
  }
  failed: autopayRuns(status: failed, limit: 20) {
    items {
      ...RunAtHome
    }
    page {
      hasMore
    }
  }
  operatorExceptions(isResolved: false, limit: 50) {
    items {
      id
      kind
      createdAt
      account {
        id
        externalContractNumber
        primaryBorrower {
          displayName
        }
      }
    }
    page {
      hasMore
    }
  }
}
    fragment RunAtHome on AutopayRun {
  id
  dueOn
  amountCents
  failureCode
  nextTryOn
  account {
    id
    externalContractNumber
    primaryBorrower {
      displayName
    }
  }
}`) as unknown as TypedDocumentString<TodayQuery, TodayQueryVariables>;
export const LatestPaymentsDocument = new TypedDocumentString(`
    query LatestPayments {
  payments(limit: 12) {
    items {
      ...PaymentRow
    }
    page {
      nextCursor
      hasMore
    }
  }
  agingSummary {
    bucket
    accounts
    balanceCents
    pastDueCents
  }
}
    fragment PaymentRow on CollectedPayment {
  id
  amountCents
  paymentMethod
  status
  effectiveDate
  receivedOn
  createdAt
  externalReference
  referenceNumber
  recordedBy
  account {
    id
    externalContractNumber
    loanSystemCode
    primaryBorrower {
      displayName
    }
  }
}`) as unknown as TypedDocumentString<LatestPaymentsQuery, LatestPaymentsQueryVariables>;
export const LoanSystemsDocument = new TypedDocumentString(`
    query LoanSystems {
  loanSystems {
    code
    kind
    baseUrl
    isActive
    accounts
    sync {
      mode
      isRunning
      finishedAt
      syncedThrough
      lagSeconds
      loansFailed
      loansOdd
      lastError
      lastErrorAt
    }
    sightings {
      part
      instance
      isStale
      problems
      isReachable
      lastCallAt
      isBroken
    }
  }
}
    `) as unknown as TypedDocumentString<LoanSystemsQuery, LoanSystemsQueryVariables>;
export const SyncNowDocument = new TypedDocumentString(`
    mutation SyncNow($code: ID!) {
  syncLoanSystem(code: $code) {
    problems
  }
}
    `) as unknown as TypedDocumentString<SyncNowMutation, SyncNowMutationVariables>;
export const TemplatesDocument = new TypedDocumentString(`
    query Templates($cursor: String) {
  emailTemplates(cursor: $cursor, limit: 100) {
    items {
      id
      name
      subjectTemplate
      createdAt
      workspace {
        id
        name
      }
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    `) as unknown as TypedDocumentString<TemplatesQuery, TemplatesQueryVariables>;
export const CampaignsDocument = new TypedDocumentString(`
    query Campaigns {
  campaigns(limit: 50) {
    items {
      id
      name
      provider
      identifiers
      createdAt
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsQuery, CampaignsQueryVariables>;
export const FunnelDocument = new TypedDocumentString(`
    query Funnel($id: ID!) {
  campaignStats(campaignId: $id) {
    counts {
      eventType
      events
      uniqueRecipients
      machineEvents
    }
  }
}
    `) as unknown as TypedDocumentString<FunnelQuery, FunnelQueryVariables>;
export const PaymentListDocument = new TypedDocumentString(`
    query PaymentList($status: CollectedPaymentStatus, $from: Date, $to: Date, $externalReference: String, $cursor: String) {
  payments(
    status: $status
    from: $from
    to: $to
    externalReference: $externalReference
    cursor: $cursor
    limit: 100
  ) {
    items {
      ...PaymentRow
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment PaymentRow on CollectedPayment {
  id
  amountCents
  paymentMethod
  status
  effectiveDate
  receivedOn
  createdAt
  externalReference
  referenceNumber
  recordedBy
  account {
    id
    externalContractNumber
    loanSystemCode
    primaryBorrower {
      displayName
    }
  }
}`) as unknown as TypedDocumentString<PaymentListQuery, PaymentListQueryVariables>;
export const OnePaymentDocument = new TypedDocumentString(`
    query OnePayment($id: ID!) {
  payment(id: $id) {
    ...PaymentRow
    checkNumber
    cardBrand
    memo
    postedAt
    reversal {
      reversedAt
      reason
      isNsf
      referenceNumber
      reversedBy
    }
  }
}
    fragment PaymentRow on CollectedPayment {
  id
  amountCents
  paymentMethod
  status
  effectiveDate
  receivedOn
  createdAt
  externalReference
  referenceNumber
  recordedBy
  account {
    id
    externalContractNumber
    loanSystemCode
    primaryBorrower {
      displayName
    }
  }
}`) as unknown as TypedDocumentString<OnePaymentQuery, OnePaymentQueryVariables>;
export const TakePaymentBackDocument = new TypedDocumentString(`
    mutation TakePaymentBack($id: ID!, $key: String!, $input: ReversePaymentInput!) {
  reversePayment(paymentId: $id, idempotencyKey: $key, input: $input) {
    payment {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<TakePaymentBackMutation, TakePaymentBackMutationVariables>;
export const PortfolioDocument = new TypedDocumentString(`
    query Portfolio {
  portfolio {
    statusCode
    accounts
    balanceCents
  }
  agingSummary {
    bucket
    accounts
    balanceCents
    pastDueCents
    shareOfBalance
  }
}
    `) as unknown as TypedDocumentString<PortfolioQuery, PortfolioQueryVariables>;
export const CashReceiptsReportDocument = new TypedDocumentString(`
    query CashReceiptsReport($from: Date, $to: Date, $cursor: String) {
  page: cashReceipts(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      transactionId
      type
      amountCents
      effectiveAt
      status
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<CashReceiptsReportQuery, CashReceiptsReportQueryVariables>;
export const NsfReturnsReportDocument = new TypedDocumentString(`
    query NsfReturnsReport($from: Date, $to: Date, $cursor: String) {
  page: nsfReturns(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      transactionId
      originalEffectiveAt
      amountCents
      reason
      effectiveAt
      status
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<NsfReturnsReportQuery, NsfReturnsReportQueryVariables>;
export const CashAdjustmentsReportDocument = new TypedDocumentString(`
    query CashAdjustmentsReport($from: Date, $to: Date, $cursor: String) {
  page: cashAdjustments(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      transactionId
      type
      amountCents
      reason
      effectiveAt
      status
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<CashAdjustmentsReportQuery, CashAdjustmentsReportQueryVariables>;
export const NonCashAdjustmentsReportDocument = new TypedDocumentString(`
    query NonCashAdjustmentsReport($from: Date, $to: Date, $cursor: String) {
  page: nonCashAdjustments(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      transactionId
      type
      component
      amountCents
      reason
      effectiveAt
      status
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<NonCashAdjustmentsReportQuery, NonCashAdjustmentsReportQueryVariables>;
export const MonthlyPaymentRegisterReportDocument = new TypedDocumentString(`
    query MonthlyPaymentRegisterReport($from: Date, $to: Date, $cursor: String) {
  page: monthlyPaymentRegister(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      transactionId
      month
      paymentMethod
      amountCents
      principalCents
      interestCents
      feesCents
      endingBalanceCents
      effectiveAt
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<MonthlyPaymentRegisterReportQuery, MonthlyPaymentRegisterReportQueryVariables>;
export const NewSalesReportDocument = new TypedDocumentString(`
    query NewSalesReport($from: Date, $to: Date, $cursor: String) {
  page: newSales(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      originatedOn
      amountFinancedCents
      annualRate
      termMonths
      firstDueDate
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<NewSalesReportQuery, NewSalesReportQueryVariables>;
export const WriteOffsReportDocument = new TypedDocumentString(`
    query WriteOffsReport($from: Date, $to: Date, $cursor: String) {
  page: writeOffs(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      chargedOffOn
      chargeOffAmountCents
      principalCents
      interestCents
      feesCents
      daysPastDue
      recoveredCents
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<WriteOffsReportQuery, WriteOffsReportQueryVariables>;
export const PaidInFullReportDocument = new TypedDocumentString(`
    query PaidInFullReport($from: Date, $to: Date, $cursor: String) {
  page: paidInFull(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      paidOffOn
      finalPaymentCents
      payoffCents
      originalPrincipalCents
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<PaidInFullReportQuery, PaidInFullReportQueryVariables>;
export const AgedBalanceReportDocument = new TypedDocumentString(`
    query AgedBalanceReport($from: Date, $to: Date, $cursor: String) {
  page: agedBalance(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      balanceCents
      currentCents
      pastDue1To29Cents
      pastDue30To59Cents
      pastDue60To89Cents
      pastDue90To119Cents
      pastDue120PlusCents
      totalPastDueCents
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<AgedBalanceReportQuery, AgedBalanceReportQueryVariables>;
export const DelinquencyReportDocument = new TypedDocumentString(`
    query DelinquencyReport($from: Date, $to: Date, $cursor: String) {
  page: delinquency(from: $from, to: $to, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanOfReport
      }
      statusCode
      daysPastDue
      bucket
      pastDueCents
      firstDelinquentOn
      lastPaymentOn
      lastPaymentCents
      nextDueOn
      nextDueCents
    }
    page {
      nextCursor
      hasMore
    }
  }
}
    fragment LoanOfReport on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<DelinquencyReportQuery, DelinquencyReportQueryVariables>;
export const ReportSumsDocument = new TypedDocumentString(`
    query ReportSums($code: ReportCode!, $from: Date, $to: Date) {
  reportTotals(code: $code, from: $from, to: $to) {
    rows
    sums {
      column
      cents
    }
  }
}
    `) as unknown as TypedDocumentString<ReportSumsQuery, ReportSumsQueryVariables>;
export const FindDocument = new TypedDocumentString(`
    query Find($text: String!) {
  accounts(text: $text, limit: 8) {
    items {
      id
      externalContractNumber
      externalAccountNumber
      statusCode
      currentBalanceCents
      primaryBorrower {
        displayName
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FindQuery, FindQueryVariables>;