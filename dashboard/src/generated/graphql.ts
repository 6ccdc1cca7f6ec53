/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Columns that a list of accounts can be sorted by. */
export type AccountColumn =
  /** Amount of the next installment. */
  | 'amount_due'
  /** Outstanding principal. */
  | 'balance'
  /** Name of the primary borrower; needs the scope `persons:read`. */
  | 'borrower'
  /** The order of creation. */
  | 'created'
  /** Days past due. */
  | 'days_past_due'
  /** Name of the organization. */
  | 'lender'
  /** Contract number, or account number without one. */
  | 'loan'
  /** Code of the loan system. */
  | 'loan_system'
  /** Next due date. */
  | 'next_due'
  /** Amount past due. */
  | 'past_due'
  /** Status. */
  | 'status';

/** A new flag on a loan. */
export type AccountFlagInput = {
  /** The first day on which it applies; today without one. */
  readonly effectiveFrom?: string | null | undefined;
  /** The last day on which it applies, today or later; until it is lifted without one. */
  readonly effectiveUntil?: string | null | undefined;
  /** The kind. A loan has at most one flag of a kind that is not over. */
  readonly kind: AccountFlagKind;
  /** Why it is set, at most 500 characters, without card numbers. */
  readonly reason: string;
};

/** The kind of a flag on a loan. */
export type AccountFlagKind =
  /** A borrower is in bankruptcy: the automatic stay applies. */
  | 'bankruptcy'
  /** A borrower has asked in writing that collection contact ends. */
  | 'cease_and_desist'
  /** A borrower has died. */
  | 'deceased'
  /** A borrower disputes the debt. */
  | 'dispute'
  /** A borrower does not want to be contacted. */
  | 'do_not_contact'
  /** The loan may have been taken out by fraud or with a stolen identity. */
  | 'fraud'
  /** A borrower is protected by the Servicemembers Civil Relief Act. */
  | 'scra';

/** What a lender’s flags of a kind are to stop. */
export type AccountFlagRuleInput = {
  /** The kind of flag. */
  readonly kind: AccountFlagKind;
  /** Everything that it stops from now on; it stops nothing else. */
  readonly stops: ReadonlyArray<AccountFlagStop>;
};

/** Whether a flag applies on the lender’s day. */
export type AccountFlagState =
  /** Its last day has passed. */
  | 'ended'
  /** It applies today. */
  | 'in_force'
  /** Staff lifted it. */
  | 'lifted'
  /** Its first day is in the future. */
  | 'scheduled';

/** What a flag can stop. */
export type AccountFlagStop =
  /** Charges by autopay. */
  | 'charges'
  /** Calls and letters about overdue amounts. */
  | 'collection_contact'
  /** Campaigns and other marketing. */
  | 'marketing'
  /** Notices that a law requires. */
  | 'required_notices';

/** A new note. Only a promise to pay has an amount and a day. */
export type AccountNoteInput = {
  /** What it is about. */
  readonly kind: AccountNoteKind;
  /** For a promise to pay: the amount, in cents. */
  readonly promisedCents?: number | null | undefined;
  /** For a promise to pay: the day by which it was promised, today or at most 366 days ahead. */
  readonly promisedOn?: string | null | undefined;
  /** The text, at most 2,000 characters, without card numbers. */
  readonly text: string;
};

/** What a note is about. */
export type AccountNoteKind =
  /** A telephone call. */
  | 'call'
  /** An email. */
  | 'email'
  /** A letter. */
  | 'letter'
  /** Anything else. */
  | 'other'
  /** The borrower promised to pay an amount by a day. */
  | 'promise_to_pay';

/** The status of a loan. */
export type AccountStatusCode =
  /** Active, with nothing past due. */
  | 'active'
  /** Charged off; later payments are recoveries. */
  | 'charged_off'
  /** Ended in another way: withdrawn, refinanced, or closed by its lender. */
  | 'closed'
  /** Active, with an amount past due. */
  | 'delinquent'
  /** Paid in full; nothing is owed. */
  | 'paid_in_full'
  /** Not disbursed yet. */
  | 'pending'
  /** The loan system reports a status that Tributary does not know; the loan can be read but takes no payments. */
  | 'unknown';

/** The day up to which a payment accrues interest. */
export type AccrueTo =
  /** The business day on which it is applied. */
  | 'business_day'
  /** The day in New York on which it was recorded. */
  | 'day_of_receipt';

/** The name of a value of an act. */
export type ActDetailName =
  /** Whether a charge is made although the same amount was charged to the method that day. */
  | 'allows_equal'
  /** Percent per year. */
  | 'annual_rate'
  /** How a borrower authorized a charge. */
  | 'authorization_method'
  /** The day on which a borrower authorized a charge. */
  | 'authorized_on'
  /** The borrower who authorized a charge. */
  | 'authorizer_id'
  /** The only day on which a charge may be made. */
  | 'charged_on'
  /** The waived component. */
  | 'component'
  /** Change of the fees, in cents. */
  | 'fees'
  /** The due date of the first installment. */
  | 'first_due_on'
  /** Change of the interest, in cents. */
  | 'interest'
  /** The number of a loan to book. */
  | 'loan_number'
  /** Whether a payment is reversed for non-sufficient funds. */
  | 'non_sufficient_funds'
  /** The day on which the loan was made. */
  | 'originated_on'
  /** The payment method to charge. */
  | 'payment_method_id'
  /** Change of the principal, in cents. */
  | 'principal'
  /** Number of monthly installments. */
  | 'term_months';

/** A limit to set. */
export type ActLimitInput = {
  /** The act. */
  readonly act: LimitedAct;
  /** The highest amount of one act, in cents; null: without a limit. 0: every act needs a second person. */
  readonly amountCents?: number | null | undefined;
  /** The role. */
  readonly role: LimitedRole;
};

/** Kind of actor. */
export type ActorKind =
  /** A program with an API key or an access token. */
  | 'api_key'
  /** A user at the command line. */
  | 'cli'
  /** An operator with a token. */
  | 'operator'
  /** Tributary itself. */
  | 'system';

/** A person to admit, by email address or by subject, with `role` or with `roles`. */
export type AddOperatorInput = {
  /** The first sign-in with this address, if the identity provider has verified it, is this person’s. */
  readonly email?: string | null | undefined;
  /** The identity provider, as its tokens name it; with `subject`. */
  readonly issuer?: string | null | undefined;
  /** The person’s name. */
  readonly name: string;
  /** The role at every organization. */
  readonly role?: OperatorRole | null | undefined;
  /** The role at each of some organizations. */
  readonly roles?: ReadonlyArray<OperatorRoleAtInput> | null | undefined;
  /** The person’s `sub` at that provider. */
  readonly subject?: string | null | undefined;
};

/** How far to move a clock: `to`, or `days`. */
export type AdvanceTestClockInput = {
  /** Number of days to move, instead of `to`; at most 731. */
  readonly days?: number | null | undefined;
  /** Required for a caller with several organizations. */
  readonly organizationId?: string | number | null | undefined;
  /** The target day: in the future, at most 731 days ahead. */
  readonly to?: string | null | undefined;
};

/** Order in which a payment is allocated. */
export type ApplicationOrder =
  /** Fees, interest, principal. */
  | 'fees_interest_principal'
  /** Interest, fees, principal. */
  | 'interest_fees_principal'
  /** Interest, principal, fees. */
  | 'interest_principal_fees';

/** The state of an approval request. */
export type ApprovalStatus =
  /** Approved, and being carried out. */
  | 'approved'
  /** Carried out. */
  | 'done'
  /** Not decided within seven days. */
  | 'expired'
  /** Approved, but the act was refused when it was carried out; `failureCode` is the error. */
  | 'failed'
  /** Waits for a second person. */
  | 'open'
  /** Rejected by a second person. */
  | 'rejected'
  /** Withdrawn by the operator who asked. */
  | 'withdrawn';

/** Outcome of one attempt to charge. */
export type AutopayAttemptStatus =
  /** The processor charged it. */
  | 'charged'
  /** Sent, or about to be; the outcome is not known yet. */
  | 'charging'
  /** The processor or the bank declined it. */
  | 'declined'
  /** Certainly not charged. */
  | 'not_charged';

/** The kind of correction of a run’s posting. */
export type AutopayCorrectionKind =
  /** It was posted again. */
  | 'posting'
  /** The posting was reversed. */
  | 'reversal';

/** Status of a correction. */
export type AutopayCorrectionStatus =
  /** The loan system has confirmed it. */
  | 'done'
  /** In progress, or the outcome is being looked up. */
  | 'pending'
  /** The loan system refused it; there is an exception. */
  | 'refused';

/** Columns that a list of autopay runs can be sorted by. */
export type AutopayRunColumn =
  /** Amount. */
  | 'amount'
  /** Number of attempts. */
  | 'attempts'
  /** The order in which runs began. */
  | 'began'
  /** Name of the primary borrower; needs the scope `persons:read`. */
  | 'borrower'
  /** Due date. */
  | 'due'
  /** Contract number, or account number without one. */
  | 'loan'
  /** Date of the next attempt. */
  | 'next_attempt'
  /** `failureCode`. */
  | 'reason'
  /** Status. */
  | 'status';

/** Status of an autopay run. */
export type AutopayRunStatus =
  /** Charged; the posting has not been sent to the loan system yet. */
  | 'charged'
  /** The instrument is being charged, or the charge is being looked up. */
  | 'charging'
  /** Not charged, and not tried again. */
  | 'failed'
  /** Not charged, because another run with the same account, method, amount and day was; a person releases or cancels it. */
  | 'held'
  /** Its date passed before it could run; it is not charged later. */
  | 'missed'
  /** Charged and posted: the loan has a transaction. */
  | 'posted'
  /** The posting was sent to the loan system, or its outcome is being looked up. */
  | 'posting'
  /** The charge was refunded. */
  | 'refunded'
  /** Charged and certainly not posted; the charge is being refunded. */
  | 'refunding'
  /** Not charged so far; tried again on `nextTryOn`. */
  | 'retrying'
  /** Posted, and reversed later: the charge was disputed or refunded at the processor. */
  | 'reversed';

/** Status of a schedule. */
export type AutopayStatus =
  /** It charges on each of its dates. */
  | 'active'
  /** Cancelled by a user, permanently. */
  | 'cancelled'
  /** Ended automatically: its end date came, or the loan was paid in full. */
  | 'expired'
  /** It does not charge; it can be resumed. */
  | 'paused';

/** A new loan. */
export type BookLedgerLoanInput = {
  /** Percent per year, as text: `18.25`, `6.875`; at most 100, with at most six decimals. */
  readonly annualRate: string;
  /** Who owes. */
  readonly borrowers: ReadonlyArray<LedgerBorrowerInput>;
  /** Due date of the first installment: after `originatedOn`. */
  readonly firstDueOn: string;
  /** The lender’s own number, unique in the organization. */
  readonly loanNumber: string;
  /** Fee for a returned payment, cents; defaults to the product’s. */
  readonly nsfFeeCents?: number | null | undefined;
  /** Required for a caller with several organizations. */
  readonly organizationId?: string | number | null | undefined;
  /** Amount lent, cents. */
  readonly originalPrincipalCents: number;
  /** Date on which the loan was made: within a year of today. */
  readonly originatedOn: string;
  /** The product’s code instead of its id; without either, the built-in terms. */
  readonly productCode?: string | null | undefined;
  /** The product under which it is booked, in its current version. */
  readonly productId?: string | number | null | undefined;
  /** Amount of one installment, cents; defaults to the level payment. */
  readonly scheduledPaymentCents?: number | null | undefined;
  /** Number of monthly installments, 1 to 480. */
  readonly termMonths: number;
};

/** Role of a borrower on a loan. */
export type BorrowerRole =
  /** Owes jointly with the primary borrower. */
  | 'co_borrower'
  /** Receives letters, and pays by default. */
  | 'primary';

/** An engagement event. */
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

/** What to change. An omitted field keeps its value; `role` and `roles` replace each other. */
export type ChangeOperatorInput = {
  /** The person’s name. */
  readonly name?: string | null | undefined;
  /** The role at every organization. */
  readonly role?: OperatorRole | null | undefined;
  /** The role at each of some organizations. */
  readonly roles?: ReadonlyArray<OperatorRoleAtInput> | null | undefined;
};

/** How a borrower authorized a one-time charge. */
export type ChargeAuthorizationMethod =
  /** In person. */
  | 'in_person'
  /** By phone. */
  | 'phone'
  /** In a portal of the lender. */
  | 'portal'
  /** In writing. */
  | 'writing';

/** How a payment was collected. */
export type CollectedPaymentMethod =
  /** A card run on the collector’s own terminal; its brand is required. */
  | 'card'
  /** Notes and coins. */
  | 'cash'
  /** A cashier’s check; its number is required. */
  | 'cashiers_check'
  /** A check; its number is required. */
  | 'check'
  /** A money order; its serial number is required. */
  | 'money_order';

/** Status of a collected payment. */
export type CollectedPaymentStatus =
  /** Certainly not posted. */
  | 'failed'
  /** Accepted; the posting is being sent to the loan system. */
  | 'pending'
  /** Sent, and the outcome is not known yet; it is looked up until it is. */
  | 'pending_confirmation'
  /** The loan system confirmed it. */
  | 'posted'
  /** Its reversal was sent, and the outcome is not known yet. */
  | 'reversal_pending'
  /** Reversed. */
  | 'reversed';

/** Columns that the collection queue can be sorted by. */
export type CollectionColumn =
  /** Name of the primary borrower; needs the scope `persons:read`. */
  | 'borrower'
  /** Days past due. */
  | 'days_past_due'
  /** The day from which the loan is given out as the next one again. */
  | 'follow_up'
  /** When an operator last called or wrote, by the notes. */
  | 'last_contact'
  /** Name of the organization. */
  | 'lender'
  /** Contract number, or account number without one. */
  | 'loan'
  /** Amount past due. */
  | 'past_due';

/** Which loans of the collection queue a list shows. */
export type CollectionQueueView =
  /** All of them. */
  | 'all'
  /** Those assigned to the operator who asks, or taken by that operator. */
  | 'mine'
  /** Those that are neither assigned nor taken. */
  | 'unassigned';

/** Why an agent skipped a loan of the collection queue. */
export type CollectionSkipReason =
  /** The borrower asked to be called later. */
  | 'callback_requested'
  /** The call was not answered. */
  | 'no_answer'
  /** Anything else. */
  | 'other'
  /** Another person must review the loan first. */
  | 'under_review'
  /** It is too early or too late to call the borrower. */
  | 'wrong_time';

/** The corrected fields. An omitted field keeps its value. */
export type CorrectPersonInput = {
  /** The complete current address; null removes it. The former address remains stored, no longer current. */
  readonly address?: NewAddressInput | null | undefined;
  /** Display name; cannot be removed. */
  readonly displayName?: string | null | undefined;
  /** Email address; null removes it. */
  readonly email?: string | null | undefined;
  /** Telephone number; null removes it. */
  readonly phone?: string | null | undefined;
};

/** A key to create. */
export type CreateApiKeyInput = {
  /** When it expires; by default never. */
  readonly expiresAt?: string | null | undefined;
  /** Purpose of the key, at most 100 characters. */
  readonly name: string;
  /** The organizations that it can access; at least one. */
  readonly organizationIds: ReadonlyArray<string | number>;
  /** Permissions; at least one of: organizations:read, accounts:read, persons:read, transactions:read, external_payments:read, external_payments:write, payment_methods:read, payment_methods:write, autopay:read, autopay:write, reports:read, email_templates:read, email_templates:write, workspace:read, workspace:write, campaign_events:read, campaign_events:write, ledger:read, ledger:write, events:read, webhook_endpoints:read, webhook_endpoints:write, test_clock:read, test_clock:write. */
  readonly scopes: ReadonlyArray<string>;
};

/** A new schedule. */
export type CreateAutopayScheduleInput = {
  /** The account that would be paid. */
  readonly accountId: string | number;
  /** Cents per run. */
  readonly amountCents: number;
  /** The day of the month, 1 to 31; for month and year cadences. */
  readonly anchorDay?: number | null | undefined;
  /** The last date that may be charged; null: no end. */
  readonly endDate?: string | null | undefined;
  /** The interval, in units: 1 to 365. */
  readonly frequencyInterval: number;
  /** The unit of the interval. */
  readonly frequencyUnit: FrequencyUnit;
  /** The payment method to charge. */
  readonly paymentMethodId: string | number;
  /** The first date that may be charged. */
  readonly startDate: string;
};

/** A new template. */
export type CreateEmailTemplateInput = {
  /** Purpose. */
  readonly description?: string | null | undefined;
  /** Liquid. */
  readonly htmlTemplate?: string | null | undefined;
  /** Display name. */
  readonly name: string;
  /** Liquid. */
  readonly subjectTemplate: string;
  /** Liquid. */
  readonly textTemplate?: string | null | undefined;
  /** The workspace it belongs to. */
  readonly workspaceId: string | number;
};

/** A new product. */
export type CreateLedgerProductInput = {
  /** The day up to which a payment accrues interest. */
  readonly accrueTo?: AccrueTo | null | undefined;
  /** Order in which a payment is allocated. */
  readonly applicationOrder?: ApplicationOrder | null | undefined;
  /** Days past due; null: never automatically. */
  readonly chargeOffAtDays?: number | null | undefined;
  /** Code used by loans and files; unique in the organization and never reused. */
  readonly code: string;
  /** Day-count convention for interest. */
  readonly dayCount?: DayCount | null | undefined;
  /** Late fee per installment, cents; 0: none. */
  readonly lateFeeCents?: number | null | undefined;
  /** Calendar days after the due date. */
  readonly lateFeeGraceDays?: number | null | undefined;
  /** Display name. */
  readonly name: string;
  /** Fee for a returned payment, cents. */
  readonly nsfFeeCents?: number | null | undefined;
  /** The organization; required for a caller with several. */
  readonly organizationId?: string | number | null | undefined;
  /** Whether a payoff includes the interest of its own day. */
  readonly payoffRule?: PayoffRule | null | undefined;
  /** Shortfall in cents that does not count as late. */
  readonly toleranceCents?: number | null | undefined;
};

/** A new lender. */
export type CreateOrganizationInput = {
  /** Trading name; defaults to the display name. */
  readonly dbaName?: string | null | undefined;
  /** Display name. */
  readonly displayName: string;
  /** Registered name. */
  readonly legalName: string;
  /** Whether a loan’s autopay schedules pause when it is charged off; defaults to true. */
  readonly pausesAutopayAfterChargeOff?: boolean | null | undefined;
  /** Whether it is a sandbox, with its own clock; permanent. Defaults to false. */
  readonly sandbox?: boolean | null | undefined;
  /** Time zone of its days, an IANA name; defaults to America/New_York. */
  readonly timeZone?: string | null | undefined;
};

/** A new batch, with rows or CSV. */
export type CreatePaymentBatchInput = {
  /** The rows as CSV; the first line has the column names. */
  readonly csv?: string | null | undefined;
  /** Dry run: reports the outcome of each row and posts nothing. */
  readonly dryRun?: boolean | null | undefined;
  /** What it does when a row is refused; the default is `stop`. */
  readonly mode?: PaymentBatchMode | null | undefined;
  /** The payments, 10,000 at most. */
  readonly rows?: ReadonlyArray<PaymentBatchRowInput> | null | undefined;
};

/** A new webhook endpoint. */
export type CreateWebhookEndpointInput = {
  /** Purpose. */
  readonly description?: string | null | undefined;
  /** The organizations whose events it receives; default: all in scope. */
  readonly organizationIds?: ReadonlyArray<string | number> | null | undefined;
  /** Event types; `payment.*` or `*` for several. */
  readonly types: ReadonlyArray<string>;
  /** The address that receives events: public, https. */
  readonly url: string;
};

/** Day-count convention for interest. */
export type DayCount =
  /** Calendar days, over 360. */
  | 'actual_360'
  /** Calendar days, over 365 in every year. */
  | 'actual_365'
  /** Calendar days, over 366 in leap years and 365 in others. */
  | 'actual_actual'
  /** Every month has 30 days, over 360 (30E/360). */
  | 'thirty_360';

/** Columns that a list of disputes can be sorted by. */
export type DisputeColumn =
  /** Amount. */
  | 'amount'
  /** Name of the primary borrower; needs the scope `persons:read`. */
  | 'borrower'
  /** When it was closed. */
  | 'closed'
  /** Deadline for evidence. */
  | 'evidence_due'
  /** Whether the bank has withheld the money. */
  | 'funds'
  /** Contract number, or account number without one. */
  | 'loan'
  /** The order in which disputes were first seen. */
  | 'opened'
  /** Processor, then its identifier of the dispute. */
  | 'processor'
  /** Reason. */
  | 'reason'
  /** Status. */
  | 'status';

/** Status of a dispute, as last reported by the card processor. */
export type DisputeStatus =
  /** The inquiry was closed without a dispute. */
  | 'inquiry_closed'
  /** Inquiry: the bank asks and has withheld nothing; an answer is due. */
  | 'inquiry_needs_response'
  /** Inquiry: the bank reviews the answer; it has withheld nothing. */
  | 'inquiry_under_review'
  /** Decided in favor of the borrower. */
  | 'lost'
  /** The bank has withheld the money; evidence is due. */
  | 'needs_response'
  /** The bank reviews the evidence. */
  | 'under_review'
  /** Decided in favor of the lender. */
  | 'won';

/** The service that sends the emails. */
export type EmailProvider =
  /** Any sender that uses our own format. */
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
  /** Months; where a month is too short, its last day. */
  | 'month'
  /** Weeks. */
  | 'week'
  /** Years. */
  | 'year';

/** State of the request that a key was used for. */
export type IdempotencyKeyState =
  /** Not known yet: ask again, or send the same request again later. */
  | 'in_progress'
  /** Refused permanently; `errorCode` says why. A corrected request needs a new key. */
  | 'refused'
  /** Nothing was posted (503): the same request with the same key tries again. */
  | 'released'
  /** Done: `payment` is its current state. */
  | 'succeeded';

/** What kind of instrument is stored. */
export type InstrumentType =
  /** A bank account. */
  | 'bank_account'
  /** A payment card. */
  | 'card'
  /** A wallet, such as Apple Pay. */
  | 'wallet';

/** The operation an Idempotency-Key was used for. */
export type KeyedOperation =
  /** Recording a payment. */
  | 'record_payment'
  /** Reversing a payment. */
  | 'reverse_payment';

/** An adjustment of the balance owed: a positive amount raises it, a negative one lowers it. */
export type LedgerAdjustmentInput = {
  /** Fees, cents. */
  readonly feesCents?: number | null | undefined;
  /** Interest, cents. */
  readonly interestCents?: number | null | undefined;
  /** Principal, cents. */
  readonly principalCents?: number | null | undefined;
  /** Why. */
  readonly reason: string;
};

/** Severity of a problem in a boarded file. */
export type LedgerBoardingProblemSeverity =
  /** The file differs from a loan that is already boarded. */
  | 'difference'
  /** The loan, or the whole file, is not boarded. */
  | 'error'
  /** For information only. */
  | 'notice'
  /** Valid but implausible. */
  | 'warning';

/** Why a loan in a file is implausible. */
export type LedgerBoardingWarning =
  /** The payment is more than a third off the one calculated from principal, rate and term. */
  | 'level_payment'
  /** The next installment is due more than two months after the cut-over. */
  | 'next_due_far_away'
  /** The remaining installments total less than a tenth of the principal. */
  | 'payment_too_small'
  /** The outstanding principal exceeds the amount lent. */
  | 'principal_above_original'
  /** The rate is below 1 percent; it may have been given as a fraction. */
  | 'rate_below_one'
  /** Another loan in the file has the same name and amount. */
  | 'repeated_borrower';

/** An existing person (`partyId`) or a new one (`displayName` and the other fields). */
export type LedgerBorrowerInput = {
  /** For a new person: billing address. */
  readonly address?: NewAddressInput | null | undefined;
  /** For a new person: display name. */
  readonly displayName?: string | null | undefined;
  /** For a new person: email address. */
  readonly email?: string | null | undefined;
  /** An existing person of the organization; then all other fields but the role must be omitted. */
  readonly partyId?: string | number | null | undefined;
  /** For a new person: telephone number. */
  readonly phone?: string | null | undefined;
  /** Role on the loan; exactly one borrower is `primary`. */
  readonly role: BorrowerRole;
};

/** A manual operation on a loan of a ledger. */
export type LedgerOperationType =
  /** The balance owed was adjusted. */
  | 'adjustment'
  /** The loan was charged off. */
  | 'charge_off'
  /** A charge-off was reversed. */
  | 'charge_off_reversal'
  /** The loan was closed permanently. */
  | 'closing'
  /** The loan was disbursed. */
  | 'disbursement'
  /** Interest or fees were waived. */
  | 'waiver';

/** A new waiver. */
export type LedgerWaiverInput = {
  /** Amount, cents; at most the amount owed of this component. */
  readonly amountCents: number;
  /** The waived component. Principal cannot be waived, only charged off. */
  readonly component: WaivedComponent;
  /** Why. */
  readonly reason: string;
};

/** A keyed write to the ledger. */
export type LedgerWrite =
  /** The balance owed is adjusted. */
  | 'adjustment'
  /** A loan is booked. */
  | 'booking'
  /** A loan is charged off. */
  | 'charge_off'
  /** A charge-off is reversed. */
  | 'charge_off_reversal'
  /** A loan is closed permanently. */
  | 'closing'
  /** A loan is disbursed. */
  | 'disbursement'
  /** Interest or fees are waived. */
  | 'waiver';

/** An act whose amount a role may be limited to. */
export type LimitedAct =
  /** An adjustment of the balance owed: its components without their signs, added. */
  | 'adjustment'
  /** The booking of a loan: the amount lent. */
  | 'booking'
  /** The charge-off of a loan: the whole balance owed. */
  | 'charge_off'
  /** A one-time charge: the amount asked for. */
  | 'one_time_charge'
  /** The reversal of a payment: the payment’s amount. */
  | 'reversal'
  /** A waiver: its amount. */
  | 'waiver';

/** A role that can have amount limits. */
export type LimitedRole =
  /** Serves borrowers. */
  | 'agent'
  /** Also sets up, and works on the ledger. */
  | 'supervisor';

/** Billing address. */
export type NewAddressInput = {
  /** City. */
  readonly city: string;
  /** Two-letter country code. Defaults to US. */
  readonly country?: string | null | undefined;
  /** Street and number. */
  readonly line1: string;
  /** Flat, floor or similar. */
  readonly line2?: string | null | undefined;
  /** ZIP or postal code. Required in the US and Canada. */
  readonly postalCode?: string | null | undefined;
  /** State; in the US its two-letter code. Required in the US and Canada. */
  readonly state?: string | null | undefined;
};

/** Why a loan takes no payments. */
export type NotPayableReason =
  /** It ended. */
  | 'closed'
  /** Its loan system takes no payments now, although the status would allow them. */
  | 'held_by_loan_system'
  /** It was charged off, and its loan system takes no recoveries. */
  | 'no_recoveries'
  /** It has not been paid out yet. */
  | 'not_disbursed'
  /** Its organization is not active and takes no new payments. */
  | 'organization_inactive'
  /** Nothing is owed any more. */
  | 'paid_in_full'
  /** Its loan system reports a status that Tributary does not know. */
  | 'status_unknown';

/** A charge of a stored payment method, made today with a borrower’s authorization. */
export type OneTimeChargeInput = {
  /** Whether it is made although the same amount was charged to the method today. */
  readonly allowsEqual?: boolean | null | undefined;
  /** Cents; greater than 0. At most the payoff amount is charged. */
  readonly amountCents: number;
  /** How it was authorized. */
  readonly authorizationMethod: ChargeAuthorizationMethod;
  /** The day on which it was authorized: today or earlier. */
  readonly authorizedOn: string;
  /** The borrower on the account who authorized it. */
  readonly authorizerId: string | number;
  /** The payment method to charge. */
  readonly paymentMethodId: string | number;
};

/** What an operator may do at a lender. Each role includes the ones before it. */
export type OperatorRole =
  /** Also reads the audit log and erases people; with every lender: operators, API keys and organizations. */
  | 'admin'
  /** Also serves borrowers: notes, payments, stored payment methods and autopay. */
  | 'agent'
  /** Also everything else that changes a lender’s data. */
  | 'supervisor'
  /** Reads. */
  | 'viewer';

/** A role at one organization. */
export type OperatorRoleAtInput = {
  /** The organization. */
  readonly organizationId: string | number;
  /** The role there. */
  readonly role: OperatorRole;
};

/** What a batch does when a row is refused. */
export type PaymentBatchMode =
  /** It continues with the next row. */
  | 'continue'
  /** It stops; rows after it are not tried. */
  | 'stop';

/** Outcome of a row of a batch so far. */
export type PaymentBatchOutcome =
  /** Its payment was sent and turned out not to be posted. */
  | 'failed'
  /** It was not tried yet. */
  | 'not_tried'
  /** Its payment was sent, and the outcome is not known yet. */
  | 'pending_confirmation'
  /** Its payment was posted; `paymentStatus` shows whether it was reversed since. */
  | 'posted'
  /** It was refused; `errorCode` and `reason` say why. */
  | 'refused'
  /** Its loan system was unavailable; nothing was posted. */
  | 'unavailable'
  /** Dry run: it would be accepted now. */
  | 'would_post';

/** A payment of a batch; exactly one of three fields names its account. */
export type PaymentBatchRowInput = {
  /** The account. */
  readonly accountId?: string | number | null | undefined;
  /** Cents; greater than 0, at most the payoff amount. */
  readonly amountCents: number;
  /** Required for card. */
  readonly cardBrand?: CardBrand | null | undefined;
  /** Required for check, money_order (its serial number) and cashiers_check. */
  readonly checkNumber?: number | null | undefined;
  /** The account’s contract number. */
  readonly externalContractNumber?: string | null | undefined;
  /** At most 64 characters. */
  readonly externalReference?: string | null | undefined;
  /** The payment’s own idempotency key, as for a single request. */
  readonly idempotencyKey: string;
  /** The lender’s loan number in Tributary’s own ledger. */
  readonly loanNumber?: string | null | undefined;
  /** At most 200 characters. */
  readonly memo?: string | null | undefined;
  /** How it was collected. */
  readonly paymentMethod: CollectedPaymentMethod;
};

/** Status of a batch of payments. */
export type PaymentBatchStatus =
  /** It waits to be processed. */
  | 'accepted'
  /** Every row has its outcome. */
  | 'completed'
  /** It is being processed, or waits for a loan system. */
  | 'processing'
  /** It stopped before every row had an outcome; it can be resumed. */
  | 'stopped';

/** Columns that a list of payments can be sorted by. */
export type PaymentColumn =
  /** Amount. */
  | 'amount'
  /** `effectiveDate`. */
  | 'applied'
  /** Name of the primary borrower; needs the scope `persons:read`. */
  | 'borrower'
  /** Contract number, or account number without one. */
  | 'loan'
  /** Payment method. */
  | 'method'
  /** The order of recording. */
  | 'recorded'
  /** Who recorded it. */
  | 'recorded_by'
  /** The collector’s reference, or the reference number without one. */
  | 'reference'
  /** Status. */
  | 'status';

/** Whether a payoff includes the interest of its own day. */
export type PayoffRule =
  /** It does. */
  | 'through_payoff_day'
  /** It does not. */
  | 'to_payoff_day';

/** The terms of a loan that is not booked yet. */
export type PreviewLedgerLoanInput = {
  /** Percent per year, as text: `18.25`. */
  readonly annualRate: string;
  /** Due date of the first installment: after `originatedOn`. */
  readonly firstDueOn: string;
  /** The organization in whose ledger it would be booked. */
  readonly organizationId: string | number;
  /** Amount lent, cents. */
  readonly originalPrincipalCents: number;
  /** Date on which the loan was made: within a year of today. */
  readonly originatedOn: string;
  /** The product, in its current version; without it, the built-in terms. */
  readonly productId?: string | number | null | undefined;
  /** Amount of one installment, cents; defaults to the level payment. */
  readonly scheduledPaymentCents?: number | null | undefined;
  /** Number of monthly installments, 1 to 480. */
  readonly termMonths: number;
};

/** An operation that is not performed yet. Only the fields of its type are used. */
export type PreviewLedgerOperationInput = {
  /** For a waiver: the amount, cents. */
  readonly amountCents?: number | null | undefined;
  /** For a waiver: the waived component. */
  readonly component?: WaivedComponent | null | undefined;
  /** For an adjustment: fees, cents. */
  readonly feesCents?: number | null | undefined;
  /** For an adjustment: interest, cents. */
  readonly interestCents?: number | null | undefined;
  /** For an adjustment: principal, cents. */
  readonly principalCents?: number | null | undefined;
  /** Kind of operation. */
  readonly type: LedgerOperationType;
};

/** A payment that is not recorded yet. */
export type PreviewPaymentInput = {
  /** Cents; greater than 0. */
  readonly amountCents: number;
  /** The number of the check, if it is known already. */
  readonly checkNumber?: number | null | undefined;
  /** How it was collected. */
  readonly paymentMethod: CollectedPaymentMethod;
};

/** A schedule that does not exist yet. */
export type PreviewScheduleInput = {
  /** The account that would be paid. */
  readonly accountId: string | number;
  /** Cents per run. */
  readonly amountCents: number;
  /** The day of the month, 1 to 31; for month and year cadences. */
  readonly anchorDay?: number | null | undefined;
  /** The last date that may be charged; null: no end. */
  readonly endDate?: string | null | undefined;
  /** The interval, in units: 1 to 365. */
  readonly frequencyInterval: number;
  /** The unit of the interval. */
  readonly frequencyUnit: FrequencyUnit;
  /** The first date that may be charged. */
  readonly startDate: string;
};

/** Whether a promise to pay was kept. */
export type PromiseState =
  /** They did not reach it, or a payment was returned later. */
  | 'broken'
  /** Payments posted and not reversed, from the note to the end of the promised business day, reach the amount. */
  | 'kept'
  /** The promised day is not over, and the amount has not been received yet. */
  | 'open';

/** Columns that a list of receipts can be sorted by. */
export type ReceiptColumn =
  /** Amount. */
  | 'amount'
  /** Name of the primary borrower; needs the scope `persons:read`. */
  | 'borrower'
  /** The effective business day. */
  | 'business_day'
  /** The day that payments are counted by. */
  | 'day'
  /** Contract number, or account number without one. */
  | 'loan'
  /** Code of the loan system. */
  | 'loan_system'
  /** Payment method. */
  | 'method'
  /** Amount; zero if it was reversed. */
  | 'net'
  /** The day on which the books reverse it. */
  | 'reversed_on'
  /** Status. */
  | 'status';

/** The day that payments are counted by. */
export type ReceiptDay =
  /** The effective business day, as in the cash receipts. */
  | 'BUSINESS_DAY'
  /** The day of entry in the lender’s time zone; the business day if the loan system does not report that. */
  | 'ENTERED';

/** How a day’s receipts are grouped. */
export type ReceiptGroup =
  /** By the account’s loan system. */
  | 'LOAN_SYSTEM'
  /** By payment method; null if it is unknown. */
  | 'METHOD'
  /** No groups: one row per day. */
  | 'NONE';

/** A payment that the organization collected: how much, and how. */
export type RecordPaymentInput = {
  /** Cents; greater than 0, at most the payoff amount. */
  readonly amountCents: number;
  /** Required for card. */
  readonly cardBrand?: CardBrand | null | undefined;
  /** Required for check, money_order (its serial number) and cashiers_check. */
  readonly checkNumber?: number | null | undefined;
  /** At most 64 characters. */
  readonly externalReference?: string | null | undefined;
  /** At most 200 characters. */
  readonly memo?: string | null | undefined;
  /** How it was collected. */
  readonly paymentMethod: CollectedPaymentMethod;
};

/** A report, by its code in REST. */
export type ReportCode =
  /** Aged balance: past-due amounts by age. */
  | 'abr'
  /** Corrections that moved cash: reversals other than NSF, and refunds. */
  | 'car'
  /** Cash receipts: every transaction that brought cash. */
  | 'crr'
  /** Delinquency: loans past due. */
  | 'dr'
  /** Monthly payment register: the allocation of each payment. */
  | 'mpr'
  /** Corrections that moved no cash: waivers, credits, charge-offs, reallocations. */
  | 'ncar'
  /** Payments returned by the bank for non-sufficient funds. */
  | 'nsfr'
  /** New sales: loans by day of disbursement. */
  | 'nsr'
  /** Loans paid in full. */
  | 'pif'
  /** Write-offs: loans charged off, and the amounts recovered. */
  | 'wor';

/** Which events to resend: one, or those of a period. */
export type ResendWebhookEventsInput = {
  /** Only events of the period after this one: where an earlier call ended. */
  readonly after?: string | number | null | undefined;
  /** One event, whether or not it was delivered. */
  readonly eventId?: string | number | null | undefined;
  /** Or the events from this instant on … */
  readonly from?: string | null | undefined;
  /** Only events since the endpoint was created that were not delivered to it. */
  readonly undeliveredOnly?: boolean | null | undefined;
  /** … and before this one. */
  readonly until?: string | null | undefined;
};

/** The reversal of a payment. */
export type ReversePaymentInput = {
  /** True when reversing for non-sufficient funds. */
  readonly isNsf?: boolean | null | undefined;
  /** At most 200 characters. */
  readonly reason?: string | null | undefined;
};

/** Terms. An omitted field keeps the value of the current version; for a new product, the built-in default. */
export type ReviseLedgerProductInput = {
  /** The day up to which a payment accrues interest. */
  readonly accrueTo?: AccrueTo | null | undefined;
  /** Order in which a payment is allocated. */
  readonly applicationOrder?: ApplicationOrder | null | undefined;
  /** Days past due; null: never automatically. */
  readonly chargeOffAtDays?: number | null | undefined;
  /** Day-count convention for interest. */
  readonly dayCount?: DayCount | null | undefined;
  /** Late fee per installment, cents; 0: none. */
  readonly lateFeeCents?: number | null | undefined;
  /** Calendar days after the due date. */
  readonly lateFeeGraceDays?: number | null | undefined;
  /** Fee for a returned payment, cents. */
  readonly nsfFeeCents?: number | null | undefined;
  /** Whether a payoff includes the interest of its own day. */
  readonly payoffRule?: PayoffRule | null | undefined;
  /** Shortfall in cents that does not count as late. */
  readonly toleranceCents?: number | null | undefined;
};

/** What the search text equals. */
export type SearchMatch =
  /** The amount; the newest payments of that amount. */
  | 'amount'
  /** The number of the check, money order or cashier’s check. */
  | 'check_number'
  /** Its id; of a reversal, that of its payment; of an attempt, that of its run. */
  | 'id'
  /** The last four digits of the card or bank account, beside the owner’s name, the number of a loan or the amount of a schedule. */
  | 'last_four'
  /** What the loan system calls the posting, or the reference sent to it. */
  | 'loan_system_reference'
  /** What the card processor calls the charge or the dispute. */
  | 'processor_reference'
  /** The collector’s own reference. */
  | 'reference'
  /** The reference number of the posting, or of its reversal. */
  | 'reference_number';

/** Kind of an object that a search found. */
export type SearchedKind =
  /** A charge by autopay. */
  | 'autopay_run'
  /** An autopay schedule. */
  | 'autopay_schedule'
  /** A dispute of a charge. */
  | 'dispute'
  /** A payment recorded through this API. */
  | 'payment'
  /** A stored card or bank account. */
  | 'payment_method';

/** A view to save. */
export type SharedViewInput = {
  /** A name of at most 60 characters; an earlier view of this name is replaced. */
  readonly name: string;
  /** The page. */
  readonly page: SharedViewPage;
  /** The filters and the order of the page, as in its address; other names and values are refused. */
  readonly search: string;
};

/** A page of the dashboard whose filters can be shared. */
export type SharedViewPage =
  /** The collection queue. */
  | 'collections';

/** Why an address is suppressed. */
export type SuppressionReason =
  /** The recipient reported spam. */
  | 'complaint'
  /** The address does not exist or rejects all mail. */
  | 'hard_bounce'
  /** Three soft bounces within seven days. */
  | 'soft_bounces'
  /** The recipient unsubscribed. */
  | 'unsubscribe';

/** Scope of a sync. */
export type SyncMode =
  /** Every loan. */
  | 'full'
  /** The loans that changed since the last sync. */
  | 'incremental';

/** State of the clock. */
export type TestClockStatus =
  /** An advance is running; until it ends, writes for the organization return 409 `test_clock_advancing`. */
  | 'advancing'
  /** No advance is running: days pass in real time. */
  | 'resting';

/** The kind of action on a difference. */
export type TieOutActKind =
  /** The payment missing in the loan system was posted there. */
  | 'post'
  /** The payment that should not be posted was reversed. */
  | 'reverse';

/** Status of an action. */
export type TieOutActStatus =
  /** The loan system has confirmed it. */
  | 'done'
  /** In progress, or its outcome is being looked up at the loan system. */
  | 'pending'
  /** The loan system refused it; `failureCode` says why. */
  | 'refused';

/** How much of a day was compared. */
export type TieOutCompleteness =
  /** All of it. */
  | 'complete'
  /** Nothing: the other side did not answer. This never counts as equal. */
  | 'not_compared'
  /** All except the loans that their system did not return. */
  | 'partial';

/** A possible action on a difference. */
export type TieOutDifferenceAct =
  /** Resolve it: `resolveOperatorException`. */
  | 'accept'
  /** Post it in the loan system: `postTieOutDifference`. */
  | 'post'
  /** Reverse it: `reverseTieOutDifference`. */
  | 'reverse'
  /** Postpone it: `postponeOperatorException`. */
  | 'wait';

/** Status of a difference. */
export type TieOutDifferenceStatus =
  /** An operator has resolved it; it opens again if its facts change. */
  | 'accepted'
  /** A later comparison did not find it again. */
  | 'gone'
  /** It needs a decision now. */
  | 'open'
  /** An operator has postponed it to a day that has not come. */
  | 'waiting';

/** The kind of a timeline entry, and of the object that its id names. */
export type TimelineKind =
  /** A due date of an autopay schedule, with its retries; or a one-time charge. */
  | 'autopay_run'
  /** A bank’s dispute of an autopay charge; only for operators. */
  | 'dispute'
  /** A case that needs a person’s decision; only for operators. */
  | 'exception'
  /** A change of the loan’s status. */
  | 'lifecycle_event'
  /** An operator’s note; only for operators. */
  | 'note'
  /** A payment recorded through this API, with its reversal. */
  | 'payment'
  /** The creation of an autopay schedule, with its current status. */
  | 'schedule'
  /** Other transactions of the loan: charges, waivers, corrections, payments received elsewhere. */
  | 'transaction';

/** What can have an unknown outcome. */
export type UnknownOutcomeKind =
  /** An autopay run that is being charged, posted or refunded. */
  | 'autopay_run'
  /** A payment that was sent to the loan system. */
  | 'payment'
  /** A reversal that was sent to the loan system. */
  | 'reversal';

/** Changes of a schedule; omitted fields keep their values. */
export type UpdateAutopayScheduleInput = {
  /** Cents per run. */
  readonly amountCents?: number | null | undefined;
  /** The last date that may be charged; null: no end. */
  readonly endDate?: string | null | undefined;
  /** The payment method to charge. */
  readonly paymentMethodId?: string | number | null | undefined;
  /** `paused` or `active`. */
  readonly status?: AutopayStatus | null | undefined;
};

/** Omitted fields keep their values, and so do fields sent as null that cannot be null. */
export type UpdateEmailTemplateInput = {
  /** Null removes the description. */
  readonly description?: string | null | undefined;
  /** Null removes the HTML body. */
  readonly htmlTemplate?: string | null | undefined;
  /** Display name. */
  readonly name?: string | null | undefined;
  /** The subject, a Liquid template. */
  readonly subjectTemplate?: string | null | undefined;
  /** Null removes the text body. */
  readonly textTemplate?: string | null | undefined;
  /** Moves the template to another workspace. */
  readonly workspaceId?: string | number | null | undefined;
};

/** An omitted field keeps its value. */
export type UpdateLedgerProductInput = {
  /** Whether loans may be booked under it. */
  readonly isActive?: boolean | null | undefined;
  /** Display name. */
  readonly name?: string | null | undefined;
};

/** An omitted field keeps its value. */
export type UpdateOrganizationInput = {
  /** Trading name. */
  readonly dbaName?: string | null | undefined;
  /** Display name. */
  readonly displayName?: string | null | undefined;
  /** False: no new payment, method, schedule or run; posted payments can still be reversed. True: active again; dates in between are missed. */
  readonly isActive?: boolean | null | undefined;
  /** Registered name. */
  readonly legalName?: string | null | undefined;
  /** Whether a loan’s autopay schedules pause when it is charged off. When set to true, schedules of loans already charged off pause on their next date. */
  readonly pausesAutopayAfterChargeOff?: boolean | null | undefined;
  /** Time zone of its days, an IANA name. */
  readonly timeZone?: string | null | undefined;
};

/** Changes to a webhook endpoint; omitted fields keep their values. */
export type UpdateWebhookEndpointInput = {
  /** Purpose. */
  readonly description?: string | null | undefined;
  /** `disabled` stops it. */
  readonly status?: WebhookEndpointStatus | null | undefined;
  /** Event types. */
  readonly types?: ReadonlyArray<string> | null | undefined;
  /** The address that receives events. */
  readonly url?: string | null | undefined;
};

/** Component that can be waived. */
export type WaivedComponent =
  /** Fees that were charged. */
  | 'fees'
  /** Accrued interest. */
  | 'interest';

/** How far the delivery of an event to an endpoint has come. */
export type WebhookDeliveryStatus =
  /** The endpoint received it. */
  | 'delivered'
  /** Every attempt failed; it is not sent again unless requested. */
  | 'failed'
  /** It waits for an attempt, the first or another. */
  | 'pending';

/** A rule that a webhook endpoint violates because it is older than the rule. */
export type WebhookEndpointConcern =
  /** Its address would be rejected today, for example because of its port. */
  | 'address_refused'
  /** It mixes sandbox organizations with others. */
  | 'sandbox_mixed';

/** Why a webhook endpoint is disabled. */
export type WebhookEndpointDisabledReason =
  /** No event could be delivered for five days. */
  | 'failing'
  /** It returned 410. */
  | 'gone'
  /** On request. */
  | 'request';

/** Whether events are sent to a webhook endpoint. */
export type WebhookEndpointStatus =
  /** Events are kept, but not sent to it. */
  | 'disabled'
  /** Events are sent to it. */
  | 'enabled';

export type PageFieldsFragment = { readonly nextCursor: string | null, readonly hasMore: boolean };

export type LoanNameFragment = { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null };

export type TwelveMonthsQueryVariables = Exact<{
  code: ReportCode;
  organizationId?: string | number | null | undefined;
  from0: string;
  to0: string;
  from1: string;
  to1: string;
  from2: string;
  to2: string;
  from3: string;
  to3: string;
  from4: string;
  to4: string;
  from5: string;
  to5: string;
  from6: string;
  to6: string;
  from7: string;
  to7: string;
  from8: string;
  to8: string;
  from9: string;
  to9: string;
  from10: string;
  to10: string;
  from11: string;
  to11: string;
}>;


export type TwelveMonthsQuery = { readonly m0: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m1: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m2: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m3: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m4: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m5: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m6: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m7: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m8: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m9: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m10: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> }, readonly m11: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> } };

export type FunnelsQueryVariables = Exact<{
  id0: string | number;
  has0: boolean;
  id1: string | number;
  has1: boolean;
  id2: string | number;
  has2: boolean;
  id3: string | number;
  has3: boolean;
  id4: string | number;
  has4: boolean;
  id5: string | number;
  has5: boolean;
  id6: string | number;
  has6: boolean;
  id7: string | number;
  has7: boolean;
  id8: string | number;
  has8: boolean;
  id9: string | number;
  has9: boolean;
}>;


export type FunnelsQuery = { readonly c0?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> }, readonly c1?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> }, readonly c2?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> }, readonly c3?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> }, readonly c4?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> }, readonly c5?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> }, readonly c6?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> }, readonly c7?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> }, readonly c8?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> }, readonly c9?: { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> } };

export type LendersQueryVariables = Exact<{ [key: string]: never; }>;


export type LendersQuery = { readonly organizations: { readonly items: ReadonlyArray<{ readonly id: string, readonly displayName: string, readonly isSandbox: boolean, readonly today: string, readonly timeZone: string }> } };

export type LedgerWriteByKeyQueryVariables = Exact<{
  organizationId: string | number;
  write: LedgerWrite;
  key: string;
}>;


export type LedgerWriteByKeyQuery = { readonly ledgerWriteByKey: { readonly accountId: string } };

export type DisburseLoanMutationVariables = Exact<{
  id: string | number;
  key: string;
}>;


export type DisburseLoanMutation = { readonly disburseLedgerLoan: { readonly operation: { readonly id: string } } };

export type WaiveOnLoanMutationVariables = Exact<{
  id: string | number;
  key: string;
  input: LedgerWaiverInput;
}>;


export type WaiveOnLoanMutation = { readonly waiveOnLedgerLoan: { readonly operation: { readonly id: string } } };

export type AdjustLoanMutationVariables = Exact<{
  id: string | number;
  key: string;
  input: LedgerAdjustmentInput;
}>;


export type AdjustLoanMutation = { readonly adjustLedgerLoan: { readonly operation: { readonly id: string } } };

export type ChargeOffLoanMutationVariables = Exact<{
  id: string | number;
  key: string;
  reason: string;
}>;


export type ChargeOffLoanMutation = { readonly chargeOffLedgerLoan: { readonly operation: { readonly id: string } } };

export type UndoChargeOffMutationVariables = Exact<{
  id: string | number;
  key: string;
  reason: string;
}>;


export type UndoChargeOffMutation = { readonly undoLedgerChargeOff: { readonly operation: { readonly id: string } } };

export type CloseLoanMutationVariables = Exact<{
  id: string | number;
  key: string;
}>;


export type CloseLoanMutation = { readonly closeLedgerLoan: { readonly operation: { readonly id: string } } };

export type BookLoanMutationVariables = Exact<{
  key: string;
  input: BookLedgerLoanInput;
}>;


export type BookLoanMutation = { readonly bookLedgerLoan: { readonly account: { readonly id: string } } };

export type OutcomeByKeyQueryVariables = Exact<{
  key: string;
  operation: KeyedOperation;
}>;


export type OutcomeByKeyQuery = { readonly idempotencyKey: { readonly state: IdempotencyKeyState, readonly errorCode: string | null, readonly reason: string | null, readonly payment: { readonly id: string, readonly status: CollectedPaymentStatus, readonly possibleDuplicateOf: string | null } | null } };

export type OwnLimitsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type OwnLimitsQuery = { readonly ownActLimits: ReadonlyArray<{ readonly act: LimitedAct, readonly amountCents: number | null }> };

export type AccountPageQueryVariables = Exact<{
  id: string | number;
}>;


export type AccountPageQuery = { readonly account: { readonly id: string, readonly organizationId: string, readonly loanSystemCode: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly statusCode: AccountStatusCode, readonly currentBalanceCents: number, readonly syncedThrough: string | null, readonly nextDueOn: string | null, readonly nextDueCents: number | null, readonly pastDueCents: number | null, readonly daysPastDue: number | null, readonly chargedOffOn: string | null, readonly paidOffOn: string | null, readonly acceptsPayments: boolean | null, readonly notPayableReason: NotPayableReason | null, readonly stoppedByFlags: ReadonlyArray<AccountFlagStop> | null, readonly notes: ReadonlyArray<{ readonly id: string, readonly accountId: string, readonly kind: AccountNoteKind, readonly text: string | null, readonly writtenBy: string, readonly writtenByName: string | null, readonly createdAt: string, readonly promise: { readonly amountCents: number, readonly promisedOn: string, readonly endsOn: string, readonly receivedCents: number, readonly state: PromiseState } | null }> | null, readonly collection: { readonly accountId: string, readonly isInQueue: boolean, readonly lastContactKind: AccountNoteKind | null, readonly lastContactAt: string | null, readonly promisedCents: number | null, readonly promisedOn: string | null, readonly promiseState: PromiseState | null, readonly followUpOn: string | null, readonly skipReason: CollectionSkipReason | null, readonly assignedTo: string | null, readonly takenBy: string | null, readonly takenByName: string | null, readonly takenUntil: string | null, readonly isMine: boolean } | null, readonly flags: ReadonlyArray<{ readonly id: string, readonly kind: AccountFlagKind, readonly state: AccountFlagState, readonly reason: string | null, readonly effectiveFrom: string, readonly effectiveUntil: string | null, readonly setBy: string | null, readonly setByName: string | null, readonly setAt: string, readonly liftedBy: string | null, readonly liftedByName: string | null, readonly liftedAt: string | null, readonly liftReason: string | null }> | null, readonly pendingApprovalRequests: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly act: LimitedAct, readonly status: ApprovalStatus, readonly amountCents: number, readonly paymentId: string | null, readonly askedBy: string, readonly askedByName: string | null, readonly askedAt: string, readonly expiresAt: string }> | null, readonly payoff: { readonly amountCents: number, readonly asOf: string } | null, readonly organization: { readonly displayName: string } | null, readonly ledger: { readonly productId: string | null, readonly productCode: string | null, readonly productVersion: number | null } | null, readonly borrowers: ReadonlyArray<{ readonly partyId: string, readonly displayName: string | null, readonly role: string, readonly isActive: boolean }>, readonly primaryBorrower: { readonly id: string, readonly displayName: string, readonly loanSystemCode: string | null, readonly erasedAt: string | null, readonly maskedEmail: string | null, readonly maskedPhone: string | null, readonly maskedAddress: string | null } | null, readonly contract: { readonly originatedOn: string | null, readonly firstDueOn: string | null, readonly maturityOn: string | null, readonly originalPrincipalCents: number | null, readonly scheduledPaymentCents: number | null, readonly annualRate: string | null, readonly termMonths: number | null }, readonly autopaySchedules: ReadonlyArray<{ readonly id: string, readonly amountCents: number, readonly frequencyUnit: FrequencyUnit, readonly frequencyInterval: number, readonly nextRunDate: string, readonly status: AutopayStatus, readonly endDate: string | null, readonly pauseReason: string | null, readonly possibleDuplicateOf: string | null, readonly paymentMethodId: string, readonly paymentMethod: { readonly instrumentType: InstrumentType, readonly lastFour: string, readonly cardBrand: string | null, readonly bankName: string | null } | null, readonly lastRun: { readonly id: string, readonly dueOn: string, readonly status: AutopayRunStatus, readonly failureCode: string | null, readonly nextTryOn: string | null } | null }> | null } };

export type AccountTimelineQueryVariables = Exact<{
  id: string | number;
  cursor?: string | null | undefined;
}>;


export type AccountTimelineQuery = { readonly account: { readonly timeline: { readonly items: ReadonlyArray<{ readonly id: string, readonly kind: TimelineKind, readonly happenedAt: string | null, readonly effectiveOn: string | null, readonly type: string | null, readonly status: string | null, readonly amountCents: number | null, readonly paymentMethod: string | null, readonly reason: string | null, readonly takenBackAt: string | null, readonly isNsf: boolean | null, readonly attempts: number | null, readonly nextTryOn: string | null, readonly actor: string | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } | null } };

export type AccountTransactionsQueryVariables = Exact<{
  id: string | number;
  cursor?: string | null | undefined;
}>;


export type AccountTransactionsQuery = { readonly transactions: { readonly items: ReadonlyArray<{ readonly id: string, readonly type: string, readonly amountCents: number | null, readonly effectiveAt: string | null, readonly status: string | null, readonly split: { readonly principalCents: number, readonly interestCents: number, readonly feesCents: number } | null, readonly presentSplit: { readonly principalCents: number, readonly interestCents: number, readonly feesCents: number } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

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


export type RecordOnePaymentMutation = { readonly recordPayment: { readonly payment: { readonly id: string, readonly status: CollectedPaymentStatus, readonly amountCents: number, readonly referenceNumber: number | null, readonly possibleDuplicateOf: string | null } } };

export type PreviewPaymentQueryVariables = Exact<{
  id: string | number;
  input: PreviewPaymentInput;
}>;


export type PreviewPaymentQuery = { readonly previewPayment: { readonly payableCents: number | null, readonly refusal: string | null, readonly remainingCents: number | null, readonly isPossibleDuplicate: boolean, readonly split: { readonly feesCents: number, readonly interestCents: number, readonly principalCents: number } | null, readonly similarPayment: { readonly id: string, readonly amountCents: number, readonly createdAt: string, readonly paymentMethod: CollectedPaymentMethod, readonly checkNumber: number | null } | null } };

export type MethodsOfAccountQueryVariables = Exact<{
  id: string | number;
}>;


export type MethodsOfAccountQuery = { readonly accountPaymentMethods: { readonly items: ReadonlyArray<{ readonly id: string, readonly instrumentType: InstrumentType, readonly lastFour: string, readonly cardBrand: string | null, readonly bankName: string | null, readonly isDefault: boolean, readonly party: { readonly id: string, readonly displayName: string } | null }> } };

export type PlannedRunsQueryVariables = Exact<{
  schedule: PreviewScheduleInput;
}>;


export type PlannedRunsQuery = { readonly previewRuns: { readonly payoffKnown: boolean, readonly runs: ReadonlyArray<{ readonly dueOn: string, readonly amountCents: number }> } };

export type CreateScheduleMutationVariables = Exact<{
  input: CreateAutopayScheduleInput;
  key: string;
}>;


export type CreateScheduleMutation = { readonly createAutopaySchedule: { readonly schedule: { readonly id: string, readonly possibleDuplicateOf: string | null } } };

export type ChangeScheduleMutationVariables = Exact<{
  id: string | number;
  input: UpdateAutopayScheduleInput;
  pauseReason?: string | null | undefined;
}>;


export type ChangeScheduleMutation = { readonly updateAutopaySchedule: { readonly id: string, readonly status: AutopayStatus, readonly nextRunDate: string } };

export type CancelScheduleMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelScheduleMutation = { readonly cancelAutopaySchedule: { readonly id: string, readonly status: AutopayStatus } };

export type MaskedContactFragment = { readonly maskedEmail: string | null, readonly maskedPhone: string | null, readonly maskedAddress: string | null };

export type RevealContactQueryVariables = Exact<{
  id: string | number;
}>;


export type RevealContactQuery = { readonly person: { readonly email: string | null, readonly phone: string | null, readonly addresses: ReadonlyArray<{ readonly isCurrent: boolean, readonly line1: string, readonly line2: string | null, readonly city: string, readonly state: string | null, readonly postalCode: string | null, readonly country: string }> } };

export type PersonToCorrectQueryVariables = Exact<{
  id: string | number;
}>;


export type PersonToCorrectQuery = { readonly person: { readonly id: string, readonly displayName: string, readonly email: string | null, readonly phone: string | null, readonly loanSystemCode: string | null, readonly erasedAt: string | null, readonly addresses: ReadonlyArray<{ readonly id: string, readonly isCurrent: boolean, readonly line1: string, readonly line2: string | null, readonly city: string, readonly state: string | null, readonly postalCode: string | null, readonly country: string }> } };

export type CorrectPersonMutationVariables = Exact<{
  id: string | number;
  input: CorrectPersonInput;
}>;


export type CorrectPersonMutation = { readonly correctPerson: { readonly person: { readonly id: string, readonly displayName: string } } };

export type PreviewOperationQueryVariables = Exact<{
  id: string | number;
  input: PreviewLedgerOperationInput;
}>;


export type PreviewOperationQuery = { readonly previewLedgerOperation: { readonly asOf: string, readonly refusal: string | null, readonly before: { readonly statusCode: AccountStatusCode, readonly principalCents: number, readonly interestCents: number, readonly feesCents: number, readonly pastDueCents: number, readonly nextDueOn: string | null, readonly nextDueCents: number | null }, readonly after: { readonly statusCode: AccountStatusCode, readonly principalCents: number, readonly interestCents: number, readonly feesCents: number, readonly pastDueCents: number, readonly nextDueOn: string | null, readonly nextDueCents: number | null } | null } };

export type LoanScheduleQueryVariables = Exact<{
  id: string | number;
}>;


export type LoanScheduleQuery = { readonly ledgerSchedule: { readonly asOf: string, readonly levelPaymentCents: number, readonly feesCents: number, readonly installments: ReadonlyArray<{ readonly number: number, readonly dueOn: string, readonly amountCents: number, readonly paidCents: number, readonly unpaidCents: number, readonly daysLate: number }> } };

export type PositionFieldsFragment = { readonly statusCode: AccountStatusCode, readonly principalCents: number, readonly interestCents: number, readonly feesCents: number, readonly pastDueCents: number, readonly nextDueOn: string | null, readonly nextDueCents: number | null };

export type ChargeOnceMutationVariables = Exact<{
  id: string | number;
  key: string;
  input: OneTimeChargeInput;
}>;


export type ChargeOnceMutation = { readonly chargeOnce: { readonly id: string, readonly status: AutopayRunStatus, readonly amountCents: number | null, readonly failureCode: string | null } };

export type ChargeOutcomeQueryVariables = Exact<{
  id: string | number;
}>;


export type ChargeOutcomeQuery = { readonly autopayRun: { readonly id: string, readonly status: AutopayRunStatus, readonly amountCents: number | null, readonly failureCode: string | null } };

export type AccountListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  text?: string | null | undefined;
  statuses?: ReadonlyArray<AccountStatusCode> | AccountStatusCode | null | undefined;
  minDaysPastDue?: number | null | undefined;
  maxDaysPastDue?: number | null | undefined;
  flags?: ReadonlyArray<AccountFlagKind> | AccountFlagKind | null | undefined;
  isWithoutSandboxes?: boolean | null | undefined;
  sortBy?: AccountColumn | null | undefined;
  isDescending?: boolean | null | undefined;
  cursor?: string | null | undefined;
}>;


export type AccountListQuery = { readonly accounts: { readonly items: ReadonlyArray<{ readonly loanSystemCode: string, readonly statusCode: AccountStatusCode, readonly currentBalanceCents: number, readonly nextDueOn: string | null, readonly nextDueCents: number | null, readonly pastDueCents: number | null, readonly daysPastDue: number | null, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly organization: { readonly displayName: string } | null, readonly primaryBorrower: { readonly displayName: string } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type AccountTotalsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  text?: string | null | undefined;
  statuses?: ReadonlyArray<AccountStatusCode> | AccountStatusCode | null | undefined;
  minDaysPastDue?: number | null | undefined;
  maxDaysPastDue?: number | null | undefined;
  flags?: ReadonlyArray<AccountFlagKind> | AccountFlagKind | null | undefined;
  isWithoutSandboxes?: boolean | null | undefined;
}>;


export type AccountTotalsQuery = { readonly accountTotals: { readonly rows: number, readonly amountCents: number, readonly netCents: number, readonly isExact: boolean } };

export type BookableProductsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type BookableProductsQuery = { readonly ledgerProducts: { readonly items: ReadonlyArray<{ readonly id: string, readonly code: string, readonly name: string, readonly isActive: boolean }> } };

export type PreviewLoanQueryVariables = Exact<{
  input: PreviewLedgerLoanInput;
}>;


export type PreviewLoanQuery = { readonly previewLedgerLoan: { readonly levelPaymentCents: number, readonly disbursedOn: string, readonly installments: ReadonlyArray<{ readonly number: number, readonly dueOn: string, readonly amountCents: number }> } };

export type BorrowersByNameQueryVariables = Exact<{
  organizationId: string | number;
  text: string;
}>;


export type BorrowersByNameQuery = { readonly persons: { readonly items: ReadonlyArray<{ readonly id: string, readonly displayName: string, readonly accounts: { readonly items: ReadonlyArray<{ readonly id: string, readonly externalContractNumber: string | null }> } | null }> } };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { readonly operatorTokens: ReadonlyArray<{ readonly id: string, readonly name: string, readonly isBrowserSession: boolean, readonly lastActiveAt: string | null, readonly role: string, readonly organizationIds: ReadonlyArray<string>, readonly organizationRoles: ReadonlyArray<string>, readonly createdAt: string, readonly createdBy: string, readonly expiresAt: string, readonly revokedAt: string | null }> };

export type RevokeOperatorMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeOperatorMutation = { readonly revokeOperatorToken: { readonly id: string } };

export type OperatorsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorsQuery = { readonly operators: ReadonlyArray<{ readonly id: string, readonly name: string, readonly email: string | null, readonly issuer: string | null, readonly subject: string | null, readonly role: OperatorRole | null, readonly createdAt: string, readonly disabledAt: string | null, readonly lastSignedInAt: string | null, readonly roles: ReadonlyArray<{ readonly organizationId: string, readonly role: OperatorRole }>, readonly sessions: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly lastActiveAt: string }> }> };

export type AddOperatorMutationVariables = Exact<{
  input: AddOperatorInput;
}>;


export type AddOperatorMutation = { readonly addOperator: { readonly id: string } };

export type ChangeOperatorMutationVariables = Exact<{
  id: string | number;
  input: ChangeOperatorInput;
}>;


export type ChangeOperatorMutation = { readonly changeOperator: { readonly id: string } };

export type DisableOperatorMutationVariables = Exact<{
  id: string | number;
}>;


export type DisableOperatorMutation = { readonly disableOperator: { readonly id: string } };

export type EnableOperatorMutationVariables = Exact<{
  id: string | number;
}>;


export type EnableOperatorMutation = { readonly enableOperator: { readonly id: string } };

export type EndOperatorSessionsMutationVariables = Exact<{
  id: string | number;
}>;


export type EndOperatorSessionsMutation = { readonly endOperatorSessions: { readonly id: string } };

export type AuditQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  subject?: string | null | undefined;
  text?: string | null | undefined;
  accountId?: string | number | null | undefined;
  personId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type AuditQuery = { readonly auditLog: { readonly searchedBackTo: string | null, readonly items: ReadonlyArray<{ readonly id: string, readonly actor: string, readonly actorKind: ActorKind | null, readonly actorName: string | null, readonly action: string, readonly subject: string, readonly before: object | null, readonly after: object | null, readonly occurredAt: string, readonly organizationId: string | null, readonly requestId: string | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type AuditedLoanQueryVariables = Exact<{
  id: string | number;
}>;


export type AuditedLoanQuery = { readonly account: { readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly borrowers: ReadonlyArray<{ readonly displayName: string | null, readonly role: string }> } };

export type AuditedPersonQueryVariables = Exact<{
  id: string | number;
}>;


export type AuditedPersonQuery = { readonly person: { readonly displayName: string } };

export type JobsQueryVariables = Exact<{
  cursor?: string | null | undefined;
}>;


export type JobsQuery = { readonly failedJobs: { readonly items: ReadonlyArray<{ readonly id: string, readonly name: string, readonly attempts: number, readonly maxAttempts: number, readonly isGivenUp: boolean, readonly error: string, readonly runAt: string }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type RetryJobMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryJobMutation = { readonly retryJob: { readonly id: string } };

export type LimitsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type LimitsQuery = { readonly actLimits: ReadonlyArray<{ readonly role: LimitedRole, readonly act: LimitedAct, readonly amountCents: number | null }> };

export type SetLimitMutationVariables = Exact<{
  organizationId: string | number;
  input: ActLimitInput;
}>;


export type SetLimitMutation = { readonly setActLimit: ReadonlyArray<{ readonly role: LimitedRole, readonly act: LimitedAct, readonly amountCents: number | null }> };

export type OrganizationFieldsFragment = { readonly id: string, readonly displayName: string, readonly legalName: string, readonly dbaName: string, readonly timeZone: string, readonly today: string, readonly isSandbox: boolean, readonly isActive: boolean, readonly pausesAutopayAfterChargeOff: boolean };

export type OrganizationsPageQueryVariables = Exact<{
  cursor?: string | null | undefined;
}>;


export type OrganizationsPageQuery = { readonly organizations: { readonly items: ReadonlyArray<{ readonly id: string, readonly displayName: string, readonly legalName: string, readonly dbaName: string, readonly timeZone: string, readonly today: string, readonly isSandbox: boolean, readonly isActive: boolean, readonly pausesAutopayAfterChargeOff: boolean }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type CreateOrganizationMutationVariables = Exact<{
  key: string;
  input: CreateOrganizationInput;
}>;


export type CreateOrganizationMutation = { readonly createOrganization: { readonly id: string } };

export type UpdateOrganizationMutationVariables = Exact<{
  id: string | number;
  input: UpdateOrganizationInput;
}>;


export type UpdateOrganizationMutation = { readonly updateOrganization: { readonly id: string } };

export type ApprovalFieldsFragment = { readonly id: string, readonly organizationId: string, readonly act: LimitedAct, readonly status: ApprovalStatus, readonly amountCents: number, readonly paymentId: string | null, readonly askedBy: string, readonly askedByName: string | null, readonly askedAt: string, readonly expiresAt: string };

export type ApprovalListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  status?: ApprovalStatus | null | undefined;
  cursor?: string | null | undefined;
}>;


export type ApprovalListQuery = { readonly approvalRequests: { readonly items: ReadonlyArray<{ readonly decidedBy: string | null, readonly decidedByName: string | null, readonly id: string, readonly organizationId: string, readonly act: LimitedAct, readonly status: ApprovalStatus, readonly amountCents: number, readonly paymentId: string | null, readonly askedBy: string, readonly askedByName: string | null, readonly askedAt: string, readonly expiresAt: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type OneApprovalQueryVariables = Exact<{
  id: string | number;
}>;


export type OneApprovalQuery = { readonly approvalRequest: { readonly borrowers: ReadonlyArray<string> | null, readonly reason: string | null, readonly decidedBy: string | null, readonly decidedByName: string | null, readonly decidedAt: string | null, readonly decisionReason: string | null, readonly finishedAt: string | null, readonly failureCode: string | null, readonly isOwn: boolean, readonly mayDecide: boolean, readonly id: string, readonly organizationId: string, readonly act: LimitedAct, readonly status: ApprovalStatus, readonly amountCents: number, readonly paymentId: string | null, readonly askedBy: string, readonly askedByName: string | null, readonly askedAt: string, readonly expiresAt: string, readonly details: ReadonlyArray<{ readonly name: ActDetailName, readonly value: string }>, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null } };

export type ApproveActMutationVariables = Exact<{
  id: string | number;
}>;


export type ApproveActMutation = { readonly approveRequest: { readonly id: string, readonly status: ApprovalStatus } };

export type RejectActMutationVariables = Exact<{
  id: string | number;
  reason: string;
}>;


export type RejectActMutation = { readonly rejectRequest: { readonly id: string, readonly status: ApprovalStatus } };

export type WithdrawActMutationVariables = Exact<{
  id: string | number;
}>;


export type WithdrawActMutation = { readonly withdrawRequest: { readonly id: string, readonly status: ApprovalStatus } };

export type RunListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  statuses?: ReadonlyArray<AutopayRunStatus> | AutopayRunStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  sortBy?: AutopayRunColumn | null | undefined;
  isDescending?: boolean | null | undefined;
  cursor?: string | null | undefined;
}>;


export type RunListQuery = { readonly autopayRuns: { readonly items: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly dueOn: string, readonly status: AutopayRunStatus, readonly amountCents: number | null, readonly nextTryOn: string | null, readonly failureCode: string | null, readonly attemptCount: number, readonly referenceNumber: number | null, readonly isOneTime: boolean, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null, readonly schedule: { readonly id: string, readonly paymentMethod: { readonly instrumentType: InstrumentType, readonly lastFour: string, readonly cardBrand: string | null, readonly bankName: string | null } | null } }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type RunSumsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
}>;


export type RunSumsQuery = { readonly autopayRunCounts: ReadonlyArray<{ readonly status: AutopayRunStatus, readonly amountCents: number, readonly isExact: boolean, readonly rows: number }> };

export type OneRunQueryVariables = Exact<{
  id: string | number;
}>;


export type OneRunQuery = { readonly autopayRun: { readonly id: string, readonly organizationId: string, readonly createdAt: string, readonly dueOn: string, readonly status: AutopayRunStatus, readonly amountCents: number | null, readonly nextTryOn: string | null, readonly failureCode: string | null, readonly effectiveDate: string | null, readonly referenceNumber: number | null, readonly postedAt: string | null, readonly refundedAt: string | null, readonly attemptCount: number, readonly possibleDuplicateOf: string | null, readonly isOneTime: boolean, readonly authorization: { readonly authorizedOn: string, readonly method: ChargeAuthorizationMethod, readonly recordedBy: string, readonly person: { readonly id: string, readonly displayName: string } | null } | null, readonly account: { readonly loanSystemCode: string, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null, readonly schedule: { readonly id: string, readonly status: AutopayStatus, readonly amountCents: number, readonly frequencyUnit: FrequencyUnit, readonly frequencyInterval: number, readonly pauseReason: string | null, readonly paymentMethod: { readonly instrumentType: InstrumentType, readonly lastFour: string, readonly cardBrand: string | null, readonly bankName: string | null } | null }, readonly attempts: ReadonlyArray<{ readonly number: number, readonly status: AutopayAttemptStatus, readonly amountCents: number, readonly failureCode: string | null, readonly createdAt: string, readonly settledAt: string | null }>, readonly disputes: ReadonlyArray<{ readonly id: string, readonly status: DisputeStatus, readonly amountCents: number, readonly openedAt: string }> | null, readonly corrections: ReadonlyArray<{ readonly id: string, readonly kind: AutopayCorrectionKind, readonly reason: string, readonly cause: string, readonly status: AutopayCorrectionStatus, readonly amountCents: number, readonly failureCode: string | null, readonly createdAt: string }> | null, readonly exceptions: ReadonlyArray<{ readonly id: string, readonly kind: string, readonly createdAt: string, readonly resolvedAt: string | null, readonly resolvedBy: string | null, readonly resolution: string | null }> | null } };

export type RetryRunMutationVariables = Exact<{
  id: string | number;
  attemptsSeen: number;
}>;


export type RetryRunMutation = { readonly retryAutopayRun: { readonly id: string, readonly status: AutopayRunStatus, readonly nextTryOn: string | null } };

export type BatchFieldsFragment = { readonly id: string, readonly organizationId: string, readonly mode: PaymentBatchMode, readonly isDryRun: boolean, readonly status: PaymentBatchStatus, readonly stopReason: string | null, readonly rowCount: number, readonly sumCents: number, readonly actor: string, readonly createdAt: string, readonly finishedAt: string | null, readonly outcomes: { readonly alreadyRecorded: number, readonly possibleDuplicates: number, readonly posted: { readonly rows: number, readonly amountCents: number }, readonly pendingConfirmation: { readonly rows: number, readonly amountCents: number }, readonly failed: { readonly rows: number, readonly amountCents: number }, readonly refused: { readonly rows: number, readonly amountCents: number }, readonly unavailable: { readonly rows: number, readonly amountCents: number }, readonly notTried: { readonly rows: number, readonly amountCents: number }, readonly wouldPost: { readonly rows: number, readonly amountCents: number } } };

export type BatchTallyFragment = { readonly rows: number, readonly amountCents: number };

export type BatchListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  status?: PaymentBatchStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type BatchListQuery = { readonly paymentBatches: { readonly items: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly mode: PaymentBatchMode, readonly isDryRun: boolean, readonly status: PaymentBatchStatus, readonly stopReason: string | null, readonly rowCount: number, readonly sumCents: number, readonly actor: string, readonly createdAt: string, readonly finishedAt: string | null, readonly outcomes: { readonly alreadyRecorded: number, readonly possibleDuplicates: number, readonly posted: { readonly rows: number, readonly amountCents: number }, readonly pendingConfirmation: { readonly rows: number, readonly amountCents: number }, readonly failed: { readonly rows: number, readonly amountCents: number }, readonly refused: { readonly rows: number, readonly amountCents: number }, readonly unavailable: { readonly rows: number, readonly amountCents: number }, readonly notTried: { readonly rows: number, readonly amountCents: number }, readonly wouldPost: { readonly rows: number, readonly amountCents: number } } }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type OneBatchQueryVariables = Exact<{
  id: string | number;
}>;


export type OneBatchQuery = { readonly paymentBatch: { readonly id: string, readonly organizationId: string, readonly mode: PaymentBatchMode, readonly isDryRun: boolean, readonly status: PaymentBatchStatus, readonly stopReason: string | null, readonly rowCount: number, readonly sumCents: number, readonly actor: string, readonly createdAt: string, readonly finishedAt: string | null, readonly outcomes: { readonly alreadyRecorded: number, readonly possibleDuplicates: number, readonly posted: { readonly rows: number, readonly amountCents: number }, readonly pendingConfirmation: { readonly rows: number, readonly amountCents: number }, readonly failed: { readonly rows: number, readonly amountCents: number }, readonly refused: { readonly rows: number, readonly amountCents: number }, readonly unavailable: { readonly rows: number, readonly amountCents: number }, readonly notTried: { readonly rows: number, readonly amountCents: number }, readonly wouldPost: { readonly rows: number, readonly amountCents: number } } } };

export type BatchRowsQueryVariables = Exact<{
  id: string | number;
  outcome?: PaymentBatchOutcome | null | undefined;
  cursor?: string | null | undefined;
}>;


export type BatchRowsQuery = { readonly paymentBatchResults: { readonly items: ReadonlyArray<{ readonly position: number, readonly outcome: PaymentBatchOutcome, readonly amountCents: number, readonly loanNumber: string | null, readonly externalContractNumber: string | null, readonly externalReference: string | null, readonly paymentId: string | null, readonly paymentStatus: CollectedPaymentStatus | null, readonly referenceNumber: number | null, readonly effectiveDate: string | null, readonly alreadyRecorded: boolean, readonly errorCode: string | null, readonly reason: string | null, readonly possibleDuplicateOf: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type BatchResultFileQueryVariables = Exact<{
  id: string | number;
}>;


export type BatchResultFileQuery = { readonly paymentBatchResultFile: string };

export type SubmitBatchMutationVariables = Exact<{
  organizationId: string | number;
  key: string;
  input: CreatePaymentBatchInput;
}>;


export type SubmitBatchMutation = { readonly createPaymentBatch: { readonly replayed: boolean, readonly batch: { readonly id: string } | null } };

export type ResumeBatchMutationVariables = Exact<{
  id: string | number;
  key: string;
}>;


export type ResumeBatchMutation = { readonly resumePaymentBatch: { readonly batch: { readonly id: string, readonly status: PaymentBatchStatus } | null } };

export type BoardingFieldsFragment = { readonly id: string, readonly organizationId: string, readonly loanSystemCode: string, readonly status: string, readonly isDryRun: boolean, readonly skipsInvalid: boolean, readonly isStrict: boolean, readonly lines: number, readonly bytes: number, readonly loans: number, readonly transactions: number, readonly errors: number, readonly differences: number, readonly warnings: number, readonly knownLoans: number, readonly loansWritten: number, readonly isTied: boolean | null, readonly isDryRunRefused: boolean, readonly requestedBy: string, readonly createdAt: string, readonly finishedAt: string | null };

export type BoardingFiguresFieldsFragment = { readonly loans: number | null, readonly transactions: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly amountCents: number | null };

export type BoardingListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type BoardingListQuery = { readonly ledgerBoardings: { readonly items: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly loanSystemCode: string, readonly status: string, readonly isDryRun: boolean, readonly skipsInvalid: boolean, readonly isStrict: boolean, readonly lines: number, readonly bytes: number, readonly loans: number, readonly transactions: number, readonly errors: number, readonly differences: number, readonly warnings: number, readonly knownLoans: number, readonly loansWritten: number, readonly isTied: boolean | null, readonly isDryRunRefused: boolean, readonly requestedBy: string, readonly createdAt: string, readonly finishedAt: string | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type OneBoardingQueryVariables = Exact<{
  id: string | number;
}>;


export type OneBoardingQuery = { readonly ledgerBoarding: { readonly transactionsWritten: number, readonly id: string, readonly organizationId: string, readonly loanSystemCode: string, readonly status: string, readonly isDryRun: boolean, readonly skipsInvalid: boolean, readonly isStrict: boolean, readonly lines: number, readonly bytes: number, readonly loans: number, readonly transactions: number, readonly errors: number, readonly differences: number, readonly warnings: number, readonly knownLoans: number, readonly loansWritten: number, readonly isTied: boolean | null, readonly isDryRunRefused: boolean, readonly requestedBy: string, readonly createdAt: string, readonly finishedAt: string | null, readonly warningKinds: ReadonlyArray<{ readonly kind: LedgerBoardingWarning, readonly count: number }>, readonly tieOut: { readonly control: { readonly loans: number | null, readonly transactions: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly amountCents: number | null }, readonly file: { readonly loans: number | null, readonly transactions: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly amountCents: number | null }, readonly known: { readonly loans: number | null, readonly transactions: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly amountCents: number | null }, readonly skipped: { readonly loans: number | null, readonly transactions: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly amountCents: number | null }, readonly written: { readonly loans: number | null, readonly transactions: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly amountCents: number | null } | null, readonly journal: { readonly loans: number | null, readonly transactions: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly amountCents: number | null } | null } | null } };

export type BoardingProblemsQueryVariables = Exact<{
  id: string | number;
  severity?: LedgerBoardingProblemSeverity | null | undefined;
  cursor?: string | null | undefined;
}>;


export type BoardingProblemsQuery = { readonly ledgerBoardingProblems: { readonly items: ReadonlyArray<{ readonly line: number, readonly column: string | null, readonly severity: string, readonly message: string, readonly loanNumber: string | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type BoardedLoansQueryVariables = Exact<{
  id: string | number;
  cursor?: string | null | undefined;
}>;


export type BoardedLoansQuery = { readonly ledgerBoardingLoans: { readonly items: ReadonlyArray<{ readonly accountId: string, readonly principalCents: number, readonly interestCents: number, readonly feesCents: number, readonly transactions: number, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type BoardingProblemFileQueryVariables = Exact<{
  id: string | number;
}>;


export type BoardingProblemFileQuery = { readonly ledgerBoardingProblemFile: string };

export type AbandonBoardingMutationVariables = Exact<{
  id: string | number;
  key: string;
}>;


export type AbandonBoardingMutation = { readonly abandonLedgerBoarding: { readonly boarding: { readonly id: string, readonly status: string } } };

export type BorrowerPageQueryVariables = Exact<{
  id: string | number;
}>;


export type BorrowerPageQuery = { readonly person: { readonly id: string, readonly organizationId: string, readonly displayName: string, readonly loanSystemCode: string | null, readonly erasedAt: string | null, readonly maskedEmail: string | null, readonly maskedPhone: string | null, readonly maskedAddress: string | null, readonly organization: { readonly displayName: string } | null } };

export type BorrowerLoansQueryVariables = Exact<{
  text: string;
}>;


export type BorrowerLoansQuery = { readonly accounts: { readonly items: ReadonlyArray<{ readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly statusCode: AccountStatusCode, readonly currentBalanceCents: number, readonly pastDueCents: number | null, readonly daysPastDue: number | null, readonly nextDueOn: string | null, readonly nextDueCents: number | null, readonly borrowers: ReadonlyArray<{ readonly partyId: string, readonly role: string, readonly isActive: boolean }>, readonly flags: ReadonlyArray<{ readonly id: string, readonly kind: AccountFlagKind, readonly state: AccountFlagState }> | null, readonly notes: ReadonlyArray<{ readonly id: string, readonly accountId: string, readonly kind: AccountNoteKind, readonly text: string | null, readonly writtenBy: string, readonly writtenByName: string | null, readonly createdAt: string, readonly promise: { readonly amountCents: number, readonly promisedOn: string, readonly endsOn: string, readonly receivedCents: number, readonly state: PromiseState } | null }> | null, readonly autopaySchedules: ReadonlyArray<{ readonly id: string, readonly status: AutopayStatus, readonly nextRunDate: string }> | null, readonly autopayRuns: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly status: AutopayRunStatus, readonly amountCents: number | null, readonly isOneTime: boolean, readonly failureCode: string | null, readonly schedule: { readonly id: string, readonly paymentMethod: { readonly instrumentType: InstrumentType, readonly lastFour: string, readonly cardBrand: string | null, readonly bankName: string | null } | null } }> | null, readonly disputes: ReadonlyArray<{ readonly id: string, readonly status: DisputeStatus, readonly reason: string, readonly amountCents: number, readonly openedAt: string, readonly evidenceDueBy: string | null }> | null }>, readonly page: { readonly hasMore: boolean } } };

export type CollectionFieldsFragment = { readonly accountId: string, readonly isInQueue: boolean, readonly lastContactKind: AccountNoteKind | null, readonly lastContactAt: string | null, readonly promisedCents: number | null, readonly promisedOn: string | null, readonly promiseState: PromiseState | null, readonly followUpOn: string | null, readonly skipReason: CollectionSkipReason | null, readonly assignedTo: string | null, readonly takenBy: string | null, readonly takenByName: string | null, readonly takenUntil: string | null, readonly isMine: boolean };

export type CollectionListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  view?: CollectionQueueView | null | undefined;
  minDaysPastDue?: number | null | undefined;
  maxDaysPastDue?: number | null | undefined;
  sortBy?: CollectionColumn | null | undefined;
  isDescending?: boolean | null | undefined;
  cursor?: string | null | undefined;
}>;


export type CollectionListQuery = { readonly collectionQueue: { readonly items: ReadonlyArray<{ readonly pastDueCents: number | null, readonly daysPastDue: number | null, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly collection: { readonly accountId: string, readonly isInQueue: boolean, readonly lastContactKind: AccountNoteKind | null, readonly lastContactAt: string | null, readonly promisedCents: number | null, readonly promisedOn: string | null, readonly promiseState: PromiseState | null, readonly followUpOn: string | null, readonly skipReason: CollectionSkipReason | null, readonly assignedTo: string | null, readonly takenBy: string | null, readonly takenByName: string | null, readonly takenUntil: string | null, readonly isMine: boolean } | null, readonly organization: { readonly displayName: string } | null, readonly primaryBorrower: { readonly displayName: string } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type CollectionTotalsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  view?: CollectionQueueView | null | undefined;
  minDaysPastDue?: number | null | undefined;
  maxDaysPastDue?: number | null | undefined;
}>;


export type CollectionTotalsQuery = { readonly collectionQueueTotals: { readonly rows: number, readonly amountCents: number, readonly netCents: number, readonly isExact: boolean } };

export type TakeNextLoanMutationVariables = Exact<{
  organizationId?: string | number | null | undefined;
}>;


export type TakeNextLoanMutation = { readonly takeNextCollectionLoan: { readonly accountId: string } };

export type TakeLoanMutationVariables = Exact<{
  accountId: string | number;
}>;


export type TakeLoanMutation = { readonly takeCollectionLoan: { readonly accountId: string } };

export type ReleaseLoanMutationVariables = Exact<{
  accountId: string | number;
  skipReason?: CollectionSkipReason | null | undefined;
  followUpOn?: string | null | undefined;
}>;


export type ReleaseLoanMutation = { readonly releaseCollectionLoan: { readonly accountId: string } };

export type AssignLoanMutationVariables = Exact<{
  accountId: string | number;
  operator?: string | null | undefined;
}>;


export type AssignLoanMutation = { readonly assignCollectionLoan: { readonly accountId: string } };

export type CollectionAssigneesQueryVariables = Exact<{
  accountId: string | number;
}>;


export type CollectionAssigneesQuery = { readonly collectionAssignees: ReadonlyArray<{ readonly subject: string, readonly name: string }> };

export type SharedViewsQueryVariables = Exact<{
  page: SharedViewPage;
  organizationId?: string | number | null | undefined;
}>;


export type SharedViewsQuery = { readonly sharedViews: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly name: string, readonly search: string }> };

export type SaveSharedViewMutationVariables = Exact<{
  organizationId: string | number;
  input: SharedViewInput;
}>;


export type SaveSharedViewMutation = { readonly saveSharedView: { readonly id: string } };

export type RemoveSharedViewMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveSharedViewMutation = { readonly removeSharedView: boolean };

export type KeysQueryVariables = Exact<{ [key: string]: never; }>;


export type KeysQuery = { readonly apiKeys: ReadonlyArray<{ readonly prefix: string, readonly name: string, readonly organizationIds: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string | null, readonly revokedAt: string | null, readonly lastUsedAt: string | null }> };

export type RevokeKeyMutationVariables = Exact<{
  prefix: string | number;
}>;


export type RevokeKeyMutation = { readonly revokeApiKey: { readonly prefix: string, readonly revokedAt: string | null } };

export type CreateKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
  key?: string | null | undefined;
}>;


export type CreateKeyMutation = { readonly createApiKey: { readonly plaintext: string | null, readonly hint: string | null, readonly key: { readonly prefix: string } } };

export type RotateKeyMutationVariables = Exact<{
  prefix: string | number;
  key?: string | null | undefined;
}>;


export type RotateKeyMutation = { readonly rotateApiKey: { readonly plaintext: string | null, readonly hint: string | null, readonly key: { readonly prefix: string } } };

export type OneTestClockQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type OneTestClockQuery = { readonly testClock: { readonly organizationId: string, readonly status: TestClockStatus, readonly at: string, readonly from: string | null, readonly to: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly error: string | null } };

export type AdvanceClockMutationVariables = Exact<{
  key: string;
  input: AdvanceTestClockInput;
}>;


export type AdvanceClockMutation = { readonly advanceTestClock: { readonly testClock: { readonly organizationId: string, readonly status: TestClockStatus, readonly at: string, readonly from: string | null, readonly to: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly error: string | null } } };

export type StopClockMutationVariables = Exact<{
  organizationId: string | number;
}>;


export type StopClockMutation = { readonly stopTestClock: { readonly organizationId: string, readonly status: TestClockStatus, readonly at: string, readonly from: string | null, readonly to: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly error: string | null } };

export type ClockFieldsFragment = { readonly organizationId: string, readonly status: TestClockStatus, readonly at: string, readonly from: string | null, readonly to: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly error: string | null };

export type EndpointsQueryVariables = Exact<{
  cursor?: string | null | undefined;
}>;


export type EndpointsQuery = { readonly webhookEndpoints: { readonly items: ReadonlyArray<{ readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly organizationIds: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly disabledReason: WebhookEndpointDisabledReason | null, readonly disabledAt: string | null, readonly missedFrom: string | null, readonly failingSince: string | null, readonly lastError: string | null, readonly concerns: ReadonlyArray<WebhookEndpointConcern>, readonly actor: string, readonly createdAt: string }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type EndpointRowFragment = { readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly organizationIds: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly disabledReason: WebhookEndpointDisabledReason | null, readonly disabledAt: string | null, readonly missedFrom: string | null, readonly failingSince: string | null, readonly lastError: string | null, readonly concerns: ReadonlyArray<WebhookEndpointConcern>, readonly actor: string, readonly createdAt: string };

export type OneEndpointQueryVariables = Exact<{
  id: string | number;
}>;


export type OneEndpointQuery = { readonly webhookEndpoint: { readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly organizationIds: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly disabledReason: WebhookEndpointDisabledReason | null, readonly disabledAt: string | null, readonly missedFrom: string | null, readonly failingSince: string | null, readonly lastError: string | null, readonly concerns: ReadonlyArray<WebhookEndpointConcern>, readonly actor: string, readonly createdAt: string } };

export type DeliveryRowFragment = { readonly endpointId: string, readonly organizationId: string, readonly eventId: string, readonly type: string, readonly createdAt: string, readonly deliveryStatus: WebhookDeliveryStatus, readonly tries: number, readonly nextAttemptAt: string | null, readonly attemptedAt: string | null, readonly httpStatus: number | null, readonly error: string | null };

export type DeliveriesQueryVariables = Exact<{
  id: string | number;
  status?: WebhookDeliveryStatus | null | undefined;
  cursor?: string | null | undefined;
}>;


export type DeliveriesQuery = { readonly webhookDeliveries: { readonly items: ReadonlyArray<{ readonly endpointId: string, readonly organizationId: string, readonly eventId: string, readonly type: string, readonly createdAt: string, readonly deliveryStatus: WebhookDeliveryStatus, readonly tries: number, readonly nextAttemptAt: string | null, readonly attemptedAt: string | null, readonly httpStatus: number | null, readonly error: string | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type OneDeliveryQueryVariables = Exact<{
  id: string | number;
  eventId: string | number;
}>;


export type OneDeliveryQuery = { readonly webhookDelivery: { readonly payload: string, readonly endpointId: string, readonly organizationId: string, readonly eventId: string, readonly type: string, readonly createdAt: string, readonly deliveryStatus: WebhookDeliveryStatus, readonly tries: number, readonly nextAttemptAt: string | null, readonly attemptedAt: string | null, readonly httpStatus: number | null, readonly error: string | null }, readonly webhookEndpoint: { readonly id: string, readonly url: string, readonly status: WebhookEndpointStatus } };

export type EventsToResendQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
  timeZone: string;
  undeliveredOnly: boolean;
}>;


export type EventsToResendQuery = { readonly webhookEventsToResend: { readonly events: number, readonly isExact: boolean, readonly from: string, readonly until: string } };

export type AttemptsQueryVariables = Exact<{
  id: string | number;
  eventId: string | number;
  cursor?: string | null | undefined;
}>;


export type AttemptsQuery = { readonly webhookAttempts: { readonly items: ReadonlyArray<{ readonly id: string, readonly eventId: string, readonly number: number, readonly succeeded: boolean, readonly httpStatus: number | null, readonly error: string | null, readonly durationMs: number, readonly answer: string | null, readonly createdAt: string }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type MakeEndpointMutationVariables = Exact<{
  input: CreateWebhookEndpointInput;
}>;


export type MakeEndpointMutation = { readonly createWebhookEndpoint: { readonly id: string, readonly secret: string } };

export type SetEndpointStatusMutationVariables = Exact<{
  id: string | number;
  status: WebhookEndpointStatus;
}>;


export type SetEndpointStatusMutation = { readonly updateWebhookEndpoint: { readonly id: string } };

export type EditEndpointMutationVariables = Exact<{
  id: string | number;
  input: UpdateWebhookEndpointInput;
}>;


export type EditEndpointMutation = { readonly updateWebhookEndpoint: { readonly id: string } };

export type ReplayEventsMutationVariables = Exact<{
  id: string | number;
  input: ResendWebhookEventsInput;
  key: string;
}>;


export type ReplayEventsMutation = { readonly resendWebhookEvents: { readonly queued: number, readonly alreadyWaiting: number, readonly nextAfter: string | null } };

export type RotateEndpointSecretMutationVariables = Exact<{
  id: string | number;
}>;


export type RotateEndpointSecretMutation = { readonly rotateWebhookEndpointSecret: { readonly id: string, readonly secret: string } };

export type TestEndpointMutationVariables = Exact<{
  id: string | number;
}>;


export type TestEndpointMutation = { readonly testWebhookEndpoint: { readonly eventId: string } };

export type SendAgainMutationVariables = Exact<{
  id: string | number;
  eventId: string | number;
}>;


export type SendAgainMutation = { readonly resendWebhookEvents: { readonly queued: number } };

export type EventListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  type?: string | null | undefined;
  objectId?: string | number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type EventListQuery = { readonly events: { readonly items: ReadonlyArray<{ readonly id: string, readonly type: string, readonly createdAt: string, readonly objectType: string, readonly objectId: string, readonly sequence: number, readonly status: string | null, readonly previousStatus: string | null, readonly code: string | null, readonly actor: string, readonly possibleDuplicateOf: string | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type OneDisputeQueryVariables = Exact<{
  id: string | number;
}>;


export type OneDisputeQuery = { readonly dispute: { readonly id: string, readonly organizationId: string, readonly processor: string, readonly externalId: string, readonly chargeExternalId: string, readonly runId: string | null, readonly status: DisputeStatus, readonly reason: string, readonly amountCents: number, readonly isWithdrawn: boolean, readonly evidenceDueBy: string | null, readonly openedAt: string, readonly closedAt: string | null, readonly account: { readonly loanSystemCode: string, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null } };

export type DisputeListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  statuses?: ReadonlyArray<DisputeStatus> | DisputeStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  sortBy?: DisputeColumn | null | undefined;
  isDescending?: boolean | null | undefined;
  cursor?: string | null | undefined;
}>;


export type DisputeListQuery = { readonly disputes: { readonly items: ReadonlyArray<{ readonly id: string, readonly status: DisputeStatus, readonly reason: string, readonly amountCents: number, readonly isWithdrawn: boolean, readonly evidenceDueBy: string | null, readonly openedAt: string, readonly closedAt: string | null, readonly processor: string, readonly externalId: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type DisputeTotalsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  statuses?: ReadonlyArray<DisputeStatus> | DisputeStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
}>;


export type DisputeTotalsQuery = { readonly disputeTotals: { readonly rows: number, readonly amountCents: number, readonly netCents: number, readonly isExact: boolean } };

export type ExceptionListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  isResolved?: boolean | null | undefined;
  isWaiting?: boolean | null | undefined;
  cursor?: string | null | undefined;
}>;


export type ExceptionListQuery = { readonly operatorExceptions: { readonly items: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly kind: string, readonly subjectId: string, readonly detail: object, readonly createdAt: string, readonly resolvedAt: string | null, readonly resolvedBy: string | null, readonly resolution: string | null, readonly waitsUntil: string | null, readonly waitsBy: string | null, readonly waitReason: string | null, readonly paymentId: string | null, readonly runId: string | null, readonly difference: { readonly id: string, readonly side: string, readonly lastDay: string, readonly ours: object | null, readonly theirs: object | null } | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type ReleaseRunMutationVariables = Exact<{
  id: string | number;
}>;


export type ReleaseRunMutation = { readonly releaseAutopayRun: { readonly id: string, readonly status: AutopayRunStatus } };

export type CancelRunMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelRunMutation = { readonly cancelAutopayRun: { readonly id: string, readonly status: AutopayRunStatus } };

export type ResolveExceptionMutationVariables = Exact<{
  id: string | number;
  resolution: string;
}>;


export type ResolveExceptionMutation = { readonly resolveOperatorException: { readonly id: string, readonly resolvedAt: string | null } };

export type PostponeExceptionMutationVariables = Exact<{
  id: string | number;
  until: string;
  reason: string;
}>;


export type PostponeExceptionMutation = { readonly postponeOperatorException: { readonly id: string, readonly waitsUntil: string | null } };

export type FlagFieldsFragment = { readonly id: string, readonly kind: AccountFlagKind, readonly state: AccountFlagState, readonly reason: string | null, readonly effectiveFrom: string, readonly effectiveUntil: string | null, readonly setBy: string | null, readonly setByName: string | null, readonly setAt: string, readonly liftedBy: string | null, readonly liftedByName: string | null, readonly liftedAt: string | null, readonly liftReason: string | null };

export type SetFlagMutationVariables = Exact<{
  accountId: string | number;
  key: string;
  input: AccountFlagInput;
}>;


export type SetFlagMutation = { readonly setAccountFlag: { readonly flag: { readonly id: string } } };

export type LiftFlagMutationVariables = Exact<{
  id: string | number;
  reason: string;
}>;


export type LiftFlagMutation = { readonly liftAccountFlag: { readonly id: string } };

export type FlagRulesQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type FlagRulesQuery = { readonly accountFlagRules: ReadonlyArray<{ readonly kind: AccountFlagKind, readonly stops: ReadonlyArray<AccountFlagStop>, readonly stopsByDefault: ReadonlyArray<AccountFlagStop>, readonly changedBy: string | null, readonly changedAt: string | null }> };

export type ChangeFlagRuleMutationVariables = Exact<{
  organizationId: string | number;
  input: AccountFlagRuleInput;
}>;


export type ChangeFlagRuleMutation = { readonly changeAccountFlagRule: ReadonlyArray<{ readonly kind: AccountFlagKind, readonly stops: ReadonlyArray<AccountFlagStop> }> };

export type TodayQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  failedSince: string;
  timeZone?: string | null | undefined;
}>;


export type TodayQuery = { readonly entered: ReadonlyArray<{ readonly day: string, readonly payments: number, readonly grossCents: number, readonly reversedCents: number, readonly netCents: number }>, readonly applied: ReadonlyArray<{ readonly day: string, readonly payments: number, readonly grossCents: number, readonly reversedCents: number, readonly netCents: number }>, readonly paymentCounts: ReadonlyArray<{ readonly status: CollectedPaymentStatus, readonly amountCents: number, readonly isExact: boolean, readonly rows: number }>, readonly runs: ReadonlyArray<{ readonly status: AutopayRunStatus, readonly amountCents: number, readonly isExact: boolean, readonly rows: number }>, readonly lateRuns: ReadonlyArray<{ readonly status: AutopayRunStatus, readonly amountCents: number, readonly isExact: boolean, readonly rows: number }>, readonly operatorExceptionCounts: ReadonlyArray<{ readonly kind: string, readonly open: number, readonly oldestAt: string }>, readonly loanSystems: ReadonlyArray<{ readonly code: string, readonly organizationId: string | null, readonly isActive: boolean, readonly sync: { readonly lagSeconds: number | null, readonly loansFailed: number, readonly syncedThrough: string | null } | null, readonly sightings: ReadonlyArray<{ readonly isStale: boolean, readonly isReachable: boolean | null, readonly isBroken: boolean }> | null }> };

export type ReceiptsAtHomeFragment = { readonly day: string, readonly payments: number, readonly grossCents: number, readonly reversedCents: number, readonly netCents: number };

export type RunsAtHomeFragment = { readonly status: AutopayRunStatus, readonly amountCents: number, readonly isExact: boolean, readonly rows: number };

export type MattersQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  failedSince: string;
  timeZone?: string | null | undefined;
}>;


export type MattersQuery = { readonly openApprovalRequestCount: number, readonly unconfirmed: { readonly items: ReadonlyArray<{ readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly possibleDuplicateOf: string | null, readonly account: { readonly loanSystemCode: string, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }> }, readonly runs: { readonly items: ReadonlyArray<{ readonly id: string, readonly dueOn: string, readonly amountCents: number | null, readonly failureCode: string | null, readonly nextTryOn: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }> }, readonly approvalRequests: { readonly items: ReadonlyArray<{ readonly id: string, readonly act: LimitedAct, readonly amountCents: number, readonly askedAt: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }> }, readonly operatorExceptions: { readonly items: ReadonlyArray<{ readonly id: string, readonly kind: string, readonly createdAt: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }> } };

export type LatestPaymentsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
}>;


export type LatestPaymentsQuery = { readonly payments: { readonly items: ReadonlyArray<{ readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly possibleDuplicateOf: string | null, readonly account: { readonly loanSystemCode: string, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }> }, readonly agingSummary: ReadonlyArray<{ readonly bucket: string, readonly accounts: number, readonly balanceCents: number, readonly pastDueCents: number }> };

export type GeneralLedgerTotalsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  type?: string | null | undefined;
}>;


export type GeneralLedgerTotalsQuery = { readonly generalLedger: { readonly items: ReadonlyArray<{ readonly ledgerAccount: string, readonly debitCents: number, readonly creditCents: number, readonly netCents: number, readonly lines: number }> } };

export type JournalLineListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  type?: string | null | undefined;
  ledgerAccount?: string | null | undefined;
  referenceNumber?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type JournalLineListQuery = { readonly journalLines: { readonly items: ReadonlyArray<{ readonly referenceNumber: number, readonly lineNumber: number, readonly organizationId: string, readonly type: string, readonly effectiveOn: string, readonly postedAt: string, readonly ledgerAccount: string, readonly amountCents: number, readonly reversesReference: number | null, readonly reversesEffectiveOn: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type LoanSystemsQueryVariables = Exact<{ [key: string]: never; }>;


export type LoanSystemsQuery = { readonly loanSystems: ReadonlyArray<{ readonly code: string, readonly kind: string, readonly baseUrl: string | null, readonly isActive: boolean, readonly accounts: number | null, readonly sync: { readonly mode: SyncMode | null, readonly isRunning: boolean, readonly finishedAt: string | null, readonly syncedThrough: string | null, readonly lagSeconds: number | null, readonly loansFailed: number, readonly loansOdd: number, readonly followsChanges: boolean, readonly changesMissed: number, readonly lastError: string | null, readonly lastErrorAt: string | null } | null, readonly sightings: ReadonlyArray<{ readonly part: string, readonly instance: string, readonly isStale: boolean, readonly problems: ReadonlyArray<string>, readonly isReachable: boolean | null, readonly lastCallAt: string | null, readonly isBroken: boolean }> | null }> };

export type SyncNowMutationVariables = Exact<{
  code: string | number;
}>;


export type SyncNowMutation = { readonly syncLoanSystem: { readonly problems: ReadonlyArray<string> } };

export type RecoveriesQueryVariables = Exact<{ [key: string]: never; }>;


export type RecoveriesQuery = { readonly recoveries: ReadonlyArray<{ readonly organizationId: string, readonly displayName: string, readonly since: string, readonly unknownPayments: number, readonly unknownReversals: number, readonly closedLoanSystems: ReadonlyArray<{ readonly code: string, readonly reason: string, readonly waitsForRead: boolean }>, readonly movedLoans: ReadonlyArray<{ readonly accountId: string }> }> };

export type StartRecoveryMutationVariables = Exact<{
  since: string;
  organizationId?: string | number | null | undefined;
}>;


export type StartRecoveryMutation = { readonly startRecovery: ReadonlyArray<{ readonly organizationId: string }> };

export type EndRecoveryMutationVariables = Exact<{
  organizationId?: string | number | null | undefined;
}>;


export type EndRecoveryMutation = { readonly endRecovery: ReadonlyArray<{ readonly organizationId: string }> };

export type ConfirmPostingsReadMutationVariables = Exact<{
  code: string | number;
}>;


export type ConfirmPostingsReadMutation = { readonly confirmPostingsRead: { readonly problems: ReadonlyArray<string> } };

export type TemplatesQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type TemplatesQuery = { readonly emailTemplates: { readonly items: ReadonlyArray<{ readonly id: string, readonly name: string, readonly subjectTemplate: string, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type CampaignsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type CampaignsQuery = { readonly campaigns: { readonly items: ReadonlyArray<{ readonly id: string, readonly name: string, readonly provider: EmailProvider, readonly identifiers: ReadonlyArray<string>, readonly createdAt: string }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type FunnelOfCampaignFragment = { readonly counts: ReadonlyArray<{ readonly eventType: CampaignEventType, readonly events: number, readonly uniqueRecipients: number, readonly machineEvents: number, readonly machineUniqueRecipients: number }> };

export type OneCampaignQueryVariables = Exact<{
  id: string | number;
}>;


export type OneCampaignQuery = { readonly campaign: { readonly id: string, readonly organizationId: string, readonly name: string, readonly provider: EmailProvider } };

export type CampaignRecipientsQueryVariables = Exact<{
  id: string | number;
  eventType: CampaignEventType;
  isMachine: boolean;
  cursor?: string | null | undefined;
}>;


export type CampaignRecipientsQuery = { readonly campaignRecipients: { readonly items: ReadonlyArray<{ readonly id: string, readonly maskedRecipient: string, readonly events: number, readonly firstAt: string, readonly lastAt: string, readonly isHardBounce: boolean | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type TemplatePageQueryVariables = Exact<{
  id: string | number;
}>;


export type TemplatePageQuery = { readonly emailTemplate: { readonly id: string, readonly name: string, readonly subjectTemplate: string, readonly description: string | null, readonly htmlTemplate: string | null, readonly textTemplate: string | null, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null } };

export type TemplatePreviewQueryVariables = Exact<{
  id: string | number;
  draft: UpdateEmailTemplateInput;
  sampleData: object;
}>;


export type TemplatePreviewQuery = { readonly previewEmailTemplate: { readonly subject: string, readonly html: string | null, readonly text: string | null, readonly unfilled: ReadonlyArray<string>, readonly truncated: boolean } };

export type SaveTemplateMutationVariables = Exact<{
  id: string | number;
  input: UpdateEmailTemplateInput;
}>;


export type SaveTemplateMutation = { readonly updateEmailTemplate: { readonly id: string } };

export type WorkspacesQueryVariables = Exact<{ [key: string]: never; }>;


export type WorkspacesQuery = { readonly workspaces: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly name: string }> };

export type SuppressionListQueryVariables = Exact<{
  workspaceId: string | number;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type SuppressionListQuery = { readonly suppressions: { readonly items: ReadonlyArray<{ readonly address: string, readonly reason: SuppressionReason, readonly createdAt: string }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type AllowAddressMutationVariables = Exact<{
  workspaceId: string | number;
  address: string;
}>;


export type AllowAddressMutation = { readonly removeSuppression: { readonly isSuppressed: boolean } };

export type MakeTemplateMutationVariables = Exact<{
  input: CreateEmailTemplateInput;
}>;


export type MakeTemplateMutation = { readonly createEmailTemplate: { readonly id: string } };

export type NoteFieldsFragment = { readonly id: string, readonly accountId: string, readonly kind: AccountNoteKind, readonly text: string | null, readonly writtenBy: string, readonly writtenByName: string | null, readonly createdAt: string, readonly promise: { readonly amountCents: number, readonly promisedOn: string, readonly endsOn: string, readonly receivedCents: number, readonly state: PromiseState } | null };

export type NoteListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  text?: string | null | undefined;
  kind?: AccountNoteKind | null | undefined;
  promiseState?: PromiseState | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type NoteListQuery = { readonly accountNotes: { readonly items: ReadonlyArray<{ readonly id: string, readonly accountId: string, readonly kind: AccountNoteKind, readonly text: string | null, readonly writtenBy: string, readonly writtenByName: string | null, readonly createdAt: string, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null, readonly promise: { readonly amountCents: number, readonly promisedOn: string, readonly endsOn: string, readonly receivedCents: number, readonly state: PromiseState } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type AddNoteMutationVariables = Exact<{
  accountId: string | number;
  key: string;
  input: AccountNoteInput;
}>;


export type AddNoteMutation = { readonly addAccountNote: { readonly note: { readonly id: string } } };

export type OperationsOutcomesQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
}>;


export type OperationsOutcomesQuery = { readonly unknownOutcomes: ReadonlyArray<{ readonly kind: UnknownOutcomeKind, readonly open: number, readonly oldestAt: string | null, readonly isExact: boolean }>, readonly operatorExceptionCounts: ReadonlyArray<{ readonly kind: string, readonly open: number, readonly oldestAt: string }> };

export type OperationsSystemsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperationsSystemsQuery = { readonly loanSystems: ReadonlyArray<{ readonly code: string, readonly organizationId: string | null, readonly isActive: boolean, readonly sync: { readonly isRunning: boolean, readonly finishedAt: string | null, readonly syncedThrough: string | null, readonly lagSeconds: number | null, readonly loansFailed: number, readonly lastError: string | null, readonly lastErrorAt: string | null } | null, readonly sightings: ReadonlyArray<{ readonly isStale: boolean, readonly isReachable: boolean | null, readonly isBroken: boolean }> | null }>, readonly jobQueue: { readonly isExact: boolean, readonly kinds: ReadonlyArray<{ readonly name: string, readonly waiting: number, readonly running: number, readonly retrying: number, readonly givenUp: number, readonly dueSince: string | null }> } };

export type OperationsDeliveriesQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
}>;


export type OperationsDeliveriesQuery = { readonly webhookDeliveryCounts: { readonly waiting: number, readonly retrying: number, readonly oldestAt: string | null, readonly isExact: boolean }, readonly webhookEndpoints: { readonly items: ReadonlyArray<{ readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly organizationIds: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly disabledReason: WebhookEndpointDisabledReason | null, readonly disabledAt: string | null, readonly missedFrom: string | null, readonly failingSince: string | null, readonly lastError: string | null, readonly concerns: ReadonlyArray<WebhookEndpointConcern>, readonly actor: string, readonly createdAt: string }>, readonly page: { readonly hasMore: boolean } }, readonly waitingEmailEvents: { readonly calls: number, readonly oldestAt: string | null, readonly isExact: boolean }, readonly poisonEvents: { readonly items: ReadonlyArray<{ readonly id: string }>, readonly page: { readonly hasMore: boolean } } };

export type AutopayChargeListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  statuses?: ReadonlyArray<AutopayRunStatus> | AutopayRunStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type AutopayChargeListQuery = { readonly autopayRuns: { readonly items: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly status: AutopayRunStatus, readonly amountCents: number | null, readonly isOneTime: boolean, readonly effectiveDate: string | null, readonly referenceNumber: number | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null, readonly schedule: { readonly id: string, readonly paymentMethod: { readonly instrumentType: InstrumentType, readonly lastFour: string, readonly cardBrand: string | null, readonly bankName: string | null } | null } }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type PaymentListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  statuses?: ReadonlyArray<CollectedPaymentStatus> | CollectedPaymentStatus | null | undefined;
  paymentMethods?: ReadonlyArray<CollectedPaymentMethod> | CollectedPaymentMethod | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  text?: string | null | undefined;
  sortBy?: PaymentColumn | null | undefined;
  isDescending?: boolean | null | undefined;
  cursor?: string | null | undefined;
}>;


export type PaymentListQuery = { readonly payments: { readonly items: ReadonlyArray<{ readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly possibleDuplicateOf: string | null, readonly account: { readonly loanSystemCode: string, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type PaymentSumsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
}>;


export type PaymentSumsQuery = { readonly paymentCounts: ReadonlyArray<{ readonly status: CollectedPaymentStatus, readonly amountCents: number, readonly isExact: boolean, readonly rows: number }> };

export type PaymentTotalsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  statuses?: ReadonlyArray<CollectedPaymentStatus> | CollectedPaymentStatus | null | undefined;
  paymentMethods?: ReadonlyArray<CollectedPaymentMethod> | CollectedPaymentMethod | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
  text?: string | null | undefined;
}>;


export type PaymentTotalsQuery = { readonly paymentTotals: { readonly rows: number, readonly amountCents: number, readonly netCents: number, readonly isExact: boolean } };

export type PaymentRowFragment = { readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly possibleDuplicateOf: string | null, readonly account: { readonly loanSystemCode: string, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null };

export type OnePaymentQueryVariables = Exact<{
  id: string | number;
}>;


export type OnePaymentQuery = { readonly payment: { readonly organizationId: string, readonly checkNumber: number | null, readonly cardBrand: CardBrand | null, readonly memo: string | null, readonly postedAt: string | null, readonly id: string, readonly amountCents: number, readonly paymentMethod: CollectedPaymentMethod, readonly status: CollectedPaymentStatus, readonly effectiveDate: string | null, readonly receivedOn: string, readonly createdAt: string, readonly externalReference: string | null, readonly referenceNumber: number | null, readonly recordedBy: string, readonly possibleDuplicateOf: string | null, readonly account: { readonly loanSystemCode: string, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly pendingApprovalRequests: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly act: LimitedAct, readonly status: ApprovalStatus, readonly amountCents: number, readonly paymentId: string | null, readonly askedBy: string, readonly askedByName: string | null, readonly askedAt: string, readonly expiresAt: string }> | null, readonly primaryBorrower: { readonly displayName: string } | null } | null, readonly reversal: { readonly reversedAt: string | null, readonly reason: string | null, readonly isNsf: boolean | null, readonly referenceNumber: number | null, readonly reversedBy: string | null } | null } };

export type TakePaymentBackMutationVariables = Exact<{
  id: string | number;
  key: string;
  input: ReversePaymentInput;
}>;


export type TakePaymentBackMutation = { readonly reversePayment: { readonly payment: { readonly id: string, readonly status: CollectedPaymentStatus } } };

export type PortfolioQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  isOne: boolean;
  id: string | number;
  from: string;
  to: string;
}>;


export type PortfolioQuery = { readonly portfolio?: ReadonlyArray<{ readonly statusCode: AccountStatusCode, readonly accounts: number, readonly balanceCents: number }>, readonly organization?: { readonly portfolio: ReadonlyArray<{ readonly statusCode: AccountStatusCode, readonly accounts: number, readonly balanceCents: number }> | null }, readonly agingSummary: ReadonlyArray<{ readonly bucket: string, readonly accounts: number, readonly balanceCents: number, readonly pastDueCents: number, readonly shareOfBalance: string }>, readonly delinquencySeries: { readonly through: string | null, readonly points: ReadonlyArray<{ readonly day: string, readonly bucket: string, readonly accounts: number, readonly balanceCents: number, readonly pastDueCents: number, readonly shareOfBalance: string }> }, readonly rollRates: ReadonlyArray<{ readonly monthEnd: string, readonly fromState: string, readonly toState: string, readonly accounts: number, readonly balanceCents: number, readonly rateOfBalance: string | null }>, readonly byMethod: ReadonlyArray<{ readonly day: string, readonly group: string | null, readonly payments: number, readonly grossCents: number, readonly reversedCents: number, readonly netCents: number }>, readonly bySystem: ReadonlyArray<{ readonly day: string, readonly group: string | null, readonly payments: number, readonly grossCents: number, readonly reversedCents: number, readonly netCents: number }> };

export type StatusAtPortfolioFragment = { readonly statusCode: AccountStatusCode, readonly accounts: number, readonly balanceCents: number };

export type ReceiptsAtPortfolioFragment = { readonly day: string, readonly group: string | null, readonly payments: number, readonly grossCents: number, readonly reversedCents: number, readonly netCents: number };

export type MonthAtPortfolioFragment = { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number }> };

export type RolledLoansQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  monthEnd: string;
  fromState: string;
  toState: string;
  cursor?: string | null | undefined;
}>;


export type RolledLoansQuery = { readonly rolledAccounts: { readonly items: ReadonlyArray<{ readonly accountId: string, readonly balanceCents: number, readonly balanceAtEndCents: number, readonly daysPastDue: number, readonly account: { readonly loanSystemCode: string, readonly statusCode: AccountStatusCode, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly organization: { readonly displayName: string } | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type RollOfMonthQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  monthEnd: string;
}>;


export type RollOfMonthQuery = { readonly rollRates: ReadonlyArray<{ readonly fromState: string, readonly toState: string, readonly accounts: number, readonly balanceCents: number, readonly rateOfBalance: string | null }> };

export type ProductVersionFieldsFragment = { readonly version: number, readonly dayCount: DayCount, readonly applicationOrder: ApplicationOrder, readonly nsfFeeCents: number, readonly lateFeeCents: number, readonly lateFeeGraceDays: number, readonly chargeOffAtDays: number | null, readonly toleranceCents: number, readonly payoffRule: PayoffRule, readonly accrueTo: AccrueTo, readonly createdAt: string, readonly createdBy: string };

export type ProductFieldsFragment = { readonly id: string, readonly organizationId: string, readonly code: string, readonly name: string, readonly isActive: boolean, readonly currentVersion: number, readonly createdAt: string, readonly versions: ReadonlyArray<{ readonly version: number, readonly dayCount: DayCount, readonly applicationOrder: ApplicationOrder, readonly nsfFeeCents: number, readonly lateFeeCents: number, readonly lateFeeGraceDays: number, readonly chargeOffAtDays: number | null, readonly toleranceCents: number, readonly payoffRule: PayoffRule, readonly accrueTo: AccrueTo, readonly createdAt: string, readonly createdBy: string }> };

export type ProductListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type ProductListQuery = { readonly ledgerProducts: { readonly items: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly code: string, readonly name: string, readonly isActive: boolean, readonly currentVersion: number, readonly createdAt: string, readonly versions: ReadonlyArray<{ readonly version: number, readonly dayCount: DayCount, readonly applicationOrder: ApplicationOrder, readonly nsfFeeCents: number, readonly lateFeeCents: number, readonly lateFeeGraceDays: number, readonly chargeOffAtDays: number | null, readonly toleranceCents: number, readonly payoffRule: PayoffRule, readonly accrueTo: AccrueTo, readonly createdAt: string, readonly createdBy: string }> }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type OneProductQueryVariables = Exact<{
  id: string | number;
}>;


export type OneProductQuery = { readonly ledgerProduct: { readonly id: string, readonly organizationId: string, readonly code: string, readonly name: string, readonly isActive: boolean, readonly currentVersion: number, readonly createdAt: string, readonly versions: ReadonlyArray<{ readonly version: number, readonly dayCount: DayCount, readonly applicationOrder: ApplicationOrder, readonly nsfFeeCents: number, readonly lateFeeCents: number, readonly lateFeeGraceDays: number, readonly chargeOffAtDays: number | null, readonly toleranceCents: number, readonly payoffRule: PayoffRule, readonly accrueTo: AccrueTo, readonly createdAt: string, readonly createdBy: string }> } };

export type CreateProductMutationVariables = Exact<{
  key: string;
  input: CreateLedgerProductInput;
}>;


export type CreateProductMutation = { readonly createLedgerProduct: { readonly product: { readonly id: string } } };

export type ReviseProductMutationVariables = Exact<{
  id: string | number;
  key: string;
  input: ReviseLedgerProductInput;
}>;


export type ReviseProductMutation = { readonly reviseLedgerProduct: { readonly product: { readonly id: string } } };

export type UpdateProductMutationVariables = Exact<{
  id: string | number;
  input: UpdateLedgerProductInput;
}>;


export type UpdateProductMutation = { readonly updateLedgerProduct: { readonly id: string } };

export type ReceiptListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  by: ReceiptDay;
  from?: string | null | undefined;
  to?: string | null | undefined;
  paymentMethod?: string | null | undefined;
  loanSystemCode?: string | null | undefined;
  sortBy?: ReceiptColumn | null | undefined;
  isDescending?: boolean | null | undefined;
  cursor?: string | null | undefined;
}>;


export type ReceiptListQuery = { readonly receipts: { readonly items: ReadonlyArray<{ readonly transactionId: string, readonly day: string, readonly effectiveAt: string | null, readonly amountCents: number | null, readonly status: string | null, readonly paymentMethod: string | null, readonly loanSystemCode: string, readonly reversedOn: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type ReceiptSumsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  by: ReceiptDay;
  groupBy: ReceiptGroup;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type ReceiptSumsQuery = { readonly receiptsByDay: ReadonlyArray<{ readonly group: string | null, readonly payments: number, readonly grossCents: number, readonly reversedCents: number, readonly netCents: number, readonly unknown: number }> };

export type ReceiptTotalsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  by: ReceiptDay;
  from?: string | null | undefined;
  to?: string | null | undefined;
  paymentMethod?: string | null | undefined;
  loanSystemCode?: string | null | undefined;
}>;


export type ReceiptTotalsQuery = { readonly receiptTotals: { readonly rows: number, readonly amountCents: number, readonly netCents: number, readonly isExact: boolean } };

export type CashReceiptsReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type CashReceiptsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly type: string, readonly amountCents: number | null, readonly effectiveAt: string | null, readonly status: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type NsfReturnsReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type NsfReturnsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly originalEffectiveAt: string | null, readonly amountCents: number | null, readonly reason: string | null, readonly effectiveAt: string | null, readonly status: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type CashAdjustmentsReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type CashAdjustmentsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly type: string, readonly amountCents: number | null, readonly reason: string | null, readonly effectiveAt: string | null, readonly status: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type NonCashAdjustmentsReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type NonCashAdjustmentsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly type: string, readonly component: string | null, readonly amountCents: number | null, readonly reason: string | null, readonly effectiveAt: string | null, readonly status: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type MonthlyPaymentRegisterReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type MonthlyPaymentRegisterReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly month: string | null, readonly paymentMethod: string | null, readonly amountCents: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly endingBalanceCents: number | null, readonly effectiveAt: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type NewSalesReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type NewSalesReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly externalContractNumber: string | null, readonly originatedOn: string, readonly amountFinancedCents: number | null, readonly annualRate: string | null, readonly termMonths: number | null, readonly firstDueDate: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type WriteOffsReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type WriteOffsReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly chargedOffOn: string, readonly chargeOffAmountCents: number | null, readonly principalCents: number | null, readonly interestCents: number | null, readonly feesCents: number | null, readonly daysPastDue: number | null, readonly recoveredCents: number, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type PaidInFullReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type PaidInFullReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly paidOffOn: string, readonly finalPaymentCents: number | null, readonly payoffCents: number | null, readonly originalPrincipalCents: number | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type AgedBalanceReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  bucket?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type AgedBalanceReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly balanceCents: number, readonly currentCents: number, readonly pastDue1To29Cents: number, readonly pastDue30To59Cents: number, readonly pastDue60To89Cents: number, readonly pastDue90To119Cents: number, readonly pastDue120PlusCents: number, readonly totalPastDueCents: number, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type DelinquencyReportQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  bucket?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type DelinquencyReportQuery = { readonly page: { readonly items: ReadonlyArray<{ readonly statusCode: string, readonly daysPastDue: number, readonly bucket: string, readonly pastDueCents: number, readonly firstDelinquentOn: string | null, readonly lastPaymentOn: string | null, readonly lastPaymentCents: number | null, readonly nextDueOn: string | null, readonly nextDueCents: number | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type ReportSumsQueryVariables = Exact<{
  code: ReportCode;
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  bucket?: string | null | undefined;
}>;


export type ReportSumsQuery = { readonly reportTotals: { readonly rows: number, readonly sums: ReadonlyArray<{ readonly column: string, readonly cents: number, readonly reversedCents: number | null, readonly netCents: number | null }> } };

export type PostDifferenceMutationVariables = Exact<{
  id: string | number;
  factsVersion: string;
  reason: string;
}>;


export type PostDifferenceMutation = { readonly postTieOutDifference: { readonly id: string } };

export type ReverseDifferenceMutationVariables = Exact<{
  id: string | number;
  factsVersion: string;
  reason: string;
}>;


export type ReverseDifferenceMutation = { readonly reverseTieOutDifference: { readonly id: string } };

export type TieOutSideFragment = { readonly organizationId: string, readonly side: string, readonly businessDay: string, readonly firstDay: string, readonly completeness: TieOutCompleteness, readonly oursCount: number, readonly oursCents: number, readonly theirsCount: number, readonly theirsCents: number, readonly openCount: number, readonly loansUnread: number, readonly differenceCount: number, readonly openDifferenceCount: number, readonly lookedAt: string, readonly sequence: number, readonly seal: string };

export type TieOutDayListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type TieOutDayListQuery = { readonly tieOutDays: { readonly items: ReadonlyArray<{ readonly organizationId: string, readonly side: string, readonly businessDay: string, readonly firstDay: string, readonly completeness: TieOutCompleteness, readonly oursCount: number, readonly oursCents: number, readonly theirsCount: number, readonly theirsCents: number, readonly openCount: number, readonly loansUnread: number, readonly differenceCount: number, readonly openDifferenceCount: number, readonly lookedAt: string, readonly sequence: number, readonly seal: string }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type DifferenceListQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  statuses?: ReadonlyArray<TieOutDifferenceStatus> | TieOutDifferenceStatus | null | undefined;
  kinds?: ReadonlyArray<string> | string | null | undefined;
  side?: string | null | undefined;
  businessDay?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type DifferenceListQuery = { readonly tieOutDifferences: { readonly items: ReadonlyArray<{ readonly id: string, readonly organizationId: string, readonly side: string, readonly kind: string, readonly reference: string, readonly ours: object | null, readonly theirs: object | null, readonly firstDay: string, readonly lastDay: string, readonly status: TieOutDifferenceStatus, readonly acts: ReadonlyArray<TieOutDifferenceAct>, readonly factsVersion: string, readonly lastAct: { readonly kind: TieOutActKind, readonly status: TieOutActStatus, readonly amountCents: number, readonly reason: string, readonly createdBy: string, readonly createdAt: string, readonly failureCode: string | null } | null, readonly exception: { readonly id: string, readonly kind: string, readonly createdAt: string, readonly resolvedAt: string | null, readonly resolvedBy: string | null, readonly resolution: string | null, readonly waitsUntil: string | null, readonly waitsBy: string | null, readonly waitReason: string | null }, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }>, readonly page: { readonly nextCursor: string | null, readonly hasMore: boolean } } };

export type FindQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  text: string;
}>;


export type FindQuery = { readonly accounts: { readonly items: ReadonlyArray<{ readonly statusCode: AccountStatusCode, readonly currentBalanceCents: number, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null }> }, readonly searchPayments: ReadonlyArray<{ readonly kind: SearchedKind, readonly matchedBy: SearchMatch, readonly id: string, readonly amountCents: number | null, readonly status: string, readonly day: string | null, readonly account: { readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null } | null }> };

export type FindPersonsQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  text: string;
}>;


export type FindPersonsQuery = { readonly persons: { readonly items: ReadonlyArray<{ readonly id: string, readonly displayName: string, readonly accounts: { readonly items: ReadonlyArray<{ readonly id: string }> } | null }> } };

export type FindByContactQueryVariables = Exact<{
  organizationId?: string | number | null | undefined;
  text: string;
}>;


export type FindByContactQuery = { readonly persons: { readonly items: ReadonlyArray<{ readonly id: string, readonly displayName: string, readonly accounts: { readonly items: ReadonlyArray<{ readonly statusCode: AccountStatusCode, readonly currentBalanceCents: number, readonly id: string, readonly externalContractNumber: string | null, readonly externalAccountNumber: string | null, readonly primaryBorrower: { readonly displayName: string } | null }> } | null }> } };

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
export const PageFieldsFragmentDoc = new TypedDocumentString(`
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
    `, {"fragmentName":"PageFields"}) as unknown as TypedDocumentString<PageFieldsFragment, unknown>;
export const MaskedContactFragmentDoc = new TypedDocumentString(`
    fragment MaskedContact on Person {
  maskedEmail
  maskedPhone
  maskedAddress
}
    `, {"fragmentName":"MaskedContact"}) as unknown as TypedDocumentString<MaskedContactFragment, unknown>;
export const PositionFieldsFragmentDoc = new TypedDocumentString(`
    fragment PositionFields on LedgerLoanPosition {
  statusCode
  principalCents
  interestCents
  feesCents
  pastDueCents
  nextDueOn
  nextDueCents
}
    `, {"fragmentName":"PositionFields"}) as unknown as TypedDocumentString<PositionFieldsFragment, unknown>;
export const OrganizationFieldsFragmentDoc = new TypedDocumentString(`
    fragment OrganizationFields on Organization {
  id
  displayName
  legalName
  dbaName
  timeZone
  today
  isSandbox
  isActive
  pausesAutopayAfterChargeOff
}
    `, {"fragmentName":"OrganizationFields"}) as unknown as TypedDocumentString<OrganizationFieldsFragment, unknown>;
export const ApprovalFieldsFragmentDoc = new TypedDocumentString(`
    fragment ApprovalFields on ApprovalRequest {
  id
  organizationId
  act
  status
  amountCents
  paymentId
  askedBy
  askedByName
  askedAt
  expiresAt
}
    `, {"fragmentName":"ApprovalFields"}) as unknown as TypedDocumentString<ApprovalFieldsFragment, unknown>;
export const BatchTallyFragmentDoc = new TypedDocumentString(`
    fragment BatchTally on PaymentBatchTally {
  rows
  amountCents
}
    `, {"fragmentName":"BatchTally"}) as unknown as TypedDocumentString<BatchTallyFragment, unknown>;
export const BatchFieldsFragmentDoc = new TypedDocumentString(`
    fragment BatchFields on PaymentBatch {
  id
  organizationId
  mode
  isDryRun
  status
  stopReason
  rowCount
  sumCents
  actor
  createdAt
  finishedAt
  outcomes {
    posted {
      ...BatchTally
    }
    pendingConfirmation {
      ...BatchTally
    }
    failed {
      ...BatchTally
    }
    refused {
      ...BatchTally
    }
    unavailable {
      ...BatchTally
    }
    notTried {
      ...BatchTally
    }
    wouldPost {
      ...BatchTally
    }
    alreadyRecorded
    possibleDuplicates
  }
}
    fragment BatchTally on PaymentBatchTally {
  rows
  amountCents
}`, {"fragmentName":"BatchFields"}) as unknown as TypedDocumentString<BatchFieldsFragment, unknown>;
export const BoardingFieldsFragmentDoc = new TypedDocumentString(`
    fragment BoardingFields on LedgerBoarding {
  id
  organizationId
  loanSystemCode
  status
  isDryRun
  skipsInvalid
  isStrict
  lines
  bytes
  loans
  transactions
  errors
  differences
  warnings
  knownLoans
  loansWritten
  isTied
  isDryRunRefused
  requestedBy
  createdAt
  finishedAt
}
    `, {"fragmentName":"BoardingFields"}) as unknown as TypedDocumentString<BoardingFieldsFragment, unknown>;
export const BoardingFiguresFieldsFragmentDoc = new TypedDocumentString(`
    fragment BoardingFiguresFields on BoardingFigures {
  loans
  transactions
  principalCents
  interestCents
  feesCents
  amountCents
}
    `, {"fragmentName":"BoardingFiguresFields"}) as unknown as TypedDocumentString<BoardingFiguresFieldsFragment, unknown>;
export const CollectionFieldsFragmentDoc = new TypedDocumentString(`
    fragment CollectionFields on AccountCollection {
  accountId
  isInQueue
  lastContactKind
  lastContactAt
  promisedCents
  promisedOn
  promiseState
  followUpOn
  skipReason
  assignedTo
  takenBy
  takenByName
  takenUntil
  isMine
}
    `, {"fragmentName":"CollectionFields"}) as unknown as TypedDocumentString<CollectionFieldsFragment, unknown>;
export const ClockFieldsFragmentDoc = new TypedDocumentString(`
    fragment ClockFields on TestClock {
  organizationId
  status
  at
  from
  to
  startedAt
  finishedAt
  error
}
    `, {"fragmentName":"ClockFields"}) as unknown as TypedDocumentString<ClockFieldsFragment, unknown>;
export const EndpointRowFragmentDoc = new TypedDocumentString(`
    fragment EndpointRow on WebhookEndpoint {
  id
  url
  description
  types
  organizationIds
  status
  disabledReason
  disabledAt
  missedFrom
  failingSince
  lastError
  concerns
  actor
  createdAt
}
    `, {"fragmentName":"EndpointRow"}) as unknown as TypedDocumentString<EndpointRowFragment, unknown>;
export const DeliveryRowFragmentDoc = new TypedDocumentString(`
    fragment DeliveryRow on WebhookDelivery {
  endpointId
  organizationId
  eventId
  type
  createdAt
  deliveryStatus
  tries
  nextAttemptAt
  attemptedAt
  httpStatus
  error
}
    `, {"fragmentName":"DeliveryRow"}) as unknown as TypedDocumentString<DeliveryRowFragment, unknown>;
export const FlagFieldsFragmentDoc = new TypedDocumentString(`
    fragment FlagFields on AccountFlag {
  id
  kind
  state
  reason
  effectiveFrom
  effectiveUntil
  setBy
  setByName
  setAt
  liftedBy
  liftedByName
  liftedAt
  liftReason
}
    `, {"fragmentName":"FlagFields"}) as unknown as TypedDocumentString<FlagFieldsFragment, unknown>;
export const ReceiptsAtHomeFragmentDoc = new TypedDocumentString(`
    fragment ReceiptsAtHome on ReceiptsOfDay {
  day
  payments
  grossCents
  reversedCents
  netCents
}
    `, {"fragmentName":"ReceiptsAtHome"}) as unknown as TypedDocumentString<ReceiptsAtHomeFragment, unknown>;
export const RunsAtHomeFragmentDoc = new TypedDocumentString(`
    fragment RunsAtHome on AutopayRunCount {
  status
  rows: runs
  amountCents
  isExact
}
    `, {"fragmentName":"RunsAtHome"}) as unknown as TypedDocumentString<RunsAtHomeFragment, unknown>;
export const FunnelOfCampaignFragmentDoc = new TypedDocumentString(`
    fragment FunnelOfCampaign on CampaignStats {
  counts {
    eventType
    events
    uniqueRecipients
    machineEvents
    machineUniqueRecipients
  }
}
    `, {"fragmentName":"FunnelOfCampaign"}) as unknown as TypedDocumentString<FunnelOfCampaignFragment, unknown>;
export const NoteFieldsFragmentDoc = new TypedDocumentString(`
    fragment NoteFields on AccountNote {
  id
  accountId
  kind
  text
  writtenBy
  writtenByName
  createdAt
  promise {
    amountCents
    promisedOn
    endsOn
    receivedCents
    state
  }
}
    `, {"fragmentName":"NoteFields"}) as unknown as TypedDocumentString<NoteFieldsFragment, unknown>;
export const LoanNameFragmentDoc = new TypedDocumentString(`
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}
    `, {"fragmentName":"LoanName"}) as unknown as TypedDocumentString<LoanNameFragment, unknown>;
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
  possibleDuplicateOf
  account {
    ...LoanName
    loanSystemCode
  }
}
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`, {"fragmentName":"PaymentRow"}) as unknown as TypedDocumentString<PaymentRowFragment, unknown>;
export const StatusAtPortfolioFragmentDoc = new TypedDocumentString(`
    fragment StatusAtPortfolio on PortfolioRow {
  statusCode
  accounts
  balanceCents
}
    `, {"fragmentName":"StatusAtPortfolio"}) as unknown as TypedDocumentString<StatusAtPortfolioFragment, unknown>;
export const ReceiptsAtPortfolioFragmentDoc = new TypedDocumentString(`
    fragment ReceiptsAtPortfolio on ReceiptsOfDay {
  day
  group
  payments
  grossCents
  reversedCents
  netCents
}
    `, {"fragmentName":"ReceiptsAtPortfolio"}) as unknown as TypedDocumentString<ReceiptsAtPortfolioFragment, unknown>;
export const MonthAtPortfolioFragmentDoc = new TypedDocumentString(`
    fragment MonthAtPortfolio on ReportTotals {
  rows
  sums {
    column
    cents
  }
}
    `, {"fragmentName":"MonthAtPortfolio"}) as unknown as TypedDocumentString<MonthAtPortfolioFragment, unknown>;
export const ProductVersionFieldsFragmentDoc = new TypedDocumentString(`
    fragment ProductVersionFields on LedgerProductVersion {
  version
  dayCount
  applicationOrder
  nsfFeeCents
  lateFeeCents
  lateFeeGraceDays
  chargeOffAtDays
  toleranceCents
  payoffRule
  accrueTo
  createdAt
  createdBy
}
    `, {"fragmentName":"ProductVersionFields"}) as unknown as TypedDocumentString<ProductVersionFieldsFragment, unknown>;
export const ProductFieldsFragmentDoc = new TypedDocumentString(`
    fragment ProductFields on LedgerProduct {
  id
  organizationId
  code
  name
  isActive
  currentVersion
  createdAt
  versions {
    ...ProductVersionFields
  }
}
    fragment ProductVersionFields on LedgerProductVersion {
  version
  dayCount
  applicationOrder
  nsfFeeCents
  lateFeeCents
  lateFeeGraceDays
  chargeOffAtDays
  toleranceCents
  payoffRule
  accrueTo
  createdAt
  createdBy
}`, {"fragmentName":"ProductFields"}) as unknown as TypedDocumentString<ProductFieldsFragment, unknown>;
export const TieOutSideFragmentDoc = new TypedDocumentString(`
    fragment TieOutSide on TieOutDay {
  organizationId
  side
  businessDay
  firstDay
  completeness
  oursCount
  oursCents
  theirsCount
  theirsCents
  openCount
  loansUnread
  differenceCount
  openDifferenceCount
  lookedAt
  sequence
  seal
}
    `, {"fragmentName":"TieOutSide"}) as unknown as TypedDocumentString<TieOutSideFragment, unknown>;
export const TwelveMonthsDocument = new TypedDocumentString(`
    query TwelveMonths($code: ReportCode!, $organizationId: ID, $from0: Date!, $to0: Date!, $from1: Date!, $to1: Date!, $from2: Date!, $to2: Date!, $from3: Date!, $to3: Date!, $from4: Date!, $to4: Date!, $from5: Date!, $to5: Date!, $from6: Date!, $to6: Date!, $from7: Date!, $to7: Date!, $from8: Date!, $to8: Date!, $from9: Date!, $to9: Date!, $from10: Date!, $to10: Date!, $from11: Date!, $to11: Date!) {
  m0: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from0
    to: $to0
  ) {
    ...MonthAtPortfolio
  }
  m1: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from1
    to: $to1
  ) {
    ...MonthAtPortfolio
  }
  m2: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from2
    to: $to2
  ) {
    ...MonthAtPortfolio
  }
  m3: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from3
    to: $to3
  ) {
    ...MonthAtPortfolio
  }
  m4: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from4
    to: $to4
  ) {
    ...MonthAtPortfolio
  }
  m5: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from5
    to: $to5
  ) {
    ...MonthAtPortfolio
  }
  m6: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from6
    to: $to6
  ) {
    ...MonthAtPortfolio
  }
  m7: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from7
    to: $to7
  ) {
    ...MonthAtPortfolio
  }
  m8: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from8
    to: $to8
  ) {
    ...MonthAtPortfolio
  }
  m9: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from9
    to: $to9
  ) {
    ...MonthAtPortfolio
  }
  m10: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from10
    to: $to10
  ) {
    ...MonthAtPortfolio
  }
  m11: reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from11
    to: $to11
  ) {
    ...MonthAtPortfolio
  }
}
    fragment MonthAtPortfolio on ReportTotals {
  rows
  sums {
    column
    cents
  }
}`) as unknown as TypedDocumentString<TwelveMonthsQuery, TwelveMonthsQueryVariables>;
export const FunnelsDocument = new TypedDocumentString(`
    query Funnels($id0: ID!, $has0: Boolean!, $id1: ID!, $has1: Boolean!, $id2: ID!, $has2: Boolean!, $id3: ID!, $has3: Boolean!, $id4: ID!, $has4: Boolean!, $id5: ID!, $has5: Boolean!, $id6: ID!, $has6: Boolean!, $id7: ID!, $has7: Boolean!, $id8: ID!, $has8: Boolean!, $id9: ID!, $has9: Boolean!) {
  c0: campaignStats(campaignId: $id0) @include(if: $has0) {
    ...FunnelOfCampaign
  }
  c1: campaignStats(campaignId: $id1) @include(if: $has1) {
    ...FunnelOfCampaign
  }
  c2: campaignStats(campaignId: $id2) @include(if: $has2) {
    ...FunnelOfCampaign
  }
  c3: campaignStats(campaignId: $id3) @include(if: $has3) {
    ...FunnelOfCampaign
  }
  c4: campaignStats(campaignId: $id4) @include(if: $has4) {
    ...FunnelOfCampaign
  }
  c5: campaignStats(campaignId: $id5) @include(if: $has5) {
    ...FunnelOfCampaign
  }
  c6: campaignStats(campaignId: $id6) @include(if: $has6) {
    ...FunnelOfCampaign
  }
  c7: campaignStats(campaignId: $id7) @include(if: $has7) {
    ...FunnelOfCampaign
  }
  c8: campaignStats(campaignId: $id8) @include(if: $has8) {
    ...FunnelOfCampaign
  }
  c9: campaignStats(campaignId: $id9) @include(if: $has9) {
    ...FunnelOfCampaign
  }
}
    fragment FunnelOfCampaign on CampaignStats {
  counts {
    eventType
    events
    uniqueRecipients
    machineEvents
    machineUniqueRecipients
  }
}`) as unknown as TypedDocumentString<FunnelsQuery, FunnelsQueryVariables>;
export const LendersDocument = new TypedDocumentString(`
    query Lenders {
  organizations(limit: 1000) {
    items {
      id
      displayName
      isSandbox
      today
      timeZone
    }
  }
}
    `) as unknown as TypedDocumentString<LendersQuery, LendersQueryVariables>;
export const LedgerWriteByKeyDocument = new TypedDocumentString(`
    query LedgerWriteByKey($organizationId: ID!, $write: LedgerWrite!, $key: String!) {
  ledgerWriteByKey(
    organizationId: $organizationId
    write: $write
    idempotencyKey: $key
  ) {
    accountId
  }
}
    `) as unknown as TypedDocumentString<LedgerWriteByKeyQuery, LedgerWriteByKeyQueryVariables>;
export const DisburseLoanDocument = new TypedDocumentString(`
    mutation DisburseLoan($id: ID!, $key: String!) {
  disburseLedgerLoan(accountId: $id, idempotencyKey: $key) {
    operation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DisburseLoanMutation, DisburseLoanMutationVariables>;
export const WaiveOnLoanDocument = new TypedDocumentString(`
    mutation WaiveOnLoan($id: ID!, $key: String!, $input: LedgerWaiverInput!) {
  waiveOnLedgerLoan(accountId: $id, idempotencyKey: $key, input: $input) {
    operation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<WaiveOnLoanMutation, WaiveOnLoanMutationVariables>;
export const AdjustLoanDocument = new TypedDocumentString(`
    mutation AdjustLoan($id: ID!, $key: String!, $input: LedgerAdjustmentInput!) {
  adjustLedgerLoan(accountId: $id, idempotencyKey: $key, input: $input) {
    operation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<AdjustLoanMutation, AdjustLoanMutationVariables>;
export const ChargeOffLoanDocument = new TypedDocumentString(`
    mutation ChargeOffLoan($id: ID!, $key: String!, $reason: String!) {
  chargeOffLedgerLoan(accountId: $id, idempotencyKey: $key, reason: $reason) {
    operation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ChargeOffLoanMutation, ChargeOffLoanMutationVariables>;
export const UndoChargeOffDocument = new TypedDocumentString(`
    mutation UndoChargeOff($id: ID!, $key: String!, $reason: String!) {
  undoLedgerChargeOff(accountId: $id, idempotencyKey: $key, reason: $reason) {
    operation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<UndoChargeOffMutation, UndoChargeOffMutationVariables>;
export const CloseLoanDocument = new TypedDocumentString(`
    mutation CloseLoan($id: ID!, $key: String!) {
  closeLedgerLoan(accountId: $id, idempotencyKey: $key) {
    operation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CloseLoanMutation, CloseLoanMutationVariables>;
export const BookLoanDocument = new TypedDocumentString(`
    mutation BookLoan($key: String!, $input: BookLedgerLoanInput!) {
  bookLedgerLoan(idempotencyKey: $key, input: $input) {
    account {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<BookLoanMutation, BookLoanMutationVariables>;
export const OutcomeByKeyDocument = new TypedDocumentString(`
    query OutcomeByKey($key: String!, $operation: KeyedOperation!) {
  idempotencyKey(key: $key, operation: $operation) {
    state
    errorCode
    reason
    payment {
      id
      status
      possibleDuplicateOf
    }
  }
}
    `) as unknown as TypedDocumentString<OutcomeByKeyQuery, OutcomeByKeyQueryVariables>;
export const OwnLimitsDocument = new TypedDocumentString(`
    query OwnLimits($organizationId: ID!) {
  ownActLimits(organizationId: $organizationId) {
    act
    amountCents
  }
}
    `) as unknown as TypedDocumentString<OwnLimitsQuery, OwnLimitsQueryVariables>;
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
    notes {
      ...NoteFields
    }
    collection {
      ...CollectionFields
    }
    stoppedByFlags
    flags {
      ...FlagFields
    }
    pendingApprovalRequests {
      ...ApprovalFields
    }
    payoff {
      amountCents
      asOf
    }
    organization {
      displayName
    }
    ledger {
      productId
      productCode
      productVersion
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
      ...MaskedContact
      loanSystemCode
      erasedAt
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
      endDate
      pauseReason
      possibleDuplicateOf
      paymentMethodId
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
    fragment MaskedContact on Person {
  maskedEmail
  maskedPhone
  maskedAddress
}
fragment ApprovalFields on ApprovalRequest {
  id
  organizationId
  act
  status
  amountCents
  paymentId
  askedBy
  askedByName
  askedAt
  expiresAt
}
fragment CollectionFields on AccountCollection {
  accountId
  isInQueue
  lastContactKind
  lastContactAt
  promisedCents
  promisedOn
  promiseState
  followUpOn
  skipReason
  assignedTo
  takenBy
  takenByName
  takenUntil
  isMine
}
fragment FlagFields on AccountFlag {
  id
  kind
  state
  reason
  effectiveFrom
  effectiveUntil
  setBy
  setByName
  setAt
  liftedBy
  liftedByName
  liftedAt
  liftReason
}
fragment NoteFields on AccountNote {
  id
  accountId
  kind
  text
  writtenBy
  writtenByName
  createdAt
  promise {
    amountCents
    promisedOn
    endsOn
    receivedCents
    state
  }
}`) as unknown as TypedDocumentString<AccountPageQuery, AccountPageQueryVariables>;
export const AccountTimelineDocument = new TypedDocumentString(`
    query AccountTimeline($id: ID!, $cursor: String) {
  account(id: $id) {
    timeline(limit: 100, cursor: $cursor) {
      items {
        id
        kind
        happenedAt
        effectiveOn
        type
        status
        amountCents
        paymentMethod
        reason
        takenBackAt
        isNsf
        attempts
        nextTryOn
        actor
      }
      page {
        ...PageFields
      }
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<AccountTimelineQuery, AccountTimelineQueryVariables>;
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
      presentSplit {
        principalCents
        interestCents
        feesCents
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<AccountTransactionsQuery, AccountTransactionsQueryVariables>;
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
      possibleDuplicateOf
    }
  }
}
    `) as unknown as TypedDocumentString<RecordOnePaymentMutation, RecordOnePaymentMutationVariables>;
export const PreviewPaymentDocument = new TypedDocumentString(`
    query PreviewPayment($id: ID!, $input: PreviewPaymentInput!) {
  previewPayment(accountId: $id, input: $input) {
    payableCents
    refusal
    split {
      feesCents
      interestCents
      principalCents
    }
    remainingCents
    isPossibleDuplicate
    similarPayment {
      id
      amountCents
      createdAt
      paymentMethod
      checkNumber
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewPaymentQuery, PreviewPaymentQueryVariables>;
export const MethodsOfAccountDocument = new TypedDocumentString(`
    query MethodsOfAccount($id: ID!) {
  accountPaymentMethods(accountId: $id, limit: 100) {
    items {
      id
      instrumentType
      lastFour
      cardBrand
      bankName
      isDefault
      party {
        id
        displayName
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MethodsOfAccountQuery, MethodsOfAccountQueryVariables>;
export const PlannedRunsDocument = new TypedDocumentString(`
    query PlannedRuns($schedule: PreviewScheduleInput!) {
  previewRuns(schedule: $schedule, count: 6) {
    payoffKnown
    runs {
      dueOn
      amountCents
    }
  }
}
    `) as unknown as TypedDocumentString<PlannedRunsQuery, PlannedRunsQueryVariables>;
export const CreateScheduleDocument = new TypedDocumentString(`
    mutation CreateSchedule($input: CreateAutopayScheduleInput!, $key: String!) {
  createAutopaySchedule(input: $input, idempotencyKey: $key) {
    schedule {
      id
      possibleDuplicateOf
    }
  }
}
    `) as unknown as TypedDocumentString<CreateScheduleMutation, CreateScheduleMutationVariables>;
export const ChangeScheduleDocument = new TypedDocumentString(`
    mutation ChangeSchedule($id: ID!, $input: UpdateAutopayScheduleInput!, $pauseReason: String) {
  updateAutopaySchedule(id: $id, input: $input, pauseReason: $pauseReason) {
    id
    status
    nextRunDate
  }
}
    `) as unknown as TypedDocumentString<ChangeScheduleMutation, ChangeScheduleMutationVariables>;
export const CancelScheduleDocument = new TypedDocumentString(`
    mutation CancelSchedule($id: ID!) {
  cancelAutopaySchedule(id: $id) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<CancelScheduleMutation, CancelScheduleMutationVariables>;
export const RevealContactDocument = new TypedDocumentString(`
    query RevealContact($id: ID!) {
  person(id: $id) {
    email
    phone
    addresses {
      isCurrent
      line1
      line2
      city
      state
      postalCode
      country
    }
  }
}
    `) as unknown as TypedDocumentString<RevealContactQuery, RevealContactQueryVariables>;
export const PersonToCorrectDocument = new TypedDocumentString(`
    query PersonToCorrect($id: ID!) {
  person(id: $id) {
    id
    displayName
    email
    phone
    loanSystemCode
    erasedAt
    addresses {
      id
      isCurrent
      line1
      line2
      city
      state
      postalCode
      country
    }
  }
}
    `) as unknown as TypedDocumentString<PersonToCorrectQuery, PersonToCorrectQueryVariables>;
export const CorrectPersonDocument = new TypedDocumentString(`
    mutation CorrectPerson($id: ID!, $input: CorrectPersonInput!) {
  correctPerson(id: $id, input: $input) {
    person {
      id
      displayName
    }
  }
}
    `) as unknown as TypedDocumentString<CorrectPersonMutation, CorrectPersonMutationVariables>;
export const PreviewOperationDocument = new TypedDocumentString(`
    query PreviewOperation($id: ID!, $input: PreviewLedgerOperationInput!) {
  previewLedgerOperation(accountId: $id, input: $input) {
    asOf
    refusal
    before {
      ...PositionFields
    }
    after {
      ...PositionFields
    }
  }
}
    fragment PositionFields on LedgerLoanPosition {
  statusCode
  principalCents
  interestCents
  feesCents
  pastDueCents
  nextDueOn
  nextDueCents
}`) as unknown as TypedDocumentString<PreviewOperationQuery, PreviewOperationQueryVariables>;
export const LoanScheduleDocument = new TypedDocumentString(`
    query LoanSchedule($id: ID!) {
  ledgerSchedule(accountId: $id) {
    asOf
    levelPaymentCents
    feesCents
    installments {
      number
      dueOn
      amountCents
      paidCents
      unpaidCents
      daysLate
    }
  }
}
    `) as unknown as TypedDocumentString<LoanScheduleQuery, LoanScheduleQueryVariables>;
export const ChargeOnceDocument = new TypedDocumentString(`
    mutation ChargeOnce($id: ID!, $key: String!, $input: OneTimeChargeInput!) {
  chargeOnce(accountId: $id, idempotencyKey: $key, input: $input) {
    id
    status
    amountCents
    failureCode
  }
}
    `) as unknown as TypedDocumentString<ChargeOnceMutation, ChargeOnceMutationVariables>;
export const ChargeOutcomeDocument = new TypedDocumentString(`
    query ChargeOutcome($id: ID!) {
  autopayRun(id: $id) {
    id
    status
    amountCents
    failureCode
  }
}
    `) as unknown as TypedDocumentString<ChargeOutcomeQuery, ChargeOutcomeQueryVariables>;
export const AccountListDocument = new TypedDocumentString(`
    query AccountList($organizationId: ID, $text: String, $statuses: [AccountStatusCode!], $minDaysPastDue: Int, $maxDaysPastDue: Int, $flags: [AccountFlagKind!], $isWithoutSandboxes: Boolean, $sortBy: AccountColumn, $isDescending: Boolean, $cursor: String) {
  accounts(
    organizationId: $organizationId
    text: $text
    statuses: $statuses
    minDaysPastDue: $minDaysPastDue
    maxDaysPastDue: $maxDaysPastDue
    flags: $flags
    isWithoutSandboxes: $isWithoutSandboxes
    sortBy: $sortBy
    isDescending: $isDescending
    cursor: $cursor
    limit: 100
  ) {
    items {
      ...LoanName
      loanSystemCode
      statusCode
      currentBalanceCents
      nextDueOn
      nextDueCents
      pastDueCents
      daysPastDue
      organization {
        displayName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<AccountListQuery, AccountListQueryVariables>;
export const AccountTotalsDocument = new TypedDocumentString(`
    query AccountTotals($organizationId: ID, $text: String, $statuses: [AccountStatusCode!], $minDaysPastDue: Int, $maxDaysPastDue: Int, $flags: [AccountFlagKind!], $isWithoutSandboxes: Boolean) {
  accountTotals(
    organizationId: $organizationId
    text: $text
    statuses: $statuses
    minDaysPastDue: $minDaysPastDue
    maxDaysPastDue: $maxDaysPastDue
    flags: $flags
    isWithoutSandboxes: $isWithoutSandboxes
  ) {
    rows
    amountCents
    netCents
    isExact
  }
}
    `) as unknown as TypedDocumentString<AccountTotalsQuery, AccountTotalsQueryVariables>;
export const BookableProductsDocument = new TypedDocumentString(`
    query BookableProducts($organizationId: ID!) {
  ledgerProducts(organizationId: $organizationId, limit: 100) {
    items {
      id
      code
      name
      isActive
    }
  }
}
    `) as unknown as TypedDocumentString<BookableProductsQuery, BookableProductsQueryVariables>;
export const PreviewLoanDocument = new TypedDocumentString(`
    query PreviewLoan($input: PreviewLedgerLoanInput!) {
  previewLedgerLoan(input: $input) {
    levelPaymentCents
    disbursedOn
    installments {
      number
      dueOn
      amountCents
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewLoanQuery, PreviewLoanQueryVariables>;
export const BorrowersByNameDocument = new TypedDocumentString(`
    query BorrowersByName($organizationId: ID!, $text: String!) {
  persons(organizationId: $organizationId, text: $text, limit: 8) {
    items {
      id
      displayName
      accounts(limit: 1) {
        items {
          id
          externalContractNumber
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BorrowersByNameQuery, BorrowersByNameQueryVariables>;
export const SessionsDocument = new TypedDocumentString(`
    query Sessions {
  operatorTokens {
    id
    name
    isBrowserSession
    lastActiveAt
    role
    organizationIds
    organizationRoles
    createdAt
    createdBy
    expiresAt
    revokedAt
  }
}
    `) as unknown as TypedDocumentString<SessionsQuery, SessionsQueryVariables>;
export const RevokeOperatorDocument = new TypedDocumentString(`
    mutation RevokeOperator($id: ID!) {
  revokeOperatorToken(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeOperatorMutation, RevokeOperatorMutationVariables>;
export const OperatorsDocument = new TypedDocumentString(`
    query Operators {
  operators {
    id
    name
    email
    issuer
    subject
    role
    roles {
      organizationId
      role
    }
    createdAt
    disabledAt
    lastSignedInAt
    sessions {
      id
      createdAt
      lastActiveAt
    }
  }
}
    `) as unknown as TypedDocumentString<OperatorsQuery, OperatorsQueryVariables>;
export const AddOperatorDocument = new TypedDocumentString(`
    mutation AddOperator($input: AddOperatorInput!) {
  addOperator(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<AddOperatorMutation, AddOperatorMutationVariables>;
export const ChangeOperatorDocument = new TypedDocumentString(`
    mutation ChangeOperator($id: ID!, $input: ChangeOperatorInput!) {
  changeOperator(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<ChangeOperatorMutation, ChangeOperatorMutationVariables>;
export const DisableOperatorDocument = new TypedDocumentString(`
    mutation DisableOperator($id: ID!) {
  disableOperator(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DisableOperatorMutation, DisableOperatorMutationVariables>;
export const EnableOperatorDocument = new TypedDocumentString(`
    mutation EnableOperator($id: ID!) {
  enableOperator(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<EnableOperatorMutation, EnableOperatorMutationVariables>;
export const EndOperatorSessionsDocument = new TypedDocumentString(`
    mutation EndOperatorSessions($id: ID!) {
  endOperatorSessions(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<EndOperatorSessionsMutation, EndOperatorSessionsMutationVariables>;
export const AuditDocument = new TypedDocumentString(`
    query Audit($organizationId: ID, $subject: String, $text: String, $accountId: ID, $personId: ID, $from: Date, $to: Date, $timeZone: String, $cursor: String) {
  auditLog(
    organizationId: $organizationId
    subject: $subject
    text: $text
    accountId: $accountId
    personId: $personId
    from: $from
    to: $to
    timeZone: $timeZone
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
      organizationId
      requestId
    }
    page {
      ...PageFields
    }
    searchedBackTo
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<AuditQuery, AuditQueryVariables>;
export const AuditedLoanDocument = new TypedDocumentString(`
    query AuditedLoan($id: ID!) {
  account(id: $id) {
    externalContractNumber
    externalAccountNumber
    borrowers {
      displayName
      role
    }
  }
}
    `) as unknown as TypedDocumentString<AuditedLoanQuery, AuditedLoanQueryVariables>;
export const AuditedPersonDocument = new TypedDocumentString(`
    query AuditedPerson($id: ID!) {
  person(id: $id) {
    displayName
  }
}
    `) as unknown as TypedDocumentString<AuditedPersonQuery, AuditedPersonQueryVariables>;
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
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<JobsQuery, JobsQueryVariables>;
export const RetryJobDocument = new TypedDocumentString(`
    mutation RetryJob($id: ID!) {
  retryJob(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RetryJobMutation, RetryJobMutationVariables>;
export const LimitsDocument = new TypedDocumentString(`
    query Limits($organizationId: ID!) {
  actLimits(organizationId: $organizationId) {
    role
    act
    amountCents
  }
}
    `) as unknown as TypedDocumentString<LimitsQuery, LimitsQueryVariables>;
export const SetLimitDocument = new TypedDocumentString(`
    mutation SetLimit($organizationId: ID!, $input: ActLimitInput!) {
  setActLimit(organizationId: $organizationId, input: $input) {
    role
    act
    amountCents
  }
}
    `) as unknown as TypedDocumentString<SetLimitMutation, SetLimitMutationVariables>;
export const OrganizationsPageDocument = new TypedDocumentString(`
    query OrganizationsPage($cursor: String) {
  organizations(limit: 100, cursor: $cursor) {
    items {
      ...OrganizationFields
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment OrganizationFields on Organization {
  id
  displayName
  legalName
  dbaName
  timeZone
  today
  isSandbox
  isActive
  pausesAutopayAfterChargeOff
}`) as unknown as TypedDocumentString<OrganizationsPageQuery, OrganizationsPageQueryVariables>;
export const CreateOrganizationDocument = new TypedDocumentString(`
    mutation CreateOrganization($key: String!, $input: CreateOrganizationInput!) {
  createOrganization(input: $input, idempotencyKey: $key) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateOrganizationMutation, CreateOrganizationMutationVariables>;
export const UpdateOrganizationDocument = new TypedDocumentString(`
    mutation UpdateOrganization($id: ID!, $input: UpdateOrganizationInput!) {
  updateOrganization(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateOrganizationMutation, UpdateOrganizationMutationVariables>;
export const ApprovalListDocument = new TypedDocumentString(`
    query ApprovalList($organizationId: ID, $status: ApprovalStatus, $cursor: String) {
  approvalRequests(
    organizationId: $organizationId
    status: $status
    cursor: $cursor
    limit: 100
  ) {
    items {
      ...ApprovalFields
      decidedBy
      decidedByName
      account {
        ...LoanName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}
fragment ApprovalFields on ApprovalRequest {
  id
  organizationId
  act
  status
  amountCents
  paymentId
  askedBy
  askedByName
  askedAt
  expiresAt
}`) as unknown as TypedDocumentString<ApprovalListQuery, ApprovalListQueryVariables>;
export const OneApprovalDocument = new TypedDocumentString(`
    query OneApproval($id: ID!) {
  approvalRequest(id: $id) {
    ...ApprovalFields
    details {
      name
      value
    }
    borrowers
    reason
    decidedBy
    decidedByName
    decidedAt
    decisionReason
    finishedAt
    failureCode
    isOwn
    mayDecide
    account {
      ...LoanName
    }
  }
}
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}
fragment ApprovalFields on ApprovalRequest {
  id
  organizationId
  act
  status
  amountCents
  paymentId
  askedBy
  askedByName
  askedAt
  expiresAt
}`) as unknown as TypedDocumentString<OneApprovalQuery, OneApprovalQueryVariables>;
export const ApproveActDocument = new TypedDocumentString(`
    mutation ApproveAct($id: ID!) {
  approveRequest(id: $id) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<ApproveActMutation, ApproveActMutationVariables>;
export const RejectActDocument = new TypedDocumentString(`
    mutation RejectAct($id: ID!, $reason: String!) {
  rejectRequest(id: $id, reason: $reason) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<RejectActMutation, RejectActMutationVariables>;
export const WithdrawActDocument = new TypedDocumentString(`
    mutation WithdrawAct($id: ID!) {
  withdrawRequest(id: $id) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<WithdrawActMutation, WithdrawActMutationVariables>;
export const RunListDocument = new TypedDocumentString(`
    query RunList($organizationId: ID, $statuses: [AutopayRunStatus!], $from: Date, $to: Date, $timeZone: String, $sortBy: AutopayRunColumn, $isDescending: Boolean, $cursor: String) {
  autopayRuns(
    organizationId: $organizationId
    statuses: $statuses
    from: $from
    to: $to
    timeZone: $timeZone
    sortBy: $sortBy
    isDescending: $isDescending
    cursor: $cursor
    limit: 100
  ) {
    items {
      id
      createdAt
      dueOn
      status
      amountCents
      nextTryOn
      failureCode
      attemptCount
      referenceNumber
      isOneTime
      account {
        ...LoanName
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
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<RunListQuery, RunListQueryVariables>;
export const RunSumsDocument = new TypedDocumentString(`
    query RunSums($organizationId: ID, $from: Date, $to: Date, $timeZone: String) {
  autopayRunCounts(
    organizationId: $organizationId
    from: $from
    to: $to
    timeZone: $timeZone
  ) {
    status
    rows: runs
    amountCents
    isExact
  }
}
    `) as unknown as TypedDocumentString<RunSumsQuery, RunSumsQueryVariables>;
export const OneRunDocument = new TypedDocumentString(`
    query OneRun($id: ID!) {
  autopayRun(id: $id) {
    id
    organizationId
    createdAt
    dueOn
    status
    amountCents
    nextTryOn
    failureCode
    effectiveDate
    referenceNumber
    postedAt
    refundedAt
    attemptCount
    possibleDuplicateOf
    isOneTime
    authorization {
      person {
        id
        displayName
      }
      authorizedOn
      method
      recordedBy
    }
    account {
      ...LoanName
      loanSystemCode
    }
    schedule {
      id
      status
      amountCents
      frequencyUnit
      frequencyInterval
      pauseReason
      paymentMethod {
        instrumentType
        lastFour
        cardBrand
        bankName
      }
    }
    attempts {
      number
      status
      amountCents
      failureCode
      createdAt
      settledAt
    }
    disputes {
      id
      status
      amountCents
      openedAt
    }
    corrections {
      id
      kind
      reason
      cause
      status
      amountCents
      failureCode
      createdAt
    }
    exceptions {
      id
      kind
      createdAt
      resolvedAt
      resolvedBy
      resolution
    }
  }
}
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<OneRunQuery, OneRunQueryVariables>;
export const RetryRunDocument = new TypedDocumentString(`
    mutation RetryRun($id: ID!, $attemptsSeen: Int!) {
  retryAutopayRun(id: $id, attemptsSeen: $attemptsSeen) {
    id
    status
    nextTryOn
  }
}
    `) as unknown as TypedDocumentString<RetryRunMutation, RetryRunMutationVariables>;
export const BatchListDocument = new TypedDocumentString(`
    query BatchList($organizationId: ID, $status: PaymentBatchStatus, $from: Date, $to: Date, $timeZone: String, $cursor: String) {
  paymentBatches(
    organizationId: $organizationId
    status: $status
    from: $from
    to: $to
    timeZone: $timeZone
    cursor: $cursor
    limit: 100
  ) {
    items {
      ...BatchFields
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment BatchFields on PaymentBatch {
  id
  organizationId
  mode
  isDryRun
  status
  stopReason
  rowCount
  sumCents
  actor
  createdAt
  finishedAt
  outcomes {
    posted {
      ...BatchTally
    }
    pendingConfirmation {
      ...BatchTally
    }
    failed {
      ...BatchTally
    }
    refused {
      ...BatchTally
    }
    unavailable {
      ...BatchTally
    }
    notTried {
      ...BatchTally
    }
    wouldPost {
      ...BatchTally
    }
    alreadyRecorded
    possibleDuplicates
  }
}
fragment BatchTally on PaymentBatchTally {
  rows
  amountCents
}`) as unknown as TypedDocumentString<BatchListQuery, BatchListQueryVariables>;
export const OneBatchDocument = new TypedDocumentString(`
    query OneBatch($id: ID!) {
  paymentBatch(id: $id) {
    ...BatchFields
  }
}
    fragment BatchFields on PaymentBatch {
  id
  organizationId
  mode
  isDryRun
  status
  stopReason
  rowCount
  sumCents
  actor
  createdAt
  finishedAt
  outcomes {
    posted {
      ...BatchTally
    }
    pendingConfirmation {
      ...BatchTally
    }
    failed {
      ...BatchTally
    }
    refused {
      ...BatchTally
    }
    unavailable {
      ...BatchTally
    }
    notTried {
      ...BatchTally
    }
    wouldPost {
      ...BatchTally
    }
    alreadyRecorded
    possibleDuplicates
  }
}
fragment BatchTally on PaymentBatchTally {
  rows
  amountCents
}`) as unknown as TypedDocumentString<OneBatchQuery, OneBatchQueryVariables>;
export const BatchRowsDocument = new TypedDocumentString(`
    query BatchRows($id: ID!, $outcome: PaymentBatchOutcome, $cursor: String) {
  paymentBatchResults(
    batchId: $id
    outcome: $outcome
    cursor: $cursor
    limit: 200
  ) {
    items {
      position
      outcome
      amountCents
      loanNumber
      externalContractNumber
      externalReference
      paymentId
      paymentStatus
      referenceNumber
      effectiveDate
      alreadyRecorded
      errorCode
      reason
      possibleDuplicateOf
      account {
        ...LoanName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<BatchRowsQuery, BatchRowsQueryVariables>;
export const BatchResultFileDocument = new TypedDocumentString(`
    query BatchResultFile($id: ID!) {
  paymentBatchResultFile(batchId: $id)
}
    `) as unknown as TypedDocumentString<BatchResultFileQuery, BatchResultFileQueryVariables>;
export const SubmitBatchDocument = new TypedDocumentString(`
    mutation SubmitBatch($organizationId: ID!, $key: String!, $input: CreatePaymentBatchInput!) {
  createPaymentBatch(
    organizationId: $organizationId
    idempotencyKey: $key
    input: $input
  ) {
    replayed
    batch {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SubmitBatchMutation, SubmitBatchMutationVariables>;
export const ResumeBatchDocument = new TypedDocumentString(`
    mutation ResumeBatch($id: ID!, $key: String!) {
  resumePaymentBatch(batchId: $id, idempotencyKey: $key) {
    batch {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<ResumeBatchMutation, ResumeBatchMutationVariables>;
export const BoardingListDocument = new TypedDocumentString(`
    query BoardingList($organizationId: ID, $from: Date, $to: Date, $timeZone: String, $cursor: String) {
  ledgerBoardings(
    organizationId: $organizationId
    from: $from
    to: $to
    timeZone: $timeZone
    cursor: $cursor
    limit: 100
  ) {
    items {
      ...BoardingFields
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment BoardingFields on LedgerBoarding {
  id
  organizationId
  loanSystemCode
  status
  isDryRun
  skipsInvalid
  isStrict
  lines
  bytes
  loans
  transactions
  errors
  differences
  warnings
  knownLoans
  loansWritten
  isTied
  isDryRunRefused
  requestedBy
  createdAt
  finishedAt
}`) as unknown as TypedDocumentString<BoardingListQuery, BoardingListQueryVariables>;
export const OneBoardingDocument = new TypedDocumentString(`
    query OneBoarding($id: ID!) {
  ledgerBoarding(id: $id) {
    ...BoardingFields
    transactionsWritten
    warningKinds {
      kind
      count
    }
    tieOut {
      control {
        ...BoardingFiguresFields
      }
      file {
        ...BoardingFiguresFields
      }
      known {
        ...BoardingFiguresFields
      }
      skipped {
        ...BoardingFiguresFields
      }
      written {
        ...BoardingFiguresFields
      }
      journal {
        ...BoardingFiguresFields
      }
    }
  }
}
    fragment BoardingFields on LedgerBoarding {
  id
  organizationId
  loanSystemCode
  status
  isDryRun
  skipsInvalid
  isStrict
  lines
  bytes
  loans
  transactions
  errors
  differences
  warnings
  knownLoans
  loansWritten
  isTied
  isDryRunRefused
  requestedBy
  createdAt
  finishedAt
}
fragment BoardingFiguresFields on BoardingFigures {
  loans
  transactions
  principalCents
  interestCents
  feesCents
  amountCents
}`) as unknown as TypedDocumentString<OneBoardingQuery, OneBoardingQueryVariables>;
export const BoardingProblemsDocument = new TypedDocumentString(`
    query BoardingProblems($id: ID!, $severity: LedgerBoardingProblemSeverity, $cursor: String) {
  ledgerBoardingProblems(
    id: $id
    severity: $severity
    cursor: $cursor
    limit: 100
  ) {
    items {
      line
      column
      severity
      message
      loanNumber
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<BoardingProblemsQuery, BoardingProblemsQueryVariables>;
export const BoardedLoansDocument = new TypedDocumentString(`
    query BoardedLoans($id: ID!, $cursor: String) {
  ledgerBoardingLoans(id: $id, cursor: $cursor, limit: 100) {
    items {
      accountId
      principalCents
      interestCents
      feesCents
      transactions
      account {
        ...LoanName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<BoardedLoansQuery, BoardedLoansQueryVariables>;
export const BoardingProblemFileDocument = new TypedDocumentString(`
    query BoardingProblemFile($id: ID!) {
  ledgerBoardingProblemFile(id: $id)
}
    `) as unknown as TypedDocumentString<BoardingProblemFileQuery, BoardingProblemFileQueryVariables>;
export const AbandonBoardingDocument = new TypedDocumentString(`
    mutation AbandonBoarding($id: ID!, $key: String!) {
  abandonLedgerBoarding(id: $id, idempotencyKey: $key) {
    boarding {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<AbandonBoardingMutation, AbandonBoardingMutationVariables>;
export const BorrowerPageDocument = new TypedDocumentString(`
    query BorrowerPage($id: ID!) {
  person(id: $id) {
    ...MaskedContact
    id
    organizationId
    displayName
    loanSystemCode
    erasedAt
    organization {
      displayName
    }
  }
}
    fragment MaskedContact on Person {
  maskedEmail
  maskedPhone
  maskedAddress
}`) as unknown as TypedDocumentString<BorrowerPageQuery, BorrowerPageQueryVariables>;
export const BorrowerLoansDocument = new TypedDocumentString(`
    query BorrowerLoans($text: String!) {
  accounts(text: $text, limit: 20) {
    items {
      id
      externalContractNumber
      externalAccountNumber
      statusCode
      currentBalanceCents
      pastDueCents
      daysPastDue
      nextDueOn
      nextDueCents
      borrowers {
        partyId
        role
        isActive
      }
      flags {
        id
        kind
        state
      }
      notes {
        ...NoteFields
      }
      autopaySchedules {
        id
        status
        nextRunDate
      }
      autopayRuns {
        id
        createdAt
        status
        amountCents
        isOneTime
        failureCode
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
      disputes {
        id
        status
        reason
        amountCents
        openedAt
        evidenceDueBy
      }
    }
    page {
      hasMore
    }
  }
}
    fragment NoteFields on AccountNote {
  id
  accountId
  kind
  text
  writtenBy
  writtenByName
  createdAt
  promise {
    amountCents
    promisedOn
    endsOn
    receivedCents
    state
  }
}`) as unknown as TypedDocumentString<BorrowerLoansQuery, BorrowerLoansQueryVariables>;
export const CollectionListDocument = new TypedDocumentString(`
    query CollectionList($organizationId: ID, $view: CollectionQueueView, $minDaysPastDue: Int, $maxDaysPastDue: Int, $sortBy: CollectionColumn, $isDescending: Boolean, $cursor: String) {
  collectionQueue(
    organizationId: $organizationId
    view: $view
    minDaysPastDue: $minDaysPastDue
    maxDaysPastDue: $maxDaysPastDue
    sortBy: $sortBy
    isDescending: $isDescending
    cursor: $cursor
    limit: 100
  ) {
    items {
      ...LoanName
      pastDueCents
      daysPastDue
      collection {
        ...CollectionFields
      }
      organization {
        displayName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}
fragment CollectionFields on AccountCollection {
  accountId
  isInQueue
  lastContactKind
  lastContactAt
  promisedCents
  promisedOn
  promiseState
  followUpOn
  skipReason
  assignedTo
  takenBy
  takenByName
  takenUntil
  isMine
}`) as unknown as TypedDocumentString<CollectionListQuery, CollectionListQueryVariables>;
export const CollectionTotalsDocument = new TypedDocumentString(`
    query CollectionTotals($organizationId: ID, $view: CollectionQueueView, $minDaysPastDue: Int, $maxDaysPastDue: Int) {
  collectionQueueTotals(
    organizationId: $organizationId
    view: $view
    minDaysPastDue: $minDaysPastDue
    maxDaysPastDue: $maxDaysPastDue
  ) {
    rows
    amountCents
    netCents
    isExact
  }
}
    `) as unknown as TypedDocumentString<CollectionTotalsQuery, CollectionTotalsQueryVariables>;
export const TakeNextLoanDocument = new TypedDocumentString(`
    mutation TakeNextLoan($organizationId: ID) {
  takeNextCollectionLoan(organizationId: $organizationId) {
    accountId
  }
}
    `) as unknown as TypedDocumentString<TakeNextLoanMutation, TakeNextLoanMutationVariables>;
export const TakeLoanDocument = new TypedDocumentString(`
    mutation TakeLoan($accountId: ID!) {
  takeCollectionLoan(accountId: $accountId) {
    accountId
  }
}
    `) as unknown as TypedDocumentString<TakeLoanMutation, TakeLoanMutationVariables>;
export const ReleaseLoanDocument = new TypedDocumentString(`
    mutation ReleaseLoan($accountId: ID!, $skipReason: CollectionSkipReason, $followUpOn: Date) {
  releaseCollectionLoan(
    accountId: $accountId
    skipReason: $skipReason
    followUpOn: $followUpOn
  ) {
    accountId
  }
}
    `) as unknown as TypedDocumentString<ReleaseLoanMutation, ReleaseLoanMutationVariables>;
export const AssignLoanDocument = new TypedDocumentString(`
    mutation AssignLoan($accountId: ID!, $operator: String) {
  assignCollectionLoan(accountId: $accountId, operator: $operator) {
    accountId
  }
}
    `) as unknown as TypedDocumentString<AssignLoanMutation, AssignLoanMutationVariables>;
export const CollectionAssigneesDocument = new TypedDocumentString(`
    query CollectionAssignees($accountId: ID!) {
  collectionAssignees(accountId: $accountId) {
    subject
    name
  }
}
    `) as unknown as TypedDocumentString<CollectionAssigneesQuery, CollectionAssigneesQueryVariables>;
export const SharedViewsDocument = new TypedDocumentString(`
    query SharedViews($page: SharedViewPage!, $organizationId: ID) {
  sharedViews(page: $page, organizationId: $organizationId) {
    id
    organizationId
    name
    search
  }
}
    `) as unknown as TypedDocumentString<SharedViewsQuery, SharedViewsQueryVariables>;
export const SaveSharedViewDocument = new TypedDocumentString(`
    mutation SaveSharedView($organizationId: ID!, $input: SharedViewInput!) {
  saveSharedView(organizationId: $organizationId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<SaveSharedViewMutation, SaveSharedViewMutationVariables>;
export const RemoveSharedViewDocument = new TypedDocumentString(`
    mutation RemoveSharedView($id: ID!) {
  removeSharedView(id: $id)
}
    `) as unknown as TypedDocumentString<RemoveSharedViewMutation, RemoveSharedViewMutationVariables>;
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
    lastUsedAt
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
export const CreateKeyDocument = new TypedDocumentString(`
    mutation CreateKey($input: CreateApiKeyInput!, $key: String) {
  createApiKey(input: $input, idempotencyKey: $key) {
    plaintext
    hint
    key {
      prefix
    }
  }
}
    `) as unknown as TypedDocumentString<CreateKeyMutation, CreateKeyMutationVariables>;
export const RotateKeyDocument = new TypedDocumentString(`
    mutation RotateKey($prefix: ID!, $key: String) {
  rotateApiKey(prefix: $prefix, idempotencyKey: $key) {
    plaintext
    hint
    key {
      prefix
    }
  }
}
    `) as unknown as TypedDocumentString<RotateKeyMutation, RotateKeyMutationVariables>;
export const OneTestClockDocument = new TypedDocumentString(`
    query OneTestClock($organizationId: ID!) {
  testClock(organizationId: $organizationId) {
    ...ClockFields
  }
}
    fragment ClockFields on TestClock {
  organizationId
  status
  at
  from
  to
  startedAt
  finishedAt
  error
}`) as unknown as TypedDocumentString<OneTestClockQuery, OneTestClockQueryVariables>;
export const AdvanceClockDocument = new TypedDocumentString(`
    mutation AdvanceClock($key: String!, $input: AdvanceTestClockInput!) {
  advanceTestClock(idempotencyKey: $key, input: $input) {
    testClock {
      ...ClockFields
    }
  }
}
    fragment ClockFields on TestClock {
  organizationId
  status
  at
  from
  to
  startedAt
  finishedAt
  error
}`) as unknown as TypedDocumentString<AdvanceClockMutation, AdvanceClockMutationVariables>;
export const StopClockDocument = new TypedDocumentString(`
    mutation StopClock($organizationId: ID!) {
  stopTestClock(organizationId: $organizationId) {
    ...ClockFields
  }
}
    fragment ClockFields on TestClock {
  organizationId
  status
  at
  from
  to
  startedAt
  finishedAt
  error
}`) as unknown as TypedDocumentString<StopClockMutation, StopClockMutationVariables>;
export const EndpointsDocument = new TypedDocumentString(`
    query Endpoints($cursor: String) {
  webhookEndpoints(cursor: $cursor, limit: 1000) {
    items {
      ...EndpointRow
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment EndpointRow on WebhookEndpoint {
  id
  url
  description
  types
  organizationIds
  status
  disabledReason
  disabledAt
  missedFrom
  failingSince
  lastError
  concerns
  actor
  createdAt
}`) as unknown as TypedDocumentString<EndpointsQuery, EndpointsQueryVariables>;
export const OneEndpointDocument = new TypedDocumentString(`
    query OneEndpoint($id: ID!) {
  webhookEndpoint(id: $id) {
    ...EndpointRow
  }
}
    fragment EndpointRow on WebhookEndpoint {
  id
  url
  description
  types
  organizationIds
  status
  disabledReason
  disabledAt
  missedFrom
  failingSince
  lastError
  concerns
  actor
  createdAt
}`) as unknown as TypedDocumentString<OneEndpointQuery, OneEndpointQueryVariables>;
export const DeliveriesDocument = new TypedDocumentString(`
    query Deliveries($id: ID!, $status: WebhookDeliveryStatus, $cursor: String) {
  webhookDeliveries(endpointId: $id, status: $status, cursor: $cursor, limit: 100) {
    items {
      ...DeliveryRow
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment DeliveryRow on WebhookDelivery {
  endpointId
  organizationId
  eventId
  type
  createdAt
  deliveryStatus
  tries
  nextAttemptAt
  attemptedAt
  httpStatus
  error
}`) as unknown as TypedDocumentString<DeliveriesQuery, DeliveriesQueryVariables>;
export const OneDeliveryDocument = new TypedDocumentString(`
    query OneDelivery($id: ID!, $eventId: ID!) {
  webhookDelivery(endpointId: $id, eventId: $eventId) {
    ...DeliveryRow
    payload
  }
  webhookEndpoint(id: $id) {
    id
    url
    status
  }
}
    fragment DeliveryRow on WebhookDelivery {
  endpointId
  organizationId
  eventId
  type
  createdAt
  deliveryStatus
  tries
  nextAttemptAt
  attemptedAt
  httpStatus
  error
}`) as unknown as TypedDocumentString<OneDeliveryQuery, OneDeliveryQueryVariables>;
export const EventsToResendDocument = new TypedDocumentString(`
    query EventsToResend($id: ID!, $from: Date!, $to: Date!, $timeZone: String!, $undeliveredOnly: Boolean!) {
  webhookEventsToResend(
    endpointId: $id
    from: $from
    to: $to
    timeZone: $timeZone
    undeliveredOnly: $undeliveredOnly
  ) {
    events
    isExact
    from
    until
  }
}
    `) as unknown as TypedDocumentString<EventsToResendQuery, EventsToResendQueryVariables>;
export const AttemptsDocument = new TypedDocumentString(`
    query Attempts($id: ID!, $eventId: ID!, $cursor: String) {
  webhookAttempts(endpointId: $id, eventId: $eventId, cursor: $cursor, limit: 100) {
    items {
      id
      eventId
      number
      succeeded
      httpStatus
      error
      durationMs
      answer
      createdAt
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<AttemptsQuery, AttemptsQueryVariables>;
export const MakeEndpointDocument = new TypedDocumentString(`
    mutation MakeEndpoint($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) {
    id
    secret
  }
}
    `) as unknown as TypedDocumentString<MakeEndpointMutation, MakeEndpointMutationVariables>;
export const SetEndpointStatusDocument = new TypedDocumentString(`
    mutation SetEndpointStatus($id: ID!, $status: WebhookEndpointStatus!) {
  updateWebhookEndpoint(id: $id, input: {status: $status}) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetEndpointStatusMutation, SetEndpointStatusMutationVariables>;
export const EditEndpointDocument = new TypedDocumentString(`
    mutation EditEndpoint($id: ID!, $input: UpdateWebhookEndpointInput!) {
  updateWebhookEndpoint(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<EditEndpointMutation, EditEndpointMutationVariables>;
export const ReplayEventsDocument = new TypedDocumentString(`
    mutation ReplayEvents($id: ID!, $input: ResendWebhookEventsInput!, $key: String!) {
  resendWebhookEvents(id: $id, input: $input, idempotencyKey: $key) {
    queued
    alreadyWaiting
    nextAfter
  }
}
    `) as unknown as TypedDocumentString<ReplayEventsMutation, ReplayEventsMutationVariables>;
export const RotateEndpointSecretDocument = new TypedDocumentString(`
    mutation RotateEndpointSecret($id: ID!) {
  rotateWebhookEndpointSecret(id: $id) {
    id
    secret
  }
}
    `) as unknown as TypedDocumentString<RotateEndpointSecretMutation, RotateEndpointSecretMutationVariables>;
export const TestEndpointDocument = new TypedDocumentString(`
    mutation TestEndpoint($id: ID!) {
  testWebhookEndpoint(id: $id) {
    eventId
  }
}
    `) as unknown as TypedDocumentString<TestEndpointMutation, TestEndpointMutationVariables>;
export const SendAgainDocument = new TypedDocumentString(`
    mutation SendAgain($id: ID!, $eventId: ID!) {
  resendWebhookEvents(id: $id, input: {eventId: $eventId}) {
    queued
  }
}
    `) as unknown as TypedDocumentString<SendAgainMutation, SendAgainMutationVariables>;
export const EventListDocument = new TypedDocumentString(`
    query EventList($organizationId: ID, $type: String, $objectId: ID, $cursor: String) {
  events(
    organizationId: $organizationId
    type: $type
    objectId: $objectId
    cursor: $cursor
    limit: 100
  ) {
    items {
      id
      type
      createdAt
      objectType
      objectId
      sequence
      status
      previousStatus
      code
      actor
      possibleDuplicateOf
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<EventListQuery, EventListQueryVariables>;
export const OneDisputeDocument = new TypedDocumentString(`
    query OneDispute($id: ID!) {
  dispute(id: $id) {
    id
    organizationId
    processor
    externalId
    chargeExternalId
    runId
    status
    reason
    amountCents
    isWithdrawn
    evidenceDueBy
    openedAt
    closedAt
    account {
      ...LoanName
      loanSystemCode
    }
  }
}
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<OneDisputeQuery, OneDisputeQueryVariables>;
export const DisputeListDocument = new TypedDocumentString(`
    query DisputeList($organizationId: ID, $statuses: [DisputeStatus!], $from: Date, $to: Date, $timeZone: String, $sortBy: DisputeColumn, $isDescending: Boolean, $cursor: String) {
  disputes(
    organizationId: $organizationId
    statuses: $statuses
    from: $from
    to: $to
    timeZone: $timeZone
    sortBy: $sortBy
    isDescending: $isDescending
    cursor: $cursor
    limit: 100
  ) {
    items {
      id
      status
      reason
      amountCents
      isWithdrawn
      evidenceDueBy
      openedAt
      closedAt
      processor
      externalId
      account {
        ...LoanName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<DisputeListQuery, DisputeListQueryVariables>;
export const DisputeTotalsDocument = new TypedDocumentString(`
    query DisputeTotals($organizationId: ID, $statuses: [DisputeStatus!], $from: Date, $to: Date, $timeZone: String) {
  disputeTotals(
    organizationId: $organizationId
    statuses: $statuses
    from: $from
    to: $to
    timeZone: $timeZone
  ) {
    rows
    amountCents
    netCents
    isExact
  }
}
    `) as unknown as TypedDocumentString<DisputeTotalsQuery, DisputeTotalsQueryVariables>;
export const ExceptionListDocument = new TypedDocumentString(`
    query ExceptionList($organizationId: ID, $isResolved: Boolean, $isWaiting: Boolean, $cursor: String) {
  operatorExceptions(
    organizationId: $organizationId
    isResolved: $isResolved
    isWaiting: $isWaiting
    cursor: $cursor
    limit: 100
  ) {
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
      waitsUntil
      waitsBy
      waitReason
      paymentId
      runId
      difference {
        id
        side
        lastDay
        ours
        theirs
      }
      account {
        ...LoanName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<ExceptionListQuery, ExceptionListQueryVariables>;
export const ReleaseRunDocument = new TypedDocumentString(`
    mutation ReleaseRun($id: ID!) {
  releaseAutopayRun(id: $id) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<ReleaseRunMutation, ReleaseRunMutationVariables>;
export const CancelRunDocument = new TypedDocumentString(`
    mutation CancelRun($id: ID!) {
  cancelAutopayRun(id: $id) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<CancelRunMutation, CancelRunMutationVariables>;
export const ResolveExceptionDocument = new TypedDocumentString(`
    mutation ResolveException($id: ID!, $resolution: String!) {
  resolveOperatorException(id: $id, resolution: $resolution) {
    id
    resolvedAt
  }
}
    `) as unknown as TypedDocumentString<ResolveExceptionMutation, ResolveExceptionMutationVariables>;
export const PostponeExceptionDocument = new TypedDocumentString(`
    mutation PostponeException($id: ID!, $until: Date!, $reason: String!) {
  postponeOperatorException(id: $id, until: $until, reason: $reason) {
    id
    waitsUntil
  }
}
    `) as unknown as TypedDocumentString<PostponeExceptionMutation, PostponeExceptionMutationVariables>;
export const SetFlagDocument = new TypedDocumentString(`
    mutation SetFlag($accountId: ID!, $key: String!, $input: AccountFlagInput!) {
  setAccountFlag(accountId: $accountId, idempotencyKey: $key, input: $input) {
    flag {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SetFlagMutation, SetFlagMutationVariables>;
export const LiftFlagDocument = new TypedDocumentString(`
    mutation LiftFlag($id: ID!, $reason: String!) {
  liftAccountFlag(id: $id, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<LiftFlagMutation, LiftFlagMutationVariables>;
export const FlagRulesDocument = new TypedDocumentString(`
    query FlagRules($organizationId: ID!) {
  accountFlagRules(organizationId: $organizationId) {
    kind
    stops
    stopsByDefault
    changedBy
    changedAt
  }
}
    `) as unknown as TypedDocumentString<FlagRulesQuery, FlagRulesQueryVariables>;
export const ChangeFlagRuleDocument = new TypedDocumentString(`
    mutation ChangeFlagRule($organizationId: ID!, $input: AccountFlagRuleInput!) {
  changeAccountFlagRule(organizationId: $organizationId, input: $input) {
    kind
    stops
  }
}
    `) as unknown as TypedDocumentString<ChangeFlagRuleMutation, ChangeFlagRuleMutationVariables>;
export const TodayDocument = new TypedDocumentString(`
    query Today($organizationId: ID, $failedSince: Date!, $timeZone: String) {
  entered: receiptsByDay(organizationId: $organizationId, by: ENTERED) {
    ...ReceiptsAtHome
  }
  applied: receiptsByDay(organizationId: $organizationId, by: BUSINESS_DAY) {
    ...ReceiptsAtHome
  }
  paymentCounts(
    organizationId: $organizationId
    statuses: [pending, pending_confirmation, reversal_pending]
  ) {
    status
    rows: payments
    amountCents
    isExact
  }
  runs: autopayRunCounts(organizationId: $organizationId, statuses: [retrying]) {
    ...RunsAtHome
  }
  lateRuns: autopayRunCounts(
    organizationId: $organizationId
    statuses: [failed]
    from: $failedSince
    timeZone: $timeZone
  ) {
    ...RunsAtHome
  }
  operatorExceptionCounts(organizationId: $organizationId) {
    kind
    open
    oldestAt
  }
  loanSystems {
    code
    organizationId
    isActive
    sync {
      lagSeconds
      loansFailed
      syncedThrough
    }
    sightings {
      isStale
      isReachable
      isBroken
    }
  }
}
    fragment ReceiptsAtHome on ReceiptsOfDay {
  day
  payments
  grossCents
  reversedCents
  netCents
}
fragment RunsAtHome on AutopayRunCount {
  status
  rows: runs
  amountCents
  isExact
}`) as unknown as TypedDocumentString<TodayQuery, TodayQueryVariables>;
export const MattersDocument = new TypedDocumentString(`
    query Matters($organizationId: ID, $failedSince: Date!, $timeZone: String) {
  unconfirmed: payments(
    organizationId: $organizationId
    statuses: [pending, pending_confirmation, reversal_pending]
    limit: 8
  ) {
    items {
      ...PaymentRow
    }
  }
  runs: autopayRuns(
    organizationId: $organizationId
    statuses: [failed, retrying]
    from: $failedSince
    timeZone: $timeZone
    limit: 12
  ) {
    items {
      id
      dueOn
      amountCents
      failureCode
      nextTryOn
      account {
        ...LoanName
      }
    }
  }
  approvalRequests(organizationId: $organizationId, status: open, limit: 8) {
    items {
      id
      act
      amountCents
      askedAt
      account {
        ...LoanName
      }
    }
  }
  openApprovalRequestCount(organizationId: $organizationId)
  operatorExceptions(organizationId: $organizationId, isResolved: false, limit: 8) {
    items {
      id
      kind
      createdAt
      account {
        ...LoanName
      }
    }
  }
}
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
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
  possibleDuplicateOf
  account {
    ...LoanName
    loanSystemCode
  }
}`) as unknown as TypedDocumentString<MattersQuery, MattersQueryVariables>;
export const LatestPaymentsDocument = new TypedDocumentString(`
    query LatestPayments($organizationId: ID) {
  payments(organizationId: $organizationId, limit: 12) {
    items {
      ...PaymentRow
    }
  }
  agingSummary(organizationId: $organizationId) {
    bucket
    accounts
    balanceCents
    pastDueCents
  }
}
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
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
  possibleDuplicateOf
  account {
    ...LoanName
    loanSystemCode
  }
}`) as unknown as TypedDocumentString<LatestPaymentsQuery, LatestPaymentsQueryVariables>;
export const GeneralLedgerTotalsDocument = new TypedDocumentString(`
    query GeneralLedgerTotals($organizationId: ID, $from: Date, $to: Date, $type: String) {
  generalLedger(
    organizationId: $organizationId
    from: $from
    to: $to
    type: $type
  ) {
    items {
      ledgerAccount
      debitCents
      creditCents
      netCents
      lines
    }
  }
}
    `) as unknown as TypedDocumentString<GeneralLedgerTotalsQuery, GeneralLedgerTotalsQueryVariables>;
export const JournalLineListDocument = new TypedDocumentString(`
    query JournalLineList($organizationId: ID, $from: Date, $to: Date, $type: String, $ledgerAccount: String, $referenceNumber: SafeInt, $cursor: String) {
  journalLines(
    organizationId: $organizationId
    from: $from
    to: $to
    type: $type
    ledgerAccount: $ledgerAccount
    referenceNumber: $referenceNumber
    cursor: $cursor
    limit: 200
  ) {
    items {
      referenceNumber
      lineNumber
      organizationId
      type
      effectiveOn
      postedAt
      ledgerAccount
      amountCents
      reversesReference
      reversesEffectiveOn
      account {
        ...LoanName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<JournalLineListQuery, JournalLineListQueryVariables>;
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
      followsChanges
      changesMissed
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
export const RecoveriesDocument = new TypedDocumentString(`
    query Recoveries {
  recoveries {
    organizationId
    displayName
    since
    closedLoanSystems {
      code
      reason
      waitsForRead
    }
    movedLoans {
      accountId
    }
    unknownPayments
    unknownReversals
  }
}
    `) as unknown as TypedDocumentString<RecoveriesQuery, RecoveriesQueryVariables>;
export const StartRecoveryDocument = new TypedDocumentString(`
    mutation StartRecovery($since: DateTime!, $organizationId: ID) {
  startRecovery(since: $since, organizationId: $organizationId) {
    organizationId
  }
}
    `) as unknown as TypedDocumentString<StartRecoveryMutation, StartRecoveryMutationVariables>;
export const EndRecoveryDocument = new TypedDocumentString(`
    mutation EndRecovery($organizationId: ID) {
  endRecovery(organizationId: $organizationId) {
    organizationId
  }
}
    `) as unknown as TypedDocumentString<EndRecoveryMutation, EndRecoveryMutationVariables>;
export const ConfirmPostingsReadDocument = new TypedDocumentString(`
    mutation ConfirmPostingsRead($code: ID!) {
  confirmPostingsRead(code: $code) {
    problems
  }
}
    `) as unknown as TypedDocumentString<ConfirmPostingsReadMutation, ConfirmPostingsReadMutationVariables>;
export const TemplatesDocument = new TypedDocumentString(`
    query Templates($organizationId: ID, $cursor: String) {
  emailTemplates(organizationId: $organizationId, cursor: $cursor, limit: 100) {
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
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<TemplatesQuery, TemplatesQueryVariables>;
export const CampaignsDocument = new TypedDocumentString(`
    query Campaigns($organizationId: ID, $cursor: String) {
  campaigns(organizationId: $organizationId, limit: 10, cursor: $cursor) {
    items {
      id
      name
      provider
      identifiers
      createdAt
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<CampaignsQuery, CampaignsQueryVariables>;
export const OneCampaignDocument = new TypedDocumentString(`
    query OneCampaign($id: ID!) {
  campaign(id: $id) {
    id
    organizationId
    name
    provider
  }
}
    `) as unknown as TypedDocumentString<OneCampaignQuery, OneCampaignQueryVariables>;
export const CampaignRecipientsDocument = new TypedDocumentString(`
    query CampaignRecipients($id: ID!, $eventType: CampaignEventType!, $isMachine: Boolean!, $cursor: String) {
  campaignRecipients(
    campaignId: $id
    eventType: $eventType
    isMachine: $isMachine
    cursor: $cursor
    limit: 100
  ) {
    items {
      id
      maskedRecipient
      events
      firstAt
      lastAt
      isHardBounce
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<CampaignRecipientsQuery, CampaignRecipientsQueryVariables>;
export const TemplatePageDocument = new TypedDocumentString(`
    query TemplatePage($id: ID!) {
  emailTemplate(id: $id) {
    id
    name
    subjectTemplate
    description
    htmlTemplate
    textTemplate
    createdAt
    workspace {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<TemplatePageQuery, TemplatePageQueryVariables>;
export const TemplatePreviewDocument = new TypedDocumentString(`
    query TemplatePreview($id: ID!, $draft: UpdateEmailTemplateInput!, $sampleData: JsonObject!) {
  previewEmailTemplate(id: $id, draft: $draft, sampleData: $sampleData) {
    subject
    html
    text
    unfilled
    truncated
  }
}
    `) as unknown as TypedDocumentString<TemplatePreviewQuery, TemplatePreviewQueryVariables>;
export const SaveTemplateDocument = new TypedDocumentString(`
    mutation SaveTemplate($id: ID!, $input: UpdateEmailTemplateInput!) {
  updateEmailTemplate(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<SaveTemplateMutation, SaveTemplateMutationVariables>;
export const WorkspacesDocument = new TypedDocumentString(`
    query Workspaces {
  workspaces {
    id
    organizationId
    name
  }
}
    `) as unknown as TypedDocumentString<WorkspacesQuery, WorkspacesQueryVariables>;
export const SuppressionListDocument = new TypedDocumentString(`
    query SuppressionList($workspaceId: ID!, $from: Date, $to: Date, $timeZone: String, $cursor: String) {
  suppressions(
    workspaceId: $workspaceId
    from: $from
    to: $to
    timeZone: $timeZone
    cursor: $cursor
    limit: 100
  ) {
    items {
      address
      reason
      createdAt
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<SuppressionListQuery, SuppressionListQueryVariables>;
export const AllowAddressDocument = new TypedDocumentString(`
    mutation AllowAddress($workspaceId: ID!, $address: String!) {
  removeSuppression(workspaceId: $workspaceId, address: $address) {
    isSuppressed
  }
}
    `) as unknown as TypedDocumentString<AllowAddressMutation, AllowAddressMutationVariables>;
export const MakeTemplateDocument = new TypedDocumentString(`
    mutation MakeTemplate($input: CreateEmailTemplateInput!) {
  createEmailTemplate(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<MakeTemplateMutation, MakeTemplateMutationVariables>;
export const NoteListDocument = new TypedDocumentString(`
    query NoteList($organizationId: ID, $text: String, $kind: AccountNoteKind, $promiseState: PromiseState, $from: Date, $to: Date, $timeZone: String, $cursor: String) {
  accountNotes(
    organizationId: $organizationId
    text: $text
    kind: $kind
    promiseState: $promiseState
    from: $from
    to: $to
    timeZone: $timeZone
    cursor: $cursor
    limit: 100
  ) {
    items {
      ...NoteFields
      account {
        ...LoanName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}
fragment NoteFields on AccountNote {
  id
  accountId
  kind
  text
  writtenBy
  writtenByName
  createdAt
  promise {
    amountCents
    promisedOn
    endsOn
    receivedCents
    state
  }
}`) as unknown as TypedDocumentString<NoteListQuery, NoteListQueryVariables>;
export const AddNoteDocument = new TypedDocumentString(`
    mutation AddNote($accountId: ID!, $key: String!, $input: AccountNoteInput!) {
  addAccountNote(accountId: $accountId, idempotencyKey: $key, input: $input) {
    note {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<AddNoteMutation, AddNoteMutationVariables>;
export const OperationsOutcomesDocument = new TypedDocumentString(`
    query OperationsOutcomes($organizationId: ID) {
  unknownOutcomes(organizationId: $organizationId) {
    kind
    open
    oldestAt
    isExact
  }
  operatorExceptionCounts(organizationId: $organizationId) {
    kind
    open
    oldestAt
  }
}
    `) as unknown as TypedDocumentString<OperationsOutcomesQuery, OperationsOutcomesQueryVariables>;
export const OperationsSystemsDocument = new TypedDocumentString(`
    query OperationsSystems {
  loanSystems {
    code
    organizationId
    isActive
    sync {
      isRunning
      finishedAt
      syncedThrough
      lagSeconds
      loansFailed
      lastError
      lastErrorAt
    }
    sightings {
      isStale
      isReachable
      isBroken
    }
  }
  jobQueue {
    kinds {
      name
      waiting
      running
      retrying
      givenUp
      dueSince
    }
    isExact
  }
}
    `) as unknown as TypedDocumentString<OperationsSystemsQuery, OperationsSystemsQueryVariables>;
export const OperationsDeliveriesDocument = new TypedDocumentString(`
    query OperationsDeliveries($organizationId: ID) {
  webhookDeliveryCounts(organizationId: $organizationId) {
    waiting
    retrying
    oldestAt
    isExact
  }
  webhookEndpoints(limit: 1000) {
    items {
      ...EndpointRow
    }
    page {
      hasMore
    }
  }
  waitingEmailEvents {
    calls
    oldestAt
    isExact
  }
  poisonEvents(isReplayed: false, limit: 100) {
    items {
      id
    }
    page {
      hasMore
    }
  }
}
    fragment EndpointRow on WebhookEndpoint {
  id
  url
  description
  types
  organizationIds
  status
  disabledReason
  disabledAt
  missedFrom
  failingSince
  lastError
  concerns
  actor
  createdAt
}`) as unknown as TypedDocumentString<OperationsDeliveriesQuery, OperationsDeliveriesQueryVariables>;
export const AutopayChargeListDocument = new TypedDocumentString(`
    query AutopayChargeList($organizationId: ID, $statuses: [AutopayRunStatus!], $from: Date, $to: Date, $timeZone: String, $cursor: String) {
  autopayRuns(
    organizationId: $organizationId
    statuses: $statuses
    from: $from
    to: $to
    timeZone: $timeZone
    cursor: $cursor
    limit: 100
  ) {
    items {
      id
      createdAt
      status
      amountCents
      isOneTime
      effectiveDate
      referenceNumber
      account {
        ...LoanName
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
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<AutopayChargeListQuery, AutopayChargeListQueryVariables>;
export const PaymentListDocument = new TypedDocumentString(`
    query PaymentList($organizationId: ID, $statuses: [CollectedPaymentStatus!], $paymentMethods: [CollectedPaymentMethod!], $from: Date, $to: Date, $timeZone: String, $text: String, $sortBy: PaymentColumn, $isDescending: Boolean, $cursor: String) {
  payments(
    organizationId: $organizationId
    statuses: $statuses
    paymentMethods: $paymentMethods
    from: $from
    to: $to
    timeZone: $timeZone
    text: $text
    sortBy: $sortBy
    isDescending: $isDescending
    cursor: $cursor
    limit: 100
  ) {
    items {
      ...PaymentRow
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
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
  possibleDuplicateOf
  account {
    ...LoanName
    loanSystemCode
  }
}`) as unknown as TypedDocumentString<PaymentListQuery, PaymentListQueryVariables>;
export const PaymentSumsDocument = new TypedDocumentString(`
    query PaymentSums($organizationId: ID, $from: Date, $to: Date, $timeZone: String) {
  paymentCounts(
    organizationId: $organizationId
    from: $from
    to: $to
    timeZone: $timeZone
  ) {
    status
    rows: payments
    amountCents
    isExact
  }
}
    `) as unknown as TypedDocumentString<PaymentSumsQuery, PaymentSumsQueryVariables>;
export const PaymentTotalsDocument = new TypedDocumentString(`
    query PaymentTotals($organizationId: ID, $statuses: [CollectedPaymentStatus!], $paymentMethods: [CollectedPaymentMethod!], $from: Date, $to: Date, $timeZone: String, $text: String) {
  paymentTotals(
    organizationId: $organizationId
    statuses: $statuses
    paymentMethods: $paymentMethods
    from: $from
    to: $to
    timeZone: $timeZone
    text: $text
  ) {
    rows
    amountCents
    netCents
    isExact
  }
}
    `) as unknown as TypedDocumentString<PaymentTotalsQuery, PaymentTotalsQueryVariables>;
export const OnePaymentDocument = new TypedDocumentString(`
    query OnePayment($id: ID!) {
  payment(id: $id) {
    ...PaymentRow
    organizationId
    account {
      pendingApprovalRequests {
        ...ApprovalFields
      }
    }
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
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}
fragment ApprovalFields on ApprovalRequest {
  id
  organizationId
  act
  status
  amountCents
  paymentId
  askedBy
  askedByName
  askedAt
  expiresAt
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
  possibleDuplicateOf
  account {
    ...LoanName
    loanSystemCode
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
    query Portfolio($organizationId: ID, $isOne: Boolean!, $id: ID!, $from: Date!, $to: Date!) {
  portfolio @skip(if: $isOne) {
    ...StatusAtPortfolio
  }
  organization(id: $id) @include(if: $isOne) {
    portfolio {
      ...StatusAtPortfolio
    }
  }
  agingSummary(organizationId: $organizationId) {
    bucket
    accounts
    balanceCents
    pastDueCents
    shareOfBalance
  }
  delinquencySeries(organizationId: $organizationId, interval: MONTH) {
    through
    points {
      day
      bucket
      accounts
      balanceCents
      pastDueCents
      shareOfBalance
    }
  }
  rollRates(organizationId: $organizationId) {
    monthEnd
    fromState
    toState
    accounts
    balanceCents
    rateOfBalance
  }
  byMethod: receiptsByDay(
    organizationId: $organizationId
    groupBy: METHOD
    from: $from
    to: $to
  ) {
    ...ReceiptsAtPortfolio
  }
  bySystem: receiptsByDay(
    organizationId: $organizationId
    groupBy: LOAN_SYSTEM
    from: $from
    to: $to
  ) {
    ...ReceiptsAtPortfolio
  }
}
    fragment StatusAtPortfolio on PortfolioRow {
  statusCode
  accounts
  balanceCents
}
fragment ReceiptsAtPortfolio on ReceiptsOfDay {
  day
  group
  payments
  grossCents
  reversedCents
  netCents
}`) as unknown as TypedDocumentString<PortfolioQuery, PortfolioQueryVariables>;
export const RolledLoansDocument = new TypedDocumentString(`
    query RolledLoans($organizationId: ID, $monthEnd: Date!, $fromState: String!, $toState: String!, $cursor: String) {
  rolledAccounts(
    organizationId: $organizationId
    monthEnd: $monthEnd
    fromState: $fromState
    toState: $toState
    cursor: $cursor
    limit: 200
  ) {
    items {
      accountId
      balanceCents
      balanceAtEndCents
      daysPastDue
      account {
        ...LoanName
        loanSystemCode
        statusCode
        organization {
          displayName
        }
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<RolledLoansQuery, RolledLoansQueryVariables>;
export const RollOfMonthDocument = new TypedDocumentString(`
    query RollOfMonth($organizationId: ID, $monthEnd: Date!) {
  rollRates(organizationId: $organizationId, from: $monthEnd, to: $monthEnd) {
    fromState
    toState
    accounts
    balanceCents
    rateOfBalance
  }
}
    `) as unknown as TypedDocumentString<RollOfMonthQuery, RollOfMonthQueryVariables>;
export const ProductListDocument = new TypedDocumentString(`
    query ProductList($organizationId: ID, $cursor: String) {
  ledgerProducts(organizationId: $organizationId, cursor: $cursor, limit: 100) {
    items {
      ...ProductFields
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment ProductVersionFields on LedgerProductVersion {
  version
  dayCount
  applicationOrder
  nsfFeeCents
  lateFeeCents
  lateFeeGraceDays
  chargeOffAtDays
  toleranceCents
  payoffRule
  accrueTo
  createdAt
  createdBy
}
fragment ProductFields on LedgerProduct {
  id
  organizationId
  code
  name
  isActive
  currentVersion
  createdAt
  versions {
    ...ProductVersionFields
  }
}`) as unknown as TypedDocumentString<ProductListQuery, ProductListQueryVariables>;
export const OneProductDocument = new TypedDocumentString(`
    query OneProduct($id: ID!) {
  ledgerProduct(id: $id) {
    ...ProductFields
  }
}
    fragment ProductVersionFields on LedgerProductVersion {
  version
  dayCount
  applicationOrder
  nsfFeeCents
  lateFeeCents
  lateFeeGraceDays
  chargeOffAtDays
  toleranceCents
  payoffRule
  accrueTo
  createdAt
  createdBy
}
fragment ProductFields on LedgerProduct {
  id
  organizationId
  code
  name
  isActive
  currentVersion
  createdAt
  versions {
    ...ProductVersionFields
  }
}`) as unknown as TypedDocumentString<OneProductQuery, OneProductQueryVariables>;
export const CreateProductDocument = new TypedDocumentString(`
    mutation CreateProduct($key: String!, $input: CreateLedgerProductInput!) {
  createLedgerProduct(idempotencyKey: $key, input: $input) {
    product {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CreateProductMutation, CreateProductMutationVariables>;
export const ReviseProductDocument = new TypedDocumentString(`
    mutation ReviseProduct($id: ID!, $key: String!, $input: ReviseLedgerProductInput!) {
  reviseLedgerProduct(id: $id, idempotencyKey: $key, input: $input) {
    product {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ReviseProductMutation, ReviseProductMutationVariables>;
export const UpdateProductDocument = new TypedDocumentString(`
    mutation UpdateProduct($id: ID!, $input: UpdateLedgerProductInput!) {
  updateLedgerProduct(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateProductMutation, UpdateProductMutationVariables>;
export const ReceiptListDocument = new TypedDocumentString(`
    query ReceiptList($organizationId: ID, $by: ReceiptDay!, $from: Date, $to: Date, $paymentMethod: String, $loanSystemCode: String, $sortBy: ReceiptColumn, $isDescending: Boolean, $cursor: String) {
  receipts(
    organizationId: $organizationId
    by: $by
    from: $from
    to: $to
    paymentMethod: $paymentMethod
    loanSystemCode: $loanSystemCode
    sortBy: $sortBy
    isDescending: $isDescending
    cursor: $cursor
    limit: 200
  ) {
    items {
      transactionId
      day
      effectiveAt
      amountCents
      status
      paymentMethod
      loanSystemCode
      reversedOn
      account {
        ...LoanName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<ReceiptListQuery, ReceiptListQueryVariables>;
export const ReceiptSumsDocument = new TypedDocumentString(`
    query ReceiptSums($organizationId: ID, $by: ReceiptDay!, $groupBy: ReceiptGroup!, $from: Date, $to: Date) {
  receiptsByDay(
    organizationId: $organizationId
    by: $by
    groupBy: $groupBy
    from: $from
    to: $to
  ) {
    group
    payments
    grossCents
    reversedCents
    netCents
    unknown
  }
}
    `) as unknown as TypedDocumentString<ReceiptSumsQuery, ReceiptSumsQueryVariables>;
export const ReceiptTotalsDocument = new TypedDocumentString(`
    query ReceiptTotals($organizationId: ID, $by: ReceiptDay!, $from: Date, $to: Date, $paymentMethod: String, $loanSystemCode: String) {
  receiptTotals(
    organizationId: $organizationId
    by: $by
    from: $from
    to: $to
    paymentMethod: $paymentMethod
    loanSystemCode: $loanSystemCode
  ) {
    rows
    amountCents
    netCents
    isExact
  }
}
    `) as unknown as TypedDocumentString<ReceiptTotalsQuery, ReceiptTotalsQueryVariables>;
export const CashReceiptsReportDocument = new TypedDocumentString(`
    query CashReceiptsReport($organizationId: ID, $from: Date, $to: Date, $cursor: String) {
  page: cashReceipts(
    organizationId: $organizationId
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
      }
      type
      amountCents
      effectiveAt
      status
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<CashReceiptsReportQuery, CashReceiptsReportQueryVariables>;
export const NsfReturnsReportDocument = new TypedDocumentString(`
    query NsfReturnsReport($organizationId: ID, $from: Date, $to: Date, $cursor: String) {
  page: nsfReturns(
    organizationId: $organizationId
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
      }
      originalEffectiveAt
      amountCents
      reason
      effectiveAt
      status
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<NsfReturnsReportQuery, NsfReturnsReportQueryVariables>;
export const CashAdjustmentsReportDocument = new TypedDocumentString(`
    query CashAdjustmentsReport($organizationId: ID, $from: Date, $to: Date, $cursor: String) {
  page: cashAdjustments(
    organizationId: $organizationId
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
      }
      type
      amountCents
      reason
      effectiveAt
      status
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<CashAdjustmentsReportQuery, CashAdjustmentsReportQueryVariables>;
export const NonCashAdjustmentsReportDocument = new TypedDocumentString(`
    query NonCashAdjustmentsReport($organizationId: ID, $from: Date, $to: Date, $cursor: String) {
  page: nonCashAdjustments(
    organizationId: $organizationId
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
      }
      type
      component
      amountCents
      reason
      effectiveAt
      status
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<NonCashAdjustmentsReportQuery, NonCashAdjustmentsReportQueryVariables>;
export const MonthlyPaymentRegisterReportDocument = new TypedDocumentString(`
    query MonthlyPaymentRegisterReport($organizationId: ID, $from: Date, $to: Date, $cursor: String) {
  page: monthlyPaymentRegister(
    organizationId: $organizationId
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
      }
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
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<MonthlyPaymentRegisterReportQuery, MonthlyPaymentRegisterReportQueryVariables>;
export const NewSalesReportDocument = new TypedDocumentString(`
    query NewSalesReport($organizationId: ID, $from: Date, $to: Date, $cursor: String) {
  page: newSales(
    organizationId: $organizationId
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
      }
      externalContractNumber
      originatedOn
      amountFinancedCents
      annualRate
      termMonths
      firstDueDate
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<NewSalesReportQuery, NewSalesReportQueryVariables>;
export const WriteOffsReportDocument = new TypedDocumentString(`
    query WriteOffsReport($organizationId: ID, $from: Date, $to: Date, $cursor: String) {
  page: writeOffs(
    organizationId: $organizationId
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
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
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<WriteOffsReportQuery, WriteOffsReportQueryVariables>;
export const PaidInFullReportDocument = new TypedDocumentString(`
    query PaidInFullReport($organizationId: ID, $from: Date, $to: Date, $cursor: String) {
  page: paidInFull(
    organizationId: $organizationId
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
      }
      paidOffOn
      finalPaymentCents
      payoffCents
      originalPrincipalCents
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<PaidInFullReportQuery, PaidInFullReportQueryVariables>;
export const AgedBalanceReportDocument = new TypedDocumentString(`
    query AgedBalanceReport($organizationId: ID, $from: Date, $to: Date, $bucket: String, $cursor: String) {
  page: agedBalance(
    organizationId: $organizationId
    from: $from
    to: $to
    bucket: $bucket
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
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
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<AgedBalanceReportQuery, AgedBalanceReportQueryVariables>;
export const DelinquencyReportDocument = new TypedDocumentString(`
    query DelinquencyReport($organizationId: ID, $from: Date, $to: Date, $bucket: String, $cursor: String) {
  page: delinquency(
    organizationId: $organizationId
    from: $from
    to: $to
    bucket: $bucket
    cursor: $cursor
    limit: 100
  ) {
    items {
      account {
        ...LoanName
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
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<DelinquencyReportQuery, DelinquencyReportQueryVariables>;
export const ReportSumsDocument = new TypedDocumentString(`
    query ReportSums($code: ReportCode!, $organizationId: ID, $from: Date, $to: Date, $bucket: String) {
  reportTotals(
    code: $code
    organizationId: $organizationId
    from: $from
    to: $to
    bucket: $bucket
  ) {
    rows
    sums {
      column
      cents
      reversedCents
      netCents
    }
  }
}
    `) as unknown as TypedDocumentString<ReportSumsQuery, ReportSumsQueryVariables>;
export const PostDifferenceDocument = new TypedDocumentString(`
    mutation PostDifference($id: ID!, $factsVersion: String!, $reason: String!) {
  postTieOutDifference(id: $id, factsVersion: $factsVersion, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<PostDifferenceMutation, PostDifferenceMutationVariables>;
export const ReverseDifferenceDocument = new TypedDocumentString(`
    mutation ReverseDifference($id: ID!, $factsVersion: String!, $reason: String!) {
  reverseTieOutDifference(id: $id, factsVersion: $factsVersion, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<ReverseDifferenceMutation, ReverseDifferenceMutationVariables>;
export const TieOutDayListDocument = new TypedDocumentString(`
    query TieOutDayList($organizationId: ID, $from: Date, $to: Date, $cursor: String) {
  tieOutDays(
    organizationId: $organizationId
    from: $from
    to: $to
    cursor: $cursor
    limit: 100
  ) {
    items {
      ...TieOutSide
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment TieOutSide on TieOutDay {
  organizationId
  side
  businessDay
  firstDay
  completeness
  oursCount
  oursCents
  theirsCount
  theirsCents
  openCount
  loansUnread
  differenceCount
  openDifferenceCount
  lookedAt
  sequence
  seal
}`) as unknown as TypedDocumentString<TieOutDayListQuery, TieOutDayListQueryVariables>;
export const DifferenceListDocument = new TypedDocumentString(`
    query DifferenceList($organizationId: ID, $statuses: [TieOutDifferenceStatus!], $kinds: [String!], $side: String, $businessDay: Date, $cursor: String) {
  tieOutDifferences(
    organizationId: $organizationId
    statuses: $statuses
    kinds: $kinds
    side: $side
    businessDay: $businessDay
    cursor: $cursor
    limit: 50
  ) {
    items {
      id
      organizationId
      side
      kind
      reference
      ours
      theirs
      firstDay
      lastDay
      status
      acts
      factsVersion
      lastAct {
        kind
        status
        amountCents
        reason
        createdBy
        createdAt
        failureCode
      }
      exception {
        id
        kind
        createdAt
        resolvedAt
        resolvedBy
        resolution
        waitsUntil
        waitsBy
        waitReason
      }
      account {
        ...LoanName
      }
    }
    page {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  nextCursor
  hasMore
}
fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<DifferenceListQuery, DifferenceListQueryVariables>;
export const FindDocument = new TypedDocumentString(`
    query Find($organizationId: ID, $text: String!) {
  accounts(organizationId: $organizationId, text: $text, limit: 8) {
    items {
      ...LoanName
      statusCode
      currentBalanceCents
    }
  }
  searchPayments(organizationId: $organizationId, text: $text) {
    kind
    matchedBy
    id
    amountCents
    status
    day
    account {
      ...LoanName
    }
  }
}
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<FindQuery, FindQueryVariables>;
export const FindPersonsDocument = new TypedDocumentString(`
    query FindPersons($organizationId: ID, $text: String!) {
  persons(organizationId: $organizationId, text: $text, limit: 8) {
    items {
      id
      displayName
      accounts(limit: 1) {
        items {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FindPersonsQuery, FindPersonsQueryVariables>;
export const FindByContactDocument = new TypedDocumentString(`
    query FindByContact($organizationId: ID, $text: String!) {
  persons(organizationId: $organizationId, text: $text, limit: 20) {
    items {
      id
      displayName
      accounts(limit: 8) {
        items {
          ...LoanName
          statusCode
          currentBalanceCents
        }
      }
    }
  }
}
    fragment LoanName on Account {
  id
  externalContractNumber
  externalAccountNumber
  primaryBorrower {
    displayName
  }
}`) as unknown as TypedDocumentString<FindByContactQuery, FindByContactQueryVariables>;