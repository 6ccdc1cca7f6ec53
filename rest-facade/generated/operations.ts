export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A calendar date, YYYY-MM-DD. */
  Date: { input: string; output: string; }
  /** An instant, RFC 3339: answered in UTC, and taken with any offset. */
  DateTime: { input: string; output: string; }
  /** A JSON object. */
  JsonObject: { input: object; output: object; }
  /** An integer between -(2^53 - 1) and 2^53 - 1. */
  SafeInt: { input: number; output: number; }
};

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

/** The day to which a payment accrues interest. */
export type AccrueTo =
  /** The business day on which it is applied. */
  | 'business_day'
  /** The day in New York on which it was recorded. */
  | 'day_of_receipt';

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

/** A remote loan system, or a ledger of an organization’s own. */
export type AddLoanSystemInput = {
  /** Where its API is; a ledger has none. */
  readonly baseUrl?: InputMaybe<Scalars['String']['input']>;
  /** Whether it must answer now. Default true. */
  readonly check?: InputMaybe<Scalars['Boolean']['input']>;
  /** By which accounts name it: a letter, and up to 31 letters, digits, - or _. */
  readonly code: Scalars['String']['input'];
  /** `ledger`, `fineract` or `mambu`. */
  readonly kind: Scalars['String']['input'];
  /** Whose accounts it holds. */
  readonly organizationId: Scalars['ID']['input'];
  /** Secrets, each by the name of the environment variable that holds it. Secrets themselves are never sent. */
  readonly secrets?: InputMaybe<ReadonlyArray<NamedText>>;
  /** What its kind asks for. */
  readonly settings?: InputMaybe<ReadonlyArray<NamedText>>;
};

/** How far to move a clock: `to`, or `days`. */
export type AdvanceTestClockInput = {
  /** How many days to move on, in the place of `to`; 731 at most. */
  readonly days?: InputMaybe<Scalars['Int']['input']>;
  /** Needed of a caller who reaches several organizations. */
  readonly organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The day to move to: after the present one, at most 731 days ahead of it. */
  readonly to?: InputMaybe<Scalars['Date']['input']>;
};

/** What a payment goes to, one after the other. */
export type ApplicationOrder =
  /** Fees, interest, principal. */
  | 'fees_interest_principal'
  /** Interest, fees, principal. */
  | 'interest_fees_principal'
  /** Interest, principal, fees. */
  | 'interest_principal_fees';

/** What became of one attempt to charge. */
export type AutopayAttemptStatus =
  /** The processor charged it. */
  | 'charged'
  /** Sent, or about to be; the outcome is not known yet. */
  | 'charging'
  /** The processor, or the bank behind it, said no. */
  | 'declined'
  /** Certainly not charged. */
  | 'not_charged';

/** What was done to the posting of a run. */
export type AutopayCorrectionKind =
  /** It was made again. */
  | 'posting'
  /** It was taken back. */
  | 'reversal';

/** How far a correction has come. */
export type AutopayCorrectionStatus =
  /** The loan system has it. */
  | 'done'
  /** Under way, or the outcome is being looked up. */
  | 'pending'
  /** The loan system will not have it: an exception tells. */
  | 'refused';

/** What became of one date of a schedule. */
export type AutopayRunStatus =
  /** Charged; the loan system has yet to be asked to post it. */
  | 'charged'
  /** The instrument is being charged, or that charge is being looked up. */
  | 'charging'
  /** Not charged, and not tried again. */
  | 'failed'
  /** Not charged, because another run of the same account, method, amount and day was; a person releases or cancels it. */
  | 'held'
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
  | 'retrying'
  /** Posted, and taken back since: the charge was disputed or refunded at the processor. */
  | 'reversed';

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

/** What a capture is for. Nothing of the card. */
export type BeginCardCaptureInput = {
  /** The account that the card is for. */
  readonly accountId: Scalars['ID']['input'];
  /** Without it, and without a one-time address: the current one. */
  readonly billingAddressId?: InputMaybe<Scalars['ID']['input']>;
  /** HMAC-SHA-256 of the whole body, in hex, under a key of the secure host’s. */
  readonly fingerprint: Scalars['String']['input'];
  /** Whether the secure host has an address of its own for this capture. */
  readonly hasOneTimeAddress: Scalars['Boolean']['input'];
  /** Begins nothing: only the stored answer of an earlier request is asked for. */
  readonly onlyStored: Scalars['Boolean']['input'];
  /** Without it: the account’s primary borrower. */
  readonly partyId?: InputMaybe<Scalars['ID']['input']>;
  /** The card processor that is to have the card. */
  readonly processor: Scalars['String']['input'];
};

/** A loan to be booked. */
export type BookLedgerLoanInput = {
  /** Percent per year, as text: `18.25`, `6.875`; at most 100, and six decimals. */
  readonly annualRate: Scalars['String']['input'];
  /** Who owes. */
  readonly borrowers: ReadonlyArray<LedgerBorrowerInput>;
  /** When the first installment falls due: after `originatedOn`. */
  readonly firstDueOn: Scalars['Date']['input'];
  /** The lender’s own number, unique in the organization. */
  readonly loanNumber: Scalars['String']['input'];
  /** What a returned payment costs; without it, the product’s. */
  readonly nsfFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Needed of a caller who reaches several organizations. */
  readonly organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** What is lent, cents. */
  readonly originalPrincipalCents: Scalars['SafeInt']['input'];
  /** The day on which the loan was made: within a year of today. */
  readonly originatedOn: Scalars['Date']['input'];
  /** The same by its code; without either, the built-in terms. */
  readonly productCode?: InputMaybe<Scalars['String']['input']>;
  /** The product that it is booked under, in its current version. */
  readonly productId?: InputMaybe<Scalars['ID']['input']>;
  /** One installment, cents; without it, the level payment. */
  readonly scheduledPaymentCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** How many monthly installments, 1 to 480. */
  readonly termMonths: Scalars['Int']['input'];
};

/** As what somebody borrows on a loan. */
export type BorrowerRole =
  /** Owes beside the primary borrower. */
  | 'co_borrower'
  /** Who is written to, and pays by default. */
  | 'primary';

/** How an email bounced. */
export type BounceType =
  /** The address is no good. */
  | 'hard'
  /** Not now: a full mailbox, a server that does not answer. */
  | 'soft';

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

/** What the processor made of the card, and what may be shown of it. */
export type CompleteCardCaptureInput = {
  /** The brand of the card. */
  readonly cardBrand: Scalars['String']['input'];
  /** The processor’s name for the borrower. */
  readonly customer?: InputMaybe<Scalars['String']['input']>;
  /** From 1. */
  readonly expirationMonth: Scalars['Int']['input'];
  /** Of four digits. */
  readonly expirationYear: Scalars['Int']['input'];
  /** The name on the card. */
  readonly holderName: Scalars['String']['input'];
  /** The last four digits of its number. */
  readonly lastFour: Scalars['String']['input'];
  /** What its owner calls it. */
  readonly nickname?: InputMaybe<Scalars['String']['input']>;
  /** The card processor that made it. */
  readonly processor: Scalars['String']['input'];
  /** Whether it becomes the borrower’s default. */
  readonly setDefault: Scalars['Boolean']['input'];
  /** The processor’s name for the instrument. */
  readonly token: Scalars['String']['input'];
};

/** What is corrected: a field that is left out stays as it is. */
export type CorrectPersonInput = {
  /** The current address, as a whole; null: there is none. The former one stays saved, no longer current. */
  readonly address?: InputMaybe<NewAddressInput>;
  /** The name to be shown; a person always has one. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** The email address; null: there is none. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** The telephone number; null: there is none. */
  readonly phone?: InputMaybe<Scalars['String']['input']>;
};

/** A key to be made. */
export type CreateApiKeyInput = {
  /** When it stops working; without it, never by itself. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** What it is for, at most 100 characters. */
  readonly name: Scalars['String']['input'];
  /** The organizations that it shall reach; at least one. */
  readonly organizationIds: ReadonlyArray<Scalars['ID']['input']>;
  /** What it may do; at least one of: organizations:read, accounts:read, persons:read, transactions:read, external_payments:read, external_payments:write, payment_methods:read, payment_methods:write, autopay:read, autopay:write, reports:read, email_templates:read, email_templates:write, workspace:read, workspace:write, campaign_events:read, campaign_events:write, ledger:read, ledger:write, events:read, webhook_endpoints:read, webhook_endpoints:write, test_clock:read, test_clock:write. */
  readonly scopes: ReadonlyArray<Scalars['String']['input']>;
};

/** A schedule to be made. */
export type CreateAutopayScheduleInput = {
  /** The account that would be paid. */
  readonly accountId: Scalars['ID']['input'];
  /** Cents of one run. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** The day of the month to fall on, 1 to 31; for months and years. */
  readonly anchorDay?: InputMaybe<Scalars['Int']['input']>;
  /** The last date that may be charged; null: it goes on. */
  readonly endDate?: InputMaybe<Scalars['Date']['input']>;
  /** Every so many units: 1 to 365. */
  readonly frequencyInterval: Scalars['Int']['input'];
  /** The unit of the interval. */
  readonly frequencyUnit: FrequencyUnit;
  /** The instrument that is charged. */
  readonly paymentMethodId: Scalars['ID']['input'];
  /** The first date that may be charged. */
  readonly startDate: Scalars['Date']['input'];
};

/** A template to be made. */
export type CreateEmailTemplateInput = {
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Liquid. */
  readonly htmlTemplate?: InputMaybe<Scalars['String']['input']>;
  /** What people call it. */
  readonly name: Scalars['String']['input'];
  /** Liquid. */
  readonly subjectTemplate: Scalars['String']['input'];
  /** Liquid. */
  readonly textTemplate?: InputMaybe<Scalars['String']['input']>;
  /** The workspace that it belongs to. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** A product to be made. */
export type CreateLedgerProductInput = {
  /** The day to which a payment accrues interest. */
  readonly accrueTo?: InputMaybe<AccrueTo>;
  /** What a payment goes to, one after the other. */
  readonly applicationOrder?: InputMaybe<ApplicationOrder>;
  /** Days past due; null: never by itself. */
  readonly chargeOffAtDays?: InputMaybe<Scalars['Int']['input']>;
  /** By which loans and files name it; unique in the organization, and for ever. */
  readonly code: Scalars['String']['input'];
  /** How interest counts days. */
  readonly dayCount?: InputMaybe<DayCount>;
  /** Cents, for an installment that is late; 0: none. */
  readonly lateFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Calendar days after the due date. */
  readonly lateFeeGraceDays?: InputMaybe<Scalars['Int']['input']>;
  /** What people call it. */
  readonly name: Scalars['String']['input'];
  /** Cents, for a returned payment. */
  readonly nsfFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Whose; needed of a caller who reaches several organizations. */
  readonly organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether a payoff owes the interest of its own day. */
  readonly payoffRule?: InputMaybe<PayoffRule>;
  /** Cents that may be short and are not late. */
  readonly toleranceCents?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** A lender to be taken in. */
export type CreateOrganizationInput = {
  /** The name it does business as; without it, the display name. */
  readonly dbaName?: InputMaybe<Scalars['String']['input']>;
  /** What it is called here. */
  readonly displayName: Scalars['String']['input'];
  /** Its name in law. */
  readonly legalName: Scalars['String']['input'];
  /** Whether autopay schedules of a loan pause when it is charged off; without it they do. */
  readonly pausesAutopayAfterChargeOff?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it is for trying things, with a clock of its own; for good. Without it, it is not. */
  readonly sandbox?: InputMaybe<Scalars['Boolean']['input']>;
  /** Where its day begins and ends, an IANA name; without it America/New_York. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
};

/** A batch to be made, of rows or of CSV. */
export type CreatePaymentBatchInput = {
  /** The same as CSV, its first line the names of the columns. */
  readonly csv?: InputMaybe<Scalars['String']['input']>;
  /** Whether it only tells what would become of its rows. */
  readonly dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  /** What it does at a row that is refused; `stop` without it. */
  readonly mode?: InputMaybe<PaymentBatchMode>;
  /** The payments, 10,000 at most. */
  readonly rows?: InputMaybe<ReadonlyArray<PaymentBatchRowInput>>;
};

/** An address to be made. */
export type CreateWebhookAddressInput = {
  /** What people call it. */
  readonly name: Scalars['String']['input'];
  /** Whose address it is. */
  readonly organizationId: Scalars['ID']['input'];
  /** Who posts there. */
  readonly provider: EmailProvider;
  /** Of SendGrid, and only there: its verification key. */
  readonly publicKey?: InputMaybe<Scalars['String']['input']>;
  /** Of Mailgun, and only there: its HTTP webhook signing key. */
  readonly signingKey?: InputMaybe<Scalars['String']['input']>;
};

/** A webhook endpoint to be made. */
export type CreateWebhookEndpointInput = {
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whose events; without it, of every organization within reach. */
  readonly organizationIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Event types; `payment.*` or `*` for several. */
  readonly types: ReadonlyArray<Scalars['String']['input']>;
  /** Where events are sent: https, a public address. */
  readonly url: Scalars['String']['input'];
};

/** An asset to be made. */
export type CreateWorkspaceAssetInput = {
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** True without it. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** What people call it. */
  readonly name: Scalars['String']['input'];
  /** A letter or `_`, then up to 63 letters, digits and `_`; no word of Liquid, such as `true` or `in`. */
  readonly placeholder: Scalars['String']['input'];
  /** An https address. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
  /** The workspace that it belongs to. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** A workspace to be made. */
export type CreateWorkspaceInput = {
  /** What it is called. */
  readonly name: Scalars['String']['input'];
  /** Whose it is. */
  readonly organizationId: Scalars['ID']['input'];
};

/** A merge field to be made. */
export type CreateWorkspaceMergeFieldInput = {
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** True without it. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** What people call it. */
  readonly name: Scalars['String']['input'];
  /** A letter or `_`, then up to 63 letters, digits and `_`; no word of Liquid, such as `true` or `in`. */
  readonly placeholder: Scalars['String']['input'];
  /** What it stands for. */
  readonly value: Scalars['String']['input'];
  /** The workspace that it belongs to. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** How interest counts days. */
export type DayCount =
  /** Days of the calendar, over 360. */
  | 'actual_360'
  /** Days of the calendar, over 365 in every year. */
  | 'actual_365'
  /** Days of the calendar, over 366 in leap years and 365 in others. */
  | 'actual_actual'
  /** Every month has 30 days, over 360 (30E/360). */
  | 'thirty_360';

/** How a dispute stands, as the card processor last told it. */
export type DisputeStatus =
  /** The bank asked, and nothing came of it. */
  | 'inquiry_closed'
  /** The bank asks, and has taken nothing: an answer is due. */
  | 'inquiry_needs_response'
  /** The bank looks at the answer; it has taken nothing. */
  | 'inquiry_under_review'
  /** Decided for the borrower. */
  | 'lost'
  /** The bank has the money: evidence is due. */
  | 'needs_response'
  /** The bank looks at the evidence. */
  | 'under_review'
  /** Decided for the lender. */
  | 'won';

/** What a provider tells: what a recipient did, or complained of. */
export type EmailEventType =
  /** It bounced. */
  | 'bounce'
  /** A link in it was clicked. */
  | 'click'
  /** The recipient reported spam. */
  | 'complaint'
  /** The email was opened. */
  | 'open'
  /** The recipient unsubscribed. */
  | 'unsubscribe';

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

/** What became of the request that a key was used for. */
export type IdempotencyKeyState =
  /** Not known yet: ask again, or send the same request again later. */
  | 'in_progress'
  /** Refused for good; `errorCode` says why. A corrected request takes a new key. */
  | 'refused'
  /** Nothing was posted (503): the same request with the same key tries again. */
  | 'released'
  /** Done: `payment` is how it stands now. */
  | 'succeeded';

/** What kind of instrument is stored. */
export type InstrumentType =
  /** A bank account. */
  | 'bank_account'
  /** A payment card. */
  | 'card'
  /** A wallet, such as Apple Pay. */
  | 'wallet';

/** What an Idempotency-Key was used for. */
export type KeyedOperation =
  /** Recording a payment. */
  | 'record_payment'
  /** Reversing one. */
  | 'reverse_payment';

/** A correction of what is owed: positive raises it, negative lowers it. */
export type LedgerAdjustmentInput = {
  /** Fees, cents. */
  readonly feesCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Interest, cents. */
  readonly interestCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Principal, cents. */
  readonly principalCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Why. */
  readonly reason: Scalars['String']['input'];
};

/** How severe a problem of a boarded file is. */
export type LedgerBoardingProblemSeverity =
  /** The file differs from a loan that is boarded already. */
  | 'difference'
  /** The loan, or the file, is not boarded. */
  | 'error'
  /** Only worth knowing. */
  | 'notice'
  /** Valid but implausible. */
  | 'warning';

/** Why a loan of a file is implausible. */
export type LedgerBoardingWarning =
  /** Its payment is more than a third off that of principal, rate and term. */
  | 'level_payment'
  /** Its next installment falls due more than two months after the cut-over. */
  | 'next_due_far_away'
  /** The installments that are left come to less than a tenth of its principal. */
  | 'payment_too_small'
  /** It owes more principal than was lent. */
  | 'principal_above_original'
  /** Its rate is below 1 percent, and may be a fraction. */
  | 'rate_below_one'
  /** Another loan of the file has the same name and amount. */
  | 'repeated_borrower';

/** Somebody who is known here already (`partyId`), or somebody new (`displayName` and the rest). */
export type LedgerBorrowerInput = {
  /** Of somebody new: where bills go. */
  readonly address?: InputMaybe<NewAddressInput>;
  /** Of somebody new: the name to be shown. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** Of somebody new: the email address. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** A person of the organization; then nothing else is said of them. */
  readonly partyId?: InputMaybe<Scalars['ID']['input']>;
  /** Of somebody new: the telephone number. */
  readonly phone?: InputMaybe<Scalars['String']['input']>;
  /** As what they borrow; exactly one is `primary`. */
  readonly role: BorrowerRole;
};

/** What somebody does with a loan of a ledger by hand. */
export type LedgerOperationType =
  /** What is owed was corrected. */
  | 'adjustment'
  /** The loan was written off. */
  | 'charge_off'
  /** A charge-off was taken back. */
  | 'charge_off_reversal'
  /** The loan was closed for good. */
  | 'closing'
  /** The loan was paid out. */
  | 'disbursement'
  /** Interest or fees were forgiven. */
  | 'waiver';

/** A waiver to be made. */
export type LedgerWaiverInput = {
  /** How much, cents; not more than is owed of it. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** What is forgiven; principal is charged off, never waived. */
  readonly component: WaivedComponent;
  /** Why. */
  readonly reason: Scalars['String']['input'];
};

/** How the status of a loan moved. */
export type LifecycleEventType =
  /** It was written off. */
  | 'charged_off'
  /** It ended without having been paid in full. */
  | 'closed'
  /** Nothing is past due any more. */
  | 'current'
  /** Something fell past due. */
  | 'delinquent'
  /** It began to run. */
  | 'opened'
  /** The last of it was paid. */
  | 'paid_in_full'
  /** What had ended runs again, for example after a payment was reversed. */
  | 'reopened';

/** A text and its name. */
export type NamedText = {
  /** Its name. */
  readonly name: Scalars['String']['input'];
  /** The text. */
  readonly value: Scalars['String']['input'];
};

/** Where bills go. */
export type NewAddressInput = {
  /** City. */
  readonly city: Scalars['String']['input'];
  /** Country, two letters; US without it. */
  readonly country?: InputMaybe<Scalars['String']['input']>;
  /** Street and number. */
  readonly line1: Scalars['String']['input'];
  /** Flat, floor or the like. */
  readonly line2?: InputMaybe<Scalars['String']['input']>;
  /** ZIP or postal code. Required in the US and Canada. */
  readonly postalCode?: InputMaybe<Scalars['String']['input']>;
  /** State; in the US its two letters. Required in the US and Canada. */
  readonly state?: InputMaybe<Scalars['String']['input']>;
};

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

/** What an account may lack because its loan system does not tell it. */
export type NotTold =
  /** What is still owed on a loan that was charged off. */
  | 'charged_off_balance'
  /** Who owes beside the primary borrower. */
  | 'co_borrowers'
  /** What was agreed. */
  | 'contract'
  /** A number of its own. */
  | 'external_account_number'
  /** The number that the client gave. */
  | 'external_contract_number'
  /** What is past due, and what is due next. */
  | 'past_due'
  /** How a payment came that was not recorded here. */
  | 'payment_method';

/** What a batch does at a row that is refused. */
export type PaymentBatchMode =
  /** It goes on with the next row. */
  | 'continue'
  /** It stops; rows after it are not tried. */
  | 'stop';

/** What became of a row of a batch, by now. */
export type PaymentBatchOutcome =
  /** Its payment was sent, and found not to be posted. */
  | 'failed'
  /** It was not tried yet. */
  | 'not_tried'
  /** Its payment was sent, and the outcome is not known yet. */
  | 'pending_confirmation'
  /** Its payment is posted; `paymentStatus` says whether it was taken back since. */
  | 'posted'
  /** It was refused; `errorCode` and `reason` say why. */
  | 'refused'
  /** Its loan system could not be asked; nothing was posted. */
  | 'unavailable'
  /** Of a dry run: it would be taken now. */
  | 'would_post';

/** A payment of a batch; by exactly one of three it says whose it is. */
export type PaymentBatchRowInput = {
  /** The account. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** Cents; greater than 0, at most the payoff. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** For card. */
  readonly cardBrand?: InputMaybe<CardBrand>;
  /** For check, money_order (its serial number) and cashiers_check. */
  readonly checkNumber?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The account’s contract number. */
  readonly externalContractNumber?: InputMaybe<Scalars['String']['input']>;
  /** At most 64 characters. */
  readonly externalReference?: InputMaybe<Scalars['String']['input']>;
  /** The payment’s own key, as if it were recorded by itself. */
  readonly idempotencyKey: Scalars['String']['input'];
  /** The lender’s number of a loan on Tributary’s own ledger. */
  readonly loanNumber?: InputMaybe<Scalars['String']['input']>;
  /** At most 200 characters. */
  readonly memo?: InputMaybe<Scalars['String']['input']>;
  /** How it was collected. */
  readonly paymentMethod: CollectedPaymentMethod;
};

/** How far a batch of payments has come. */
export type PaymentBatchStatus =
  /** It waits to be worked on. */
  | 'accepted'
  /** Every row has its outcome. */
  | 'completed'
  /** It is being worked on, or waits for a loan system. */
  | 'processing'
  /** It stopped before every row had its outcome, and may be resumed. */
  | 'stopped';

/** Whether a payoff owes the interest of its own day. */
export type PayoffRule =
  /** It does. */
  | 'through_payoff_day'
  /** It does not. */
  | 'to_payoff_day';

/** By what each day of a series of balances is divided. */
export type PositionGroup =
  /** By the loan system that holds them. */
  | 'LOAN_SYSTEM'
  /** Not at all: one point a day. */
  | 'NONE'
  /** By the ledger product that they are booked under; without one: an empty text. */
  | 'PRODUCT'
  /** By where the loans stood. */
  | 'STATUS';

/** A schedule that is only thought of. */
export type PreviewScheduleInput = {
  /** The account that would be paid. */
  readonly accountId: Scalars['ID']['input'];
  /** Cents of one run. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** The day of the month to fall on, 1 to 31; for months and years. */
  readonly anchorDay?: InputMaybe<Scalars['Int']['input']>;
  /** The last date that may be charged; null: it goes on. */
  readonly endDate?: InputMaybe<Scalars['Date']['input']>;
  /** Every so many units: 1 to 365. */
  readonly frequencyInterval: Scalars['Int']['input'];
  /** The unit of the interval. */
  readonly frequencyUnit: FrequencyUnit;
  /** The first date that may be charged. */
  readonly startDate: Scalars['Date']['input'];
};

/** A card processor’s event whose signature the secure host has verified. */
export type ProcessorEventInput = {
  /** The processor’s identifier of the charge or stored card. */
  readonly aboutId?: InputMaybe<Scalars['String']['input']>;
  /** `charge` or `method`; null: its type says nothing to us. */
  readonly aboutKind?: InputMaybe<Scalars['String']['input']>;
  /** The processor’s identifier of the event. */
  readonly externalId: Scalars['String']['input'];
  /** The card processor’s code. */
  readonly processor: Scalars['String']['input'];
  /** Its type, in the processor’s words. */
  readonly type: Scalars['String']['input'];
};

/** What became of a hint of a card processor. */
export type ProcessorEventStatus =
  /** Worked on. */
  | 'done'
  /** Given up after many tries; it can be replayed. */
  | 'failed'
  /** Its type says nothing to us. */
  | 'ignored'
  /** Kept; it is being worked on, or tried again. */
  | 'received';

/** By which day payments are counted. */
export type ReceiptDay =
  /** The business day on which it counts, as in the cash receipts. */
  | 'BUSINESS_DAY'
  /** The day on which it was entered, by the lender’s time zone; where its loan system does not tell that, the business day. */
  | 'ENTERED';

/** By what a day’s receipts are divided. */
export type ReceiptGroup =
  /** By the loan system that holds the account. */
  | 'LOAN_SYSTEM'
  /** By how they were paid; where that is not known: null. */
  | 'METHOD'
  /** Not at all: one row a day. */
  | 'NONE';

/** A payment that the organization collected: how much, and how. */
export type RecordPaymentInput = {
  /** Cents; greater than 0, at most the payoff. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** For card. */
  readonly cardBrand?: InputMaybe<CardBrand>;
  /** For check, money_order (its serial number) and cashiers_check. */
  readonly checkNumber?: InputMaybe<Scalars['SafeInt']['input']>;
  /** At most 64 characters. */
  readonly externalReference?: InputMaybe<Scalars['String']['input']>;
  /** At most 200 characters. */
  readonly memo?: InputMaybe<Scalars['String']['input']>;
  /** How it was collected. */
  readonly paymentMethod: CollectedPaymentMethod;
};

/** A campaign whose events shall find their workspace. */
export type RegisterCampaignInput = {
  /** The provider’s own identifiers: 1 to 50, each of one campaign of the organization only. */
  readonly identifiers: ReadonlyArray<Scalars['String']['input']>;
  /** What people call it. */
  readonly name: Scalars['String']['input'];
  /** The email provider. */
  readonly provider: EmailProvider;
  /** The workspace that it belongs to. */
  readonly workspaceId: Scalars['ID']['input'];
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

/** Which events are sent again: one, or those of a time. */
export type ResendWebhookEventsInput = {
  /** Of those only what follows this event: where an earlier call ended. */
  readonly after?: InputMaybe<Scalars['ID']['input']>;
  /** One event, whether or not it was delivered. */
  readonly eventId?: InputMaybe<Scalars['ID']['input']>;
  /** Or those from this instant on … */
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  /** … and before this one. */
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
};

/** How a payment is taken back. */
export type ReversePaymentInput = {
  /** True when reversing for non-sufficient funds. */
  readonly isNsf?: InputMaybe<Scalars['Boolean']['input']>;
  /** At most 200 characters. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
};

/** Terms; what is left out is as in the current version, or, of a new product, as built in. */
export type ReviseLedgerProductInput = {
  /** The day to which a payment accrues interest. */
  readonly accrueTo?: InputMaybe<AccrueTo>;
  /** What a payment goes to, one after the other. */
  readonly applicationOrder?: InputMaybe<ApplicationOrder>;
  /** Days past due; null: never by itself. */
  readonly chargeOffAtDays?: InputMaybe<Scalars['Int']['input']>;
  /** How interest counts days. */
  readonly dayCount?: InputMaybe<DayCount>;
  /** Cents, for an installment that is late; 0: none. */
  readonly lateFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Calendar days after the due date. */
  readonly lateFeeGraceDays?: InputMaybe<Scalars['Int']['input']>;
  /** Cents, for a returned payment. */
  readonly nsfFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Whether a payoff owes the interest of its own day. */
  readonly payoffRule?: InputMaybe<PayoffRule>;
  /** Cents that may be short and are not late. */
  readonly toleranceCents?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** How far apart the points of a series are. */
export type SeriesInterval =
  /** Every day. */
  | 'DAY'
  /** The evening of the last day of every month, and of the last day. */
  | 'MONTH'
  /** The evening of every Sunday, and of the last day. */
  | 'WEEK';

/** Why an address is not written to any more. */
export type SuppressionReason =
  /** The recipient reported spam. */
  | 'complaint'
  /** The address is no good. */
  | 'hard_bounce'
  /** Three messages within seven days bounced softly. */
  | 'soft_bounces'
  /** The recipient unsubscribed. */
  | 'unsubscribe';

/** How much a sync goes through. */
export type SyncMode =
  /** Every loan. */
  | 'full'
  /** The loans that changed since the last sync. */
  | 'incremental';

/** Whether the clock is being moved. */
export type TestClockStatus =
  /** It is being moved, day by day; what would change something for the organization waits. */
  | 'advancing'
  /** Its day passes as days do. */
  | 'resting';

/** What was done about a difference. */
export type TieOutActKind =
  /** What was missing in the loan system was posted there. */
  | 'post'
  /** What should not stand was taken back. */
  | 'reverse';

/** How far it is. */
export type TieOutActStatus =
  /** The loan system has confirmed it. */
  | 'done'
  /** It is under way, or its outcome is not known yet: the loan system is asked. */
  | 'pending'
  /** The loan system refused it; `failureCode` says why. */
  | 'refused';

/** How much of a day was compared. */
export type TieOutCompleteness =
  /** All of it. */
  | 'complete'
  /** Nothing: the other side did not answer. That is never the same as equal. */
  | 'not_compared'
  /** All but the loans that their system would not tell. */
  | 'partial';

/** What may be done about a difference. */
export type TieOutDifferenceAct =
  /** Resolve it: `resolveOperatorException`. */
  | 'accept'
  /** Post it in the loan system: `postTieOutDifference`. */
  | 'post'
  /** Take it back: `reverseTieOutDifference`. */
  | 'reverse'
  /** Wait with it: `postponeOperatorException`. */
  | 'wait';

/** How a difference stands. */
export type TieOutDifferenceStatus =
  /** An operator has resolved it; it is open again once its facts are others. */
  | 'accepted'
  /** A later look did not find it again. */
  | 'gone'
  /** It asks for a decision now. */
  | 'open'
  /** An operator waits with it until a day that has not come. */
  | 'waiting';

/** What an entry of a timeline is, and what its id names. */
export type TimelineKind =
  /** A date of an autopay schedule, with its retries. */
  | 'autopay_run'
  /** A bank’s dispute of a charge of autopay; told to operators. */
  | 'dispute'
  /** Something that a machine must not decide; told to operators. */
  | 'exception'
  /** The status of the loan moved. */
  | 'lifecycle_event'
  /** A payment that was recorded here, with its reversal. */
  | 'payment'
  /** An autopay schedule that was made; its status is that of now. */
  | 'schedule'
  /** What else is in the loan’s books: charges, waivers, corrections, payments that came in elsewhere. */
  | 'transaction';

/** What is left out stays. */
export type UpdateAutopayScheduleInput = {
  /** Cents of one run. */
  readonly amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Null: without an end. */
  readonly endDate?: InputMaybe<Scalars['Date']['input']>;
  /** The instrument that is charged. */
  readonly paymentMethodId?: InputMaybe<Scalars['ID']['input']>;
  /** `paused` or `active`. */
  readonly status?: InputMaybe<AutopayStatus>;
};

/** What is to be different; what is left out stays. */
export type UpdateCampaignInput = {
  /** All that it is to have from now on: 1 to 50. Events that were stored stay where they are. */
  readonly identifiers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** What people call it. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
};

/** What is left out stays, and so does what cannot be null and is sent as null. */
export type UpdateEmailTemplateInput = {
  /** Null takes the description away. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Null takes the HTML body away. */
  readonly htmlTemplate?: InputMaybe<Scalars['String']['input']>;
  /** What people call it. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The subject, a Liquid template. */
  readonly subjectTemplate?: InputMaybe<Scalars['String']['input']>;
  /** Null takes the text body away. */
  readonly textTemplate?: InputMaybe<Scalars['String']['input']>;
  /** Moves the template to another workspace. */
  readonly workspaceId?: InputMaybe<Scalars['ID']['input']>;
};

/** What is left out stays. */
export type UpdateLedgerProductInput = {
  /** Whether loans may be booked under it. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** What people call it. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
};

/** What is left out stays. */
export type UpdateOrganizationInput = {
  /** The name it does business as. */
  readonly dbaName?: InputMaybe<Scalars['String']['input']>;
  /** What it is called here. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** False: no new payment, method, schedule or run; what is posted may still be taken back. True: it goes on, and dates that went by are missed. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its name in law. */
  readonly legalName?: InputMaybe<Scalars['String']['input']>;
  /** Whether autopay schedules of a loan pause when it is charged off. Set to true, those of loans that are charged off already pause on their next date. */
  readonly pausesAutopayAfterChargeOff?: InputMaybe<Scalars['Boolean']['input']>;
  /** Where its day begins and ends, an IANA name. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
};

/** What is left out stays. */
export type UpdatePaymentMethodInput = {
  /** The name on the instrument. */
  readonly holderName?: InputMaybe<Scalars['String']['input']>;
  /** Null takes the nickname away. */
  readonly nickname?: InputMaybe<Scalars['String']['input']>;
};

/** What changes of a webhook endpoint; what is left out stays. */
export type UpdateWebhookEndpointInput = {
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** `disabled` stops it. */
  readonly status?: InputMaybe<WebhookEndpointStatus>;
  /** Event types. */
  readonly types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Where events are sent. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** What is left out, or null, stays. */
export type UpdateWorkspaceAssetInput = {
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether templates may use it. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** What people call it. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** As templates write it between the braces; what it may be is said where one is made. */
  readonly placeholder?: InputMaybe<Scalars['String']['input']>;
  /** An https address, for an asset that has none yet. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** What is left out, or null, stays. */
export type UpdateWorkspaceMergeFieldInput = {
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether templates may use it. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** What people call it. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** As templates write it between the braces; what it may be is said where one is made. */
  readonly placeholder?: InputMaybe<Scalars['String']['input']>;
  /** What it stands for. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
};

/** What may be forgiven. */
export type WaivedComponent =
  /** Fees that were charged. */
  | 'fees'
  /** Interest that has accrued. */
  | 'interest';

/** A rule of today that a webhook endpoint breaks, because it was made before the rule. */
export type WebhookEndpointConcern =
  /** Its address would be refused today, for its port for example. */
  | 'address_refused'
  /** It has sandbox organizations and others. */
  | 'sandbox_mixed';

/** Why a webhook endpoint is not sent to. */
export type WebhookEndpointDisabledReason =
  /** Nothing could be delivered for five days. */
  | 'failing'
  /** It answered 410. */
  | 'gone'
  /** Somebody asked for it. */
  | 'request';

/** Whether a webhook endpoint is sent to. */
export type WebhookEndpointStatus =
  /** It is not; events go on being kept. */
  | 'disabled'
  /** It is sent to. */
  | 'enabled';

/** A header of a webhook call; one that was sent twice is here twice. */
export type WebhookHeaderInput = {
  /** In lower case. */
  readonly name: Scalars['String']['input'];
  /** The header’s value. */
  readonly value: Scalars['String']['input'];
};

export type AcceptWebhookMutationVariables = Exact<{
  provider?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  headers: ReadonlyArray<WebhookHeaderInput> | WebhookHeaderInput;
  body: Scalars['String']['input'];
}>;


export type AcceptWebhookMutation = { readonly acceptWebhook: { readonly batchId: string } };

export type ListCampaignEventsQueryVariables = Exact<{
  workspace_id: Scalars['ID']['input'];
  event_type?: InputMaybe<CampaignEventType>;
  date_from?: InputMaybe<Scalars['DateTime']['input']>;
  date_to?: InputMaybe<Scalars['DateTime']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  page_size?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListCampaignEventsQuery = { readonly campaignEvents: { readonly items: ReadonlyArray<{ readonly id: string, readonly recipient: string, readonly url: string | null, readonly provider: EmailProvider, readonly workspace_id: string, readonly campaign_id: string, readonly event_type: CampaignEventType, readonly bounce_type: BounceType | null, readonly occurred_at: string, readonly provider_message_id: string | null, readonly is_machine: boolean }>, readonly page: { readonly page: number, readonly page_size: number, readonly total_items: number, readonly total_pages: number, readonly next_cursor: string | null } } };

export type CreateEmailTemplateMutationVariables = Exact<{
  input: CreateEmailTemplateInput;
  idempotency_key?: InputMaybe<Scalars['String']['input']>;
}>;


export type CreateEmailTemplateMutation = { readonly createEmailTemplate: { readonly id: string, readonly name: string, readonly description: string | null, readonly workspace_id: string, readonly subject_template: string, readonly html_template: string | null, readonly text_template: string | null, readonly created_at: string } };

export type EmailTemplateFieldsFragment = { readonly id: string, readonly name: string, readonly description: string | null, readonly workspace_id: string, readonly subject_template: string, readonly html_template: string | null, readonly text_template: string | null, readonly created_at: string };

export type GetEmailTemplateQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetEmailTemplateQuery = { readonly emailTemplate: { readonly id: string, readonly name: string, readonly description: string | null, readonly workspace_id: string, readonly subject_template: string, readonly html_template: string | null, readonly text_template: string | null, readonly created_at: string } };

export type ListEmailTemplatesQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  workspace_id?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListEmailTemplatesQuery = { readonly emailTemplates: { readonly items: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string | null, readonly workspace_id: string, readonly subject_template: string, readonly html_template: string | null, readonly text_template: string | null, readonly created_at: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type PreviewEmailTemplateQueryVariables = Exact<{
  id: Scalars['ID']['input'];
  sample_data?: InputMaybe<Scalars['JsonObject']['input']>;
}>;


export type PreviewEmailTemplateQuery = { readonly previewEmailTemplate: { readonly subject: string, readonly html: string | null, readonly text: string | null, readonly unfilled: ReadonlyArray<string>, readonly truncated: boolean } };

export type UpdateEmailTemplateMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  input: UpdateEmailTemplateInput;
}>;


export type UpdateEmailTemplateMutation = { readonly updateEmailTemplate: { readonly id: string, readonly name: string, readonly description: string | null, readonly workspace_id: string, readonly subject_template: string, readonly html_template: string | null, readonly text_template: string | null, readonly created_at: string } };

export type CreateWebhookAddressMutationVariables = Exact<{
  input: CreateWebhookAddressInput;
  idempotency_key?: InputMaybe<Scalars['String']['input']>;
}>;


export type CreateWebhookAddressMutation = { readonly createWebhookAddress: { readonly username: string | null, readonly secret: string | null, readonly hint: string | null, readonly replayed: boolean, readonly address: { readonly id: string, readonly provider: EmailProvider, readonly name: string, readonly path: string, readonly organization_id: string, readonly created_by: string, readonly created_at: string, readonly ended_at: string | null } } };

export type EndWebhookAddressMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type EndWebhookAddressMutation = { readonly endWebhookAddress: { readonly id: string } };

export type ListWebhookAddressesQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListWebhookAddressesQuery = { readonly webhookAddresses: { readonly items: ReadonlyArray<{ readonly id: string, readonly provider: EmailProvider, readonly name: string, readonly path: string, readonly organization_id: string, readonly created_by: string, readonly created_at: string, readonly ended_at: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type WebhookAddressFieldsFragment = { readonly id: string, readonly provider: EmailProvider, readonly name: string, readonly path: string, readonly organization_id: string, readonly created_by: string, readonly created_at: string, readonly ended_at: string | null };

export type CreateWorkspaceAssetMutationVariables = Exact<{
  input: CreateWorkspaceAssetInput;
  idempotency_key?: InputMaybe<Scalars['String']['input']>;
}>;


export type CreateWorkspaceAssetMutation = { readonly createWorkspaceAsset: { readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly url: string | null, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string } };

export type GetWorkspaceAssetQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetWorkspaceAssetQuery = { readonly workspaceAsset: { readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly url: string | null, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string } };

export type ListWorkspaceAssetsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  workspace_id?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListWorkspaceAssetsQuery = { readonly workspaceAssets: { readonly items: ReadonlyArray<{ readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly url: string | null, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type UpdateWorkspaceAssetMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  input: UpdateWorkspaceAssetInput;
}>;


export type UpdateWorkspaceAssetMutation = { readonly updateWorkspaceAsset: { readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly url: string | null, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string } };

export type WorkspaceAssetFieldsFragment = { readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly url: string | null, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string };

export type CreateWorkspaceMergeFieldMutationVariables = Exact<{
  input: CreateWorkspaceMergeFieldInput;
  idempotency_key?: InputMaybe<Scalars['String']['input']>;
}>;


export type CreateWorkspaceMergeFieldMutation = { readonly createWorkspaceMergeField: { readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly value: string, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string } };

export type GetWorkspaceMergeFieldQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetWorkspaceMergeFieldQuery = { readonly workspaceMergeField: { readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly value: string, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string } };

export type ListWorkspaceMergeFieldsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  workspace_id?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListWorkspaceMergeFieldsQuery = { readonly workspaceMergeFields: { readonly items: ReadonlyArray<{ readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly value: string, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type UpdateWorkspaceMergeFieldMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  input: UpdateWorkspaceMergeFieldInput;
}>;


export type UpdateWorkspaceMergeFieldMutation = { readonly updateWorkspaceMergeField: { readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly value: string, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string } };

export type WorkspaceMergeFieldFieldsFragment = { readonly id: string, readonly placeholder: string, readonly name: string, readonly description: string, readonly value: string, readonly workspace_id: string, readonly is_active: boolean, readonly created_at: string };

export type ContractAnswerFieldsFragment = { readonly status: number, readonly body: string };

export type ReportCashReceiptsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportCashReceiptsQuery = { readonly cashReceipts: { readonly items: ReadonlyArray<{ readonly type: string, readonly status: string | null, readonly transaction_id: string, readonly organization_id: string, readonly account_id: string, readonly amount_cents: number | null, readonly effective_at: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReportNsfReturnsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportNsfReturnsQuery = { readonly nsfReturns: { readonly items: ReadonlyArray<{ readonly reason: string | null, readonly status: string | null, readonly organization_id: string, readonly account_id: string, readonly transaction_id: string, readonly original_transaction_id: string | null, readonly original_effective_at: string | null, readonly amount_cents: number | null, readonly effective_at: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReportCashAdjustmentsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportCashAdjustmentsQuery = { readonly cashAdjustments: { readonly items: ReadonlyArray<{ readonly type: string, readonly reason: string | null, readonly status: string | null, readonly organization_id: string, readonly account_id: string, readonly transaction_id: string, readonly original_transaction_id: string | null, readonly amount_cents: number | null, readonly effective_at: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReportNonCashAdjustmentsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportNonCashAdjustmentsQuery = { readonly nonCashAdjustments: { readonly items: ReadonlyArray<{ readonly type: string, readonly component: string | null, readonly reason: string | null, readonly status: string | null, readonly organization_id: string, readonly account_id: string, readonly transaction_id: string, readonly amount_cents: number | null, readonly effective_at: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReportMonthlyPaymentRegisterQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportMonthlyPaymentRegisterQuery = { readonly monthlyPaymentRegister: { readonly items: ReadonlyArray<{ readonly month: string | null, readonly organization_id: string, readonly account_id: string, readonly transaction_id: string, readonly payment_method: string | null, readonly amount_cents: number | null, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly ending_balance_cents: number | null, readonly effective_at: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReportNewSalesQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportNewSalesQuery = { readonly newSales: { readonly items: ReadonlyArray<{ readonly organization_id: string, readonly account_id: string, readonly external_contract_number: string | null, readonly primary_borrower_party_id: string, readonly originated_on: string, readonly amount_financed_cents: number | null, readonly annual_rate: string | null, readonly term_months: number | null, readonly first_due_date: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReportWriteOffsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportWriteOffsQuery = { readonly writeOffs: { readonly items: ReadonlyArray<{ readonly organization_id: string, readonly account_id: string, readonly charged_off_on: string, readonly charge_off_amount_cents: number | null, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly days_past_due: number | null, readonly recovered_cents: number }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReportPaidInFullQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportPaidInFullQuery = { readonly paidInFull: { readonly items: ReadonlyArray<{ readonly organization_id: string, readonly account_id: string, readonly paid_off_on: string, readonly final_payment_cents: number | null, readonly payoff_cents: number | null, readonly original_principal_cents: number | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReportAgedBalanceQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportAgedBalanceQuery = { readonly agedBalance: { readonly items: ReadonlyArray<{ readonly organization_id: string, readonly account_id: string, readonly balance_cents: number, readonly current_cents: number, readonly past_due_1_29_cents: number, readonly past_due_30_59_cents: number, readonly past_due_60_89_cents: number, readonly past_due_90_119_cents: number, readonly past_due_120_plus_cents: number, readonly total_past_due_cents: number }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReportDelinquencyQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReportDelinquencyQuery = { readonly delinquency: { readonly items: ReadonlyArray<{ readonly bucket: string, readonly organization_id: string, readonly account_id: string, readonly status_code: string, readonly days_past_due: number, readonly past_due_cents: number, readonly first_delinquent_on: string | null, readonly last_payment_on: string | null, readonly last_payment_cents: number | null, readonly next_due_on: string | null, readonly next_due_cents: number | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type AccountDetailFieldsFragment = { readonly id: string, readonly loan_system_code: string, readonly next_due_on: string | null, readonly next_due_cents: number | null, readonly past_due_cents: number | null, readonly days_past_due: number | null, readonly charged_off_on: string | null, readonly paid_off_on: string | null, readonly accepts_payments: boolean | null, readonly not_payable_reason: NotPayableReason | null, readonly organization_id: string, readonly primary_borrower_party_id: string, readonly external_contract_number: string | null, readonly external_account_number: string | null, readonly current_balance_cents: number, readonly status_code: AccountStatusCode, readonly synced_through: string | null, readonly borrowers: ReadonlyArray<{ readonly role: string, readonly party_id: string, readonly display_name: string | null, readonly is_active: boolean }>, readonly contract: { readonly originated_on: string | null, readonly first_due_on: string | null, readonly maturity_on: string | null, readonly original_principal_cents: number | null, readonly scheduled_payment_cents: number | null, readonly annual_rate: string | null, readonly term_months: number | null }, readonly payoff: { readonly amount_cents: number, readonly as_of: string } | null };

export type AccountFieldsFragment = { readonly id: string, readonly organization_id: string, readonly primary_borrower_party_id: string, readonly external_contract_number: string | null, readonly external_account_number: string | null, readonly current_balance_cents: number, readonly status_code: AccountStatusCode, readonly synced_through: string | null };

export type GetAccountQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetAccountQuery = { readonly account: { readonly id: string, readonly loan_system_code: string, readonly next_due_on: string | null, readonly next_due_cents: number | null, readonly past_due_cents: number | null, readonly days_past_due: number | null, readonly charged_off_on: string | null, readonly paid_off_on: string | null, readonly accepts_payments: boolean | null, readonly not_payable_reason: NotPayableReason | null, readonly organization_id: string, readonly primary_borrower_party_id: string, readonly external_contract_number: string | null, readonly external_account_number: string | null, readonly current_balance_cents: number, readonly status_code: AccountStatusCode, readonly synced_through: string | null, readonly borrowers: ReadonlyArray<{ readonly role: string, readonly party_id: string, readonly display_name: string | null, readonly is_active: boolean }>, readonly contract: { readonly originated_on: string | null, readonly first_due_on: string | null, readonly maturity_on: string | null, readonly original_principal_cents: number | null, readonly scheduled_payment_cents: number | null, readonly annual_rate: string | null, readonly term_months: number | null }, readonly payoff: { readonly amount_cents: number, readonly as_of: string } | null } };

export type GetPayoffLetterQueryVariables = Exact<{
  account_id: Scalars['ID']['input'];
  on?: InputMaybe<Scalars['Date']['input']>;
}>;


export type GetPayoffLetterQuery = { readonly payoffLetter: { readonly written_on: string, readonly lender_name: string, readonly borrower_names: ReadonlyArray<string>, readonly address_lines: ReadonlyArray<string>, readonly loan_number: string, readonly quote: { readonly on: string, readonly currency: string, readonly account_id: string, readonly applied_on: string, readonly good_through: string, readonly amount_cents: number, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly per_diem_cents: number, readonly exact_per_diem: string | null, readonly unsettled_cents: number } } };

export type GetPayoffQueryVariables = Exact<{
  account_id: Scalars['ID']['input'];
  on?: InputMaybe<Scalars['Date']['input']>;
}>;


export type GetPayoffQuery = { readonly payoffQuote: { readonly on: string, readonly currency: string, readonly account_id: string, readonly applied_on: string, readonly good_through: string, readonly amount_cents: number, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly per_diem_cents: number, readonly exact_per_diem: string | null, readonly unsettled_cents: number } };

export type ListAccountsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  external_contract_number?: InputMaybe<Scalars['String']['input']>;
  external_account_number?: InputMaybe<Scalars['String']['input']>;
  status_codes?: InputMaybe<ReadonlyArray<AccountStatusCode> | AccountStatusCode>;
  borrower?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListAccountsQuery = { readonly accounts: { readonly items: ReadonlyArray<{ readonly id: string, readonly organization_id: string, readonly primary_borrower_party_id: string, readonly external_contract_number: string | null, readonly external_account_number: string | null, readonly current_balance_cents: number, readonly status_code: AccountStatusCode, readonly synced_through: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListLifecycleEventsQueryVariables = Exact<{
  account_id: Scalars['ID']['input'];
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListLifecycleEventsQuery = { readonly lifecycleEvents: { readonly items: ReadonlyArray<{ readonly id: string, readonly type: LifecycleEventType, readonly from_status: AccountStatusCode | null, readonly to_status: AccountStatusCode, readonly occurred_at: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type PayoffQuoteFieldsFragment = { readonly on: string, readonly currency: string, readonly account_id: string, readonly applied_on: string, readonly good_through: string, readonly amount_cents: number, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly per_diem_cents: number, readonly exact_per_diem: string | null, readonly unsettled_cents: number };

export type AutopayRunFieldsFragment = { readonly id: string, readonly status: AutopayRunStatus, readonly organization_id: string, readonly account_id: string, readonly autopay_schedule_id: string, readonly run_date: string, readonly amount_cents: number | null, readonly attempts: number, readonly failure_code: string | null, readonly next_try_on: string | null, readonly effective_date: string | null, readonly reference_number: number | null, readonly transaction_id: string | null, readonly posted_at: string | null, readonly refunded_at: string | null, readonly possible_duplicate_of: string | null };

export type AutopayScheduleFieldsFragment = { readonly id: string, readonly status: AutopayStatus, readonly account_id: string, readonly payment_method_id: string, readonly amount_cents: number, readonly frequency_unit: FrequencyUnit, readonly frequency_interval: number, readonly start_date: string, readonly anchor_day: number | null, readonly end_date: string | null, readonly next_run_date: string, readonly possible_duplicate_of: string | null, readonly last_run: { readonly id: string, readonly status: AutopayRunStatus, readonly run_date: string, readonly amount_cents: number | null, readonly failure_code: string | null, readonly next_try_on: string | null } | null };

export type CreateAutopayScheduleMutationVariables = Exact<{
  idempotency_key?: InputMaybe<Scalars['String']['input']>;
  input: CreateAutopayScheduleInput;
}>;


export type CreateAutopayScheduleMutation = { readonly createAutopaySchedule: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type DeleteAutopayScheduleMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type DeleteAutopayScheduleMutation = { readonly cancelAutopaySchedule: { readonly id: string } };

export type GetAutopayScheduleQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetAutopayScheduleQuery = { readonly autopaySchedule: { readonly id: string, readonly status: AutopayStatus, readonly account_id: string, readonly payment_method_id: string, readonly amount_cents: number, readonly frequency_unit: FrequencyUnit, readonly frequency_interval: number, readonly start_date: string, readonly anchor_day: number | null, readonly end_date: string | null, readonly next_run_date: string, readonly possible_duplicate_of: string | null, readonly last_run: { readonly id: string, readonly status: AutopayRunStatus, readonly run_date: string, readonly amount_cents: number | null, readonly failure_code: string | null, readonly next_try_on: string | null } | null } };

export type ListAutopayRunsQueryVariables = Exact<{
  schedule_id: Scalars['ID']['input'];
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListAutopayRunsQuery = { readonly scheduleRuns: { readonly items: ReadonlyArray<{ readonly id: string, readonly status: AutopayRunStatus, readonly organization_id: string, readonly account_id: string, readonly autopay_schedule_id: string, readonly run_date: string, readonly amount_cents: number | null, readonly attempts: number, readonly failure_code: string | null, readonly next_try_on: string | null, readonly effective_date: string | null, readonly reference_number: number | null, readonly transaction_id: string | null, readonly posted_at: string | null, readonly refunded_at: string | null, readonly possible_duplicate_of: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListAutopaySchedulesQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  account_id?: InputMaybe<Scalars['ID']['input']>;
  statuses?: InputMaybe<ReadonlyArray<AutopayStatus> | AutopayStatus>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListAutopaySchedulesQuery = { readonly autopaySchedules: { readonly items: ReadonlyArray<{ readonly id: string, readonly status: AutopayStatus, readonly account_id: string, readonly payment_method_id: string, readonly amount_cents: number, readonly frequency_unit: FrequencyUnit, readonly frequency_interval: number, readonly start_date: string, readonly anchor_day: number | null, readonly end_date: string | null, readonly next_run_date: string, readonly possible_duplicate_of: string | null, readonly last_run: { readonly id: string, readonly status: AutopayRunStatus, readonly run_date: string, readonly amount_cents: number | null, readonly failure_code: string | null, readonly next_try_on: string | null } | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type UpdateAutopayScheduleMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  input: UpdateAutopayScheduleInput;
}>;


export type UpdateAutopayScheduleMutation = { readonly updateAutopaySchedule: { readonly id: string, readonly status: AutopayStatus, readonly account_id: string, readonly payment_method_id: string, readonly amount_cents: number, readonly frequency_unit: FrequencyUnit, readonly frequency_interval: number, readonly start_date: string, readonly anchor_day: number | null, readonly end_date: string | null, readonly next_run_date: string, readonly possible_duplicate_of: string | null, readonly last_run: { readonly id: string, readonly status: AutopayRunStatus, readonly run_date: string, readonly amount_cents: number | null, readonly failure_code: string | null, readonly next_try_on: string | null } | null } };

export type GetOrganizationQueryVariables = Exact<{
  party_id: Scalars['ID']['input'];
}>;


export type GetOrganizationQuery = { readonly organization: { readonly id: string, readonly display_name: string, readonly is_active: boolean, readonly legal_name: string, readonly dba_name: string } };

export type ListOrganizationsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListOrganizationsQuery = { readonly organizations: { readonly items: ReadonlyArray<{ readonly id: string, readonly display_name: string, readonly is_active: boolean, readonly legal_name: string, readonly dba_name: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type OrganizationFieldsFragment = { readonly id: string, readonly display_name: string, readonly is_active: boolean, readonly legal_name: string, readonly dba_name: string };

export type DeletePaymentMethodMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type DeletePaymentMethodMutation = { readonly deactivatePaymentMethod: { readonly id: string } };

export type GetPaymentMethodQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetPaymentMethodQuery = { readonly paymentMethod: { readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean } };

export type ListAccountPaymentMethodsQueryVariables = Exact<{
  id: Scalars['ID']['input'];
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListAccountPaymentMethodsQuery = { readonly accountPaymentMethods: { readonly items: ReadonlyArray<{ readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListPaymentMethodsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  party_id?: InputMaybe<Scalars['ID']['input']>;
  is_active?: InputMaybe<Scalars['Boolean']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListPaymentMethodsQuery = { readonly paymentMethods: { readonly items: ReadonlyArray<{ readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type PaymentMethodFieldsFragment = { readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean };

export type UpdatePaymentMethodMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  input: UpdatePaymentMethodInput;
}>;


export type UpdatePaymentMethodMutation = { readonly updatePaymentMethod: { readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean } };

export type GetPersonQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetPersonQuery = { readonly person: { readonly email: string | null, readonly phone: string | null, readonly id: string, readonly organization_id: string, readonly display_name: string, readonly addresses: ReadonlyArray<{ readonly id: string, readonly kind: string, readonly line1: string, readonly line2: string | null, readonly city: string, readonly state: string | null, readonly country: string, readonly is_current: boolean, readonly postal_code: string | null }> } };

export type ListPersonAccountsQueryVariables = Exact<{
  party_id: Scalars['ID']['input'];
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListPersonAccountsQuery = { readonly accounts: { readonly items: ReadonlyArray<{ readonly id: string, readonly organization_id: string, readonly primary_borrower_party_id: string, readonly external_contract_number: string | null, readonly external_account_number: string | null, readonly current_balance_cents: number, readonly status_code: AccountStatusCode, readonly synced_through: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListPersonsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListPersonsQuery = { readonly persons: { readonly items: ReadonlyArray<{ readonly id: string, readonly organization_id: string, readonly display_name: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type PersonFieldsFragment = { readonly id: string, readonly organization_id: string, readonly display_name: string };

export type ListAccountTransactionsQueryVariables = Exact<{
  account_id: Scalars['ID']['input'];
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']> | Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListAccountTransactionsQuery = { readonly transactions: { readonly items: ReadonlyArray<{ readonly type: string, readonly status: string | null, readonly transaction_id: string, readonly organization_id: string, readonly account_id: string, readonly amount_cents: number | null, readonly effective_at: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListTransactionsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']> | Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListTransactionsQuery = { readonly transactions: { readonly items: ReadonlyArray<{ readonly type: string, readonly status: string | null, readonly transaction_id: string, readonly organization_id: string, readonly account_id: string, readonly amount_cents: number | null, readonly effective_at: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type TransactionFieldsFragment = { readonly type: string, readonly status: string | null, readonly transaction_id: string, readonly organization_id: string, readonly account_id: string, readonly amount_cents: number | null, readonly effective_at: string | null };

export type PageFieldsFragment = { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean };

export type BeginCardCaptureMutationVariables = Exact<{
  idempotency_key: Scalars['String']['input'];
  account_id: Scalars['ID']['input'];
  party_id?: InputMaybe<Scalars['ID']['input']>;
  billing_address_id?: InputMaybe<Scalars['ID']['input']>;
  has_one_time_address: Scalars['Boolean']['input'];
  processor: Scalars['String']['input'];
  fingerprint: Scalars['String']['input'];
  only_stored: Scalars['Boolean']['input'];
}>;


export type BeginCardCaptureMutation = { readonly beginCardCapture: { readonly stored: { readonly status: number, readonly body: string } | null, readonly capture: { readonly id: string, readonly organizationId: string, readonly partyId: string, readonly customer: string | null, readonly processor: string, readonly billingAddress: { readonly line1: string, readonly line2: string | null, readonly city: string, readonly state: string | null, readonly postalCode: string | null, readonly country: string } | null } | null } };

export type CompleteCardCaptureMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  input: CompleteCardCaptureInput;
}>;


export type CompleteCardCaptureMutation = { readonly completeCardCapture: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type DeclineCardCaptureMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
}>;


export type DeclineCardCaptureMutation = { readonly declineCardCapture: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type ReleaseCardCaptureMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type ReleaseCardCaptureMutation = { readonly releaseCardCapture: boolean };

export type TakeProcessorEventMutationVariables = Exact<{
  input: ProcessorEventInput;
}>;


export type TakeProcessorEventMutation = { readonly takeProcessorEvent: boolean };

export type GetAutopayRunQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetAutopayRunQuery = { readonly autopayRun: { readonly id: string, readonly status: AutopayRunStatus, readonly organization_id: string, readonly account_id: string, readonly autopay_schedule_id: string, readonly run_date: string, readonly amount_cents: number | null, readonly attempts: number, readonly failure_code: string | null, readonly next_try_on: string | null, readonly effective_date: string | null, readonly reference_number: number | null, readonly transaction_id: string | null, readonly posted_at: string | null, readonly refunded_at: string | null, readonly possible_duplicate_of: string | null } };

export type ListAllAutopayRunsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  account_id?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<AutopayRunStatus>;
}>;


export type ListAllAutopayRunsQuery = { readonly autopayRuns: { readonly items: ReadonlyArray<{ readonly id: string, readonly status: AutopayRunStatus, readonly organization_id: string, readonly account_id: string, readonly autopay_schedule_id: string, readonly run_date: string, readonly amount_cents: number | null, readonly attempts: number, readonly failure_code: string | null, readonly next_try_on: string | null, readonly effective_date: string | null, readonly reference_number: number | null, readonly transaction_id: string | null, readonly posted_at: string | null, readonly refunded_at: string | null, readonly possible_duplicate_of: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type DisputeFieldsFragment = { readonly id: string, readonly status: DisputeStatus, readonly reason: string, readonly processor: string, readonly organization_id: string, readonly account_id: string | null, readonly autopay_run_id: string | null, readonly amount_cents: number, readonly is_withdrawn: boolean, readonly evidence_due_by: string | null, readonly opened_at: string, readonly closed_at: string | null, readonly processor_dispute_id: string, readonly processor_charge_id: string };

export type GetDisputeQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetDisputeQuery = { readonly dispute: { readonly id: string, readonly status: DisputeStatus, readonly reason: string, readonly processor: string, readonly organization_id: string, readonly account_id: string | null, readonly autopay_run_id: string | null, readonly amount_cents: number, readonly is_withdrawn: boolean, readonly evidence_due_by: string | null, readonly opened_at: string, readonly closed_at: string | null, readonly processor_dispute_id: string, readonly processor_charge_id: string } };

export type ListDisputesQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  account_id?: InputMaybe<Scalars['ID']['input']>;
  statuses?: InputMaybe<ReadonlyArray<DisputeStatus> | DisputeStatus>;
}>;


export type ListDisputesQuery = { readonly disputes: { readonly items: ReadonlyArray<{ readonly id: string, readonly status: DisputeStatus, readonly reason: string, readonly processor: string, readonly organization_id: string, readonly account_id: string | null, readonly autopay_run_id: string | null, readonly amount_cents: number, readonly is_withdrawn: boolean, readonly evidence_due_by: string | null, readonly opened_at: string, readonly closed_at: string | null, readonly processor_dispute_id: string, readonly processor_charge_id: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type EventFieldsFragment = { readonly id: string, readonly type: string, readonly sequence: number, readonly status: string | null, readonly code: string | null, readonly actor: string, readonly created_at: string, readonly organization_id: string, readonly object_type: string, readonly object_id: string, readonly account_id: string | null, readonly previous_status: string | null, readonly possible_duplicate_of: string | null };

export type ListEventsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']> | Scalars['String']['input']>;
  object_id?: InputMaybe<Scalars['ID']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListEventsQuery = { readonly events: { readonly items: ReadonlyArray<{ readonly id: string, readonly type: string, readonly sequence: number, readonly status: string | null, readonly code: string | null, readonly actor: string, readonly created_at: string, readonly organization_id: string, readonly object_type: string, readonly object_id: string, readonly account_id: string | null, readonly previous_status: string | null, readonly possible_duplicate_of: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type GetIdempotencyKeyQueryVariables = Exact<{
  idempotency_key: Scalars['String']['input'];
  operation: KeyedOperation;
  organization_id?: InputMaybe<Scalars['ID']['input']>;
}>;


export type GetIdempotencyKeyQuery = { readonly idempotencyKey: { readonly operation: KeyedOperation, readonly state: IdempotencyKeyState, readonly reason: string | null, readonly error_code: string | null, readonly created_at: string, readonly expires_at: string, readonly payment_id: string | null, readonly payment: { readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly organization_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly created_at: string, readonly possible_duplicate_of: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null } | null } };

export type AbandonLedgerBoardingMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
}>;


export type AbandonLedgerBoardingMutation = { readonly abandonLedgerBoarding: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type AdjustLedgerLoanMutationVariables = Exact<{
  account_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
  principal_cents?: InputMaybe<Scalars['SafeInt']['input']>;
  interest_cents?: InputMaybe<Scalars['SafeInt']['input']>;
  fees_cents?: InputMaybe<Scalars['SafeInt']['input']>;
  reason: Scalars['String']['input'];
}>;


export type AdjustLedgerLoanMutation = { readonly adjustLedgerLoan: { readonly replayed: boolean, readonly operation: { readonly type: LedgerOperationType, readonly reason: string | null, readonly operation_id: string, readonly account_id: string, readonly effective_date: string, readonly amount_cents: number, readonly transaction_ids: ReadonlyArray<string>, readonly recorded_by: string, readonly recorded_at: string }, readonly answer: { readonly status: number, readonly body: string } } };

export type BoardingFiguresFieldsFragment = { readonly loans: number | null, readonly transactions: number | null, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly amount_cents: number | null };

export type BookLedgerLoanMutationVariables = Exact<{
  idempotency_key: Scalars['String']['input'];
  input: BookLedgerLoanInput;
}>;


export type BookLedgerLoanMutation = { readonly bookLedgerLoan: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type ChargeOffLedgerLoanMutationVariables = Exact<{
  account_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
  reason: Scalars['String']['input'];
}>;


export type ChargeOffLedgerLoanMutation = { readonly chargeOffLedgerLoan: { readonly replayed: boolean, readonly operation: { readonly type: LedgerOperationType, readonly reason: string | null, readonly operation_id: string, readonly account_id: string, readonly effective_date: string, readonly amount_cents: number, readonly transaction_ids: ReadonlyArray<string>, readonly recorded_by: string, readonly recorded_at: string }, readonly answer: { readonly status: number, readonly body: string } } };

export type CloseLedgerLoanMutationVariables = Exact<{
  account_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
}>;


export type CloseLedgerLoanMutation = { readonly closeLedgerLoan: { readonly replayed: boolean, readonly operation: { readonly type: LedgerOperationType, readonly reason: string | null, readonly operation_id: string, readonly account_id: string, readonly effective_date: string, readonly amount_cents: number, readonly transaction_ids: ReadonlyArray<string>, readonly recorded_by: string, readonly recorded_at: string }, readonly answer: { readonly status: number, readonly body: string } } };

export type CreateLedgerProductMutationVariables = Exact<{
  idempotency_key: Scalars['String']['input'];
  input: CreateLedgerProductInput;
}>;


export type CreateLedgerProductMutation = { readonly createLedgerProduct: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type DisburseLedgerLoanMutationVariables = Exact<{
  account_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
}>;


export type DisburseLedgerLoanMutation = { readonly disburseLedgerLoan: { readonly replayed: boolean, readonly operation: { readonly type: LedgerOperationType, readonly reason: string | null, readonly operation_id: string, readonly account_id: string, readonly effective_date: string, readonly amount_cents: number, readonly transaction_ids: ReadonlyArray<string>, readonly recorded_by: string, readonly recorded_at: string }, readonly answer: { readonly status: number, readonly body: string } } };

export type GetGeneralLedgerQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
}>;


export type GetGeneralLedgerQuery = { readonly generalLedger: { readonly items: ReadonlyArray<{ readonly ledger_account: string, readonly debit_cents: number, readonly credit_cents: number, readonly net_cents: number }> } };

export type GetLedgerBoardingQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetLedgerBoardingQuery = { readonly ledgerBoarding: { readonly id: string, readonly status: string, readonly lines: number, readonly bytes: number, readonly loans: number, readonly transactions: number, readonly errors: number, readonly differences: number, readonly warnings: number, readonly organization_id: string, readonly loan_system_code: string, readonly is_dry_run: boolean, readonly skips_invalid: boolean, readonly is_strict: boolean, readonly known_loans: number, readonly loans_written: number, readonly transactions_written: number, readonly is_tied: boolean | null, readonly requested_by: string, readonly created_at: string, readonly finished_at: string | null, readonly warning_kinds: ReadonlyArray<{ readonly kind: LedgerBoardingWarning, readonly count: number }>, readonly tie_out: { readonly control: { readonly loans: number | null, readonly transactions: number | null, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly amount_cents: number | null }, readonly file: { readonly loans: number | null, readonly transactions: number | null, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly amount_cents: number | null }, readonly known: { readonly loans: number | null, readonly transactions: number | null, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly amount_cents: number | null }, readonly skipped: { readonly loans: number | null, readonly transactions: number | null, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly amount_cents: number | null }, readonly written: { readonly loans: number | null, readonly transactions: number | null, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly amount_cents: number | null } | null, readonly journal: { readonly loans: number | null, readonly transactions: number | null, readonly principal_cents: number | null, readonly interest_cents: number | null, readonly fees_cents: number | null, readonly amount_cents: number | null } | null } | null } };

export type GetLedgerLoanQueryVariables = Exact<{
  account_id: Scalars['ID']['input'];
}>;


export type GetLedgerLoanQuery = { readonly account: { readonly id: string, readonly loan_system_code: string, readonly next_due_on: string | null, readonly next_due_cents: number | null, readonly past_due_cents: number | null, readonly days_past_due: number | null, readonly charged_off_on: string | null, readonly paid_off_on: string | null, readonly accepts_payments: boolean | null, readonly not_payable_reason: NotPayableReason | null, readonly organization_id: string, readonly primary_borrower_party_id: string, readonly external_contract_number: string | null, readonly external_account_number: string | null, readonly current_balance_cents: number, readonly status_code: AccountStatusCode, readonly synced_through: string | null, readonly ledger: { readonly loan_number: string | null, readonly product_id: string | null, readonly product_code: string | null, readonly product_version: number | null, readonly nsf_fee_cents: number } | null, readonly borrowers: ReadonlyArray<{ readonly role: string, readonly party_id: string, readonly display_name: string | null, readonly is_active: boolean }>, readonly contract: { readonly originated_on: string | null, readonly first_due_on: string | null, readonly maturity_on: string | null, readonly original_principal_cents: number | null, readonly scheduled_payment_cents: number | null, readonly annual_rate: string | null, readonly term_months: number | null }, readonly payoff: { readonly amount_cents: number, readonly as_of: string } | null } };

export type GetLedgerProductQueryVariables = Exact<{
  product_id: Scalars['ID']['input'];
}>;


export type GetLedgerProductQuery = { readonly ledgerProduct: { readonly id: string, readonly code: string, readonly name: string, readonly organization_id: string, readonly is_active: boolean, readonly current_version: number, readonly created_at: string, readonly versions: ReadonlyArray<{ readonly version: number, readonly day_count: DayCount, readonly application_order: ApplicationOrder, readonly nsf_fee_cents: number, readonly late_fee_cents: number, readonly late_fee_grace_days: number, readonly charge_off_at_days: number | null, readonly tolerance_cents: number, readonly payoff_rule: PayoffRule, readonly accrue_to: AccrueTo, readonly created_at: string, readonly created_by: string }> } };

export type LedgerOperationFieldsFragment = { readonly type: LedgerOperationType, readonly reason: string | null, readonly operation_id: string, readonly account_id: string, readonly effective_date: string, readonly amount_cents: number, readonly transaction_ids: ReadonlyArray<string>, readonly recorded_by: string, readonly recorded_at: string };

export type PerformedLedgerOperationFieldsFragment = { readonly replayed: boolean, readonly operation: { readonly type: LedgerOperationType, readonly reason: string | null, readonly operation_id: string, readonly account_id: string, readonly effective_date: string, readonly amount_cents: number, readonly transaction_ids: ReadonlyArray<string>, readonly recorded_by: string, readonly recorded_at: string }, readonly answer: { readonly status: number, readonly body: string } };

export type LedgerProductFieldsFragment = { readonly id: string, readonly code: string, readonly name: string, readonly organization_id: string, readonly is_active: boolean, readonly current_version: number, readonly created_at: string, readonly versions: ReadonlyArray<{ readonly version: number, readonly day_count: DayCount, readonly application_order: ApplicationOrder, readonly nsf_fee_cents: number, readonly late_fee_cents: number, readonly late_fee_grace_days: number, readonly charge_off_at_days: number | null, readonly tolerance_cents: number, readonly payoff_rule: PayoffRule, readonly accrue_to: AccrueTo, readonly created_at: string, readonly created_by: string }> };

export type ListLedgerBoardingProblemsQueryVariables = Exact<{
  id: Scalars['ID']['input'];
  severity?: InputMaybe<LedgerBoardingProblemSeverity>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListLedgerBoardingProblemsQuery = { readonly ledgerBoardingProblems: { readonly items: ReadonlyArray<{ readonly line: number, readonly column: string | null, readonly severity: string, readonly message: string, readonly loan_number: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListLedgerEntriesQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  account_id?: InputMaybe<Scalars['ID']['input']>;
  type?: InputMaybe<Scalars['String']['input']>;
  ledger_account?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListLedgerEntriesQuery = { readonly ledgerEntries: { readonly items: ReadonlyArray<{ readonly type: string, readonly memo: string | null, readonly reference_number: number, readonly organization_id: string, readonly account_id: string | null, readonly effective_on: string, readonly posted_at: string, readonly external_reference: string | null, readonly reverses_reference: number | null, readonly reallocates_reference: number | null, readonly because_of_reference: number | null, readonly lines: ReadonlyArray<{ readonly ledger_account: string, readonly amount_cents: number }> }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListLedgerProductsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListLedgerProductsQuery = { readonly ledgerProducts: { readonly items: ReadonlyArray<{ readonly id: string, readonly code: string, readonly name: string, readonly organization_id: string, readonly is_active: boolean, readonly current_version: number, readonly created_at: string, readonly versions: ReadonlyArray<{ readonly version: number, readonly day_count: DayCount, readonly application_order: ApplicationOrder, readonly nsf_fee_cents: number, readonly late_fee_cents: number, readonly late_fee_grace_days: number, readonly charge_off_at_days: number | null, readonly tolerance_cents: number, readonly payoff_rule: PayoffRule, readonly accrue_to: AccrueTo, readonly created_at: string, readonly created_by: string }> }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ReviseLedgerProductMutationVariables = Exact<{
  product_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
  input: ReviseLedgerProductInput;
}>;


export type ReviseLedgerProductMutation = { readonly reviseLedgerProduct: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type UndoLedgerChargeOffMutationVariables = Exact<{
  account_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
  reason: Scalars['String']['input'];
}>;


export type UndoLedgerChargeOffMutation = { readonly undoLedgerChargeOff: { readonly replayed: boolean, readonly operation: { readonly type: LedgerOperationType, readonly reason: string | null, readonly operation_id: string, readonly account_id: string, readonly effective_date: string, readonly amount_cents: number, readonly transaction_ids: ReadonlyArray<string>, readonly recorded_by: string, readonly recorded_at: string }, readonly answer: { readonly status: number, readonly body: string } } };

export type UpdateLedgerProductMutationVariables = Exact<{
  product_id: Scalars['ID']['input'];
  input: UpdateLedgerProductInput;
}>;


export type UpdateLedgerProductMutation = { readonly updateLedgerProduct: { readonly id: string, readonly code: string, readonly name: string, readonly organization_id: string, readonly is_active: boolean, readonly current_version: number, readonly created_at: string, readonly versions: ReadonlyArray<{ readonly version: number, readonly day_count: DayCount, readonly application_order: ApplicationOrder, readonly nsf_fee_cents: number, readonly late_fee_cents: number, readonly late_fee_grace_days: number, readonly charge_off_at_days: number | null, readonly tolerance_cents: number, readonly payoff_rule: PayoffRule, readonly accrue_to: AccrueTo, readonly created_at: string, readonly created_by: string }> } };

export type WaiveOnLedgerLoanMutationVariables = Exact<{
  account_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
  component: WaivedComponent;
  amount_cents: Scalars['SafeInt']['input'];
  reason: Scalars['String']['input'];
}>;


export type WaiveOnLedgerLoanMutation = { readonly waiveOnLedgerLoan: { readonly replayed: boolean, readonly operation: { readonly type: LedgerOperationType, readonly reason: string | null, readonly operation_id: string, readonly account_id: string, readonly effective_date: string, readonly amount_cents: number, readonly transaction_ids: ReadonlyArray<string>, readonly recorded_by: string, readonly recorded_at: string }, readonly answer: { readonly status: number, readonly body: string } } };

export type CreatePaymentBatchMutationVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  idempotency_key: Scalars['String']['input'];
  input: CreatePaymentBatchInput;
}>;


export type CreatePaymentBatchMutation = { readonly createPaymentBatch: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type GetPaymentBatchResultFileQueryVariables = Exact<{
  batch_id: Scalars['ID']['input'];
}>;


export type GetPaymentBatchResultFileQuery = { readonly paymentBatchResultFile: string };

export type GetPaymentBatchQueryVariables = Exact<{
  batch_id: Scalars['ID']['input'];
}>;


export type GetPaymentBatchQuery = { readonly paymentBatch: { readonly mode: PaymentBatchMode, readonly status: PaymentBatchStatus, readonly sha256: string, readonly batch_id: string, readonly organization_id: string, readonly dry_run: boolean, readonly stop_reason: string | null, readonly row_count: number, readonly sum_cents: number, readonly responsible: string, readonly created_at: string, readonly finished_at: string | null, readonly outcomes: { readonly already_recorded: number, readonly possible_duplicates: number, readonly posted: { readonly rows: number, readonly amount_cents: number }, readonly pending_confirmation: { readonly rows: number, readonly amount_cents: number }, readonly failed: { readonly rows: number, readonly amount_cents: number }, readonly refused: { readonly rows: number, readonly amount_cents: number }, readonly unavailable: { readonly rows: number, readonly amount_cents: number }, readonly not_tried: { readonly rows: number, readonly amount_cents: number }, readonly would_post: { readonly rows: number, readonly amount_cents: number } } } };

export type ListPaymentBatchResultsQueryVariables = Exact<{
  batch_id: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListPaymentBatchResultsQuery = { readonly paymentBatchResults: { readonly items: ReadonlyArray<{ readonly outcome: PaymentBatchOutcome, readonly reason: string | null, readonly row: number, readonly account_id: string | null, readonly loan_number: string | null, readonly external_contract_number: string | null, readonly amount_cents: number, readonly external_reference: string | null, readonly payment_id: string | null, readonly payment_status: CollectedPaymentStatus | null, readonly reference_number: number | null, readonly effective_date: string | null, readonly already_recorded: boolean, readonly error_code: string | null, readonly possible_duplicate_of: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListPaymentBatchesQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<PaymentBatchStatus>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListPaymentBatchesQuery = { readonly paymentBatches: { readonly items: ReadonlyArray<{ readonly mode: PaymentBatchMode, readonly status: PaymentBatchStatus, readonly sha256: string, readonly batch_id: string, readonly organization_id: string, readonly dry_run: boolean, readonly stop_reason: string | null, readonly row_count: number, readonly sum_cents: number, readonly responsible: string, readonly created_at: string, readonly finished_at: string | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type PaymentBatchFieldsFragment = { readonly mode: PaymentBatchMode, readonly status: PaymentBatchStatus, readonly sha256: string, readonly batch_id: string, readonly organization_id: string, readonly dry_run: boolean, readonly stop_reason: string | null, readonly row_count: number, readonly sum_cents: number, readonly responsible: string, readonly created_at: string, readonly finished_at: string | null };

export type PaymentBatchTallyFieldsFragment = { readonly rows: number, readonly amount_cents: number };

export type ResumePaymentBatchMutationVariables = Exact<{
  batch_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
}>;


export type ResumePaymentBatchMutation = { readonly resumePaymentBatch: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type CollectedPaymentFieldsFragment = { readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly organization_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly created_at: string, readonly possible_duplicate_of: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null };

export type GetPaymentQueryVariables = Exact<{
  payment_id: Scalars['ID']['input'];
}>;


export type GetPaymentQuery = { readonly payment: { readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly organization_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly created_at: string, readonly possible_duplicate_of: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null } };

export type ListAllPaymentsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  account_id?: InputMaybe<Scalars['ID']['input']>;
  statuses?: InputMaybe<ReadonlyArray<CollectedPaymentStatus> | CollectedPaymentStatus>;
  payment_methods?: InputMaybe<ReadonlyArray<CollectedPaymentMethod> | CollectedPaymentMethod>;
  min_amount_cents?: InputMaybe<Scalars['SafeInt']['input']>;
  max_amount_cents?: InputMaybe<Scalars['SafeInt']['input']>;
  effective_from?: InputMaybe<Scalars['Date']['input']>;
  effective_to?: InputMaybe<Scalars['Date']['input']>;
  external_reference?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListAllPaymentsQuery = { readonly payments: { readonly items: ReadonlyArray<{ readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly organization_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly created_at: string, readonly possible_duplicate_of: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListPaymentsQueryVariables = Exact<{
  account_id: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListPaymentsQuery = { readonly payments: { readonly items: ReadonlyArray<{ readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly organization_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly created_at: string, readonly possible_duplicate_of: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type RecordPaymentMutationVariables = Exact<{
  account_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
  input: RecordPaymentInput;
}>;


export type RecordPaymentMutation = { readonly recordPayment: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type ReversePaymentMutationVariables = Exact<{
  payment_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
  is_nsf?: InputMaybe<Scalars['Boolean']['input']>;
}>;


export type ReversePaymentMutation = { readonly reversePayment: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type AdvanceTestClockMutationVariables = Exact<{
  idempotency_key: Scalars['String']['input'];
  input: AdvanceTestClockInput;
}>;


export type AdvanceTestClockMutation = { readonly advanceTestClock: { readonly replayed: boolean, readonly answer: { readonly status: number, readonly body: string } } };

export type GetTestClockQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
}>;


export type GetTestClockQuery = { readonly testClock: { readonly status: TestClockStatus, readonly at: string, readonly from: string | null, readonly to: string | null, readonly error: string | null, readonly organization_id: string, readonly started_at: string | null, readonly finished_at: string | null } };

export type TestClockFieldsFragment = { readonly status: TestClockStatus, readonly at: string, readonly from: string | null, readonly to: string | null, readonly error: string | null, readonly organization_id: string, readonly started_at: string | null, readonly finished_at: string | null };

export type CreateWebhookEndpointMutationVariables = Exact<{
  input: CreateWebhookEndpointInput;
  idempotency_key?: InputMaybe<Scalars['String']['input']>;
}>;


export type CreateWebhookEndpointMutation = { readonly createWebhookEndpoint: { readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly secret: string, readonly replayed: boolean, readonly organization_ids: ReadonlyArray<string>, readonly created_by: string, readonly disabled_reason: WebhookEndpointDisabledReason | null, readonly disabled_at: string | null, readonly missed_from: string | null, readonly missed_until: string | null, readonly failing_since: string | null, readonly last_error: string | null, readonly created_at: string } };

export type DeleteWebhookEndpointMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type DeleteWebhookEndpointMutation = { readonly deleteWebhookEndpoint: { readonly id: string } };

export type GetWebhookEndpointQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetWebhookEndpointQuery = { readonly webhookEndpoint: { readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly organization_ids: ReadonlyArray<string>, readonly created_by: string, readonly disabled_reason: WebhookEndpointDisabledReason | null, readonly disabled_at: string | null, readonly missed_from: string | null, readonly missed_until: string | null, readonly failing_since: string | null, readonly last_error: string | null, readonly created_at: string } };

export type ListWebhookAttemptsQueryVariables = Exact<{
  id: Scalars['ID']['input'];
  event_id?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListWebhookAttemptsQuery = { readonly webhookAttempts: { readonly items: ReadonlyArray<{ readonly id: string, readonly number: number, readonly succeeded: boolean, readonly error: string | null, readonly answer: string | null, readonly endpoint_id: string, readonly event_id: string, readonly http_status: number | null, readonly duration_ms: number, readonly created_at: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListWebhookEndpointsQueryVariables = Exact<{
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListWebhookEndpointsQuery = { readonly webhookEndpoints: { readonly items: ReadonlyArray<{ readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly organization_ids: ReadonlyArray<string>, readonly created_by: string, readonly disabled_reason: WebhookEndpointDisabledReason | null, readonly disabled_at: string | null, readonly missed_from: string | null, readonly missed_until: string | null, readonly failing_since: string | null, readonly last_error: string | null, readonly created_at: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ResendWebhookEventsMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  input: ResendWebhookEventsInput;
  idempotency_key?: InputMaybe<Scalars['String']['input']>;
}>;


export type ResendWebhookEventsMutation = { readonly resendWebhookEvents: { readonly queued: number, readonly replayed: boolean, readonly next_after: string | null } };

export type RotateWebhookEndpointSecretMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  idempotency_key?: InputMaybe<Scalars['String']['input']>;
}>;


export type RotateWebhookEndpointSecretMutation = { readonly rotateWebhookEndpointSecret: { readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly secret: string, readonly replayed: boolean, readonly organization_ids: ReadonlyArray<string>, readonly created_by: string, readonly disabled_reason: WebhookEndpointDisabledReason | null, readonly disabled_at: string | null, readonly missed_from: string | null, readonly missed_until: string | null, readonly failing_since: string | null, readonly last_error: string | null, readonly created_at: string } };

export type TestWebhookEndpointMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  idempotency_key?: InputMaybe<Scalars['String']['input']>;
}>;


export type TestWebhookEndpointMutation = { readonly testWebhookEndpoint: { readonly replayed: boolean, readonly event_id: string } };

export type UpdateWebhookEndpointMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  input: UpdateWebhookEndpointInput;
}>;


export type UpdateWebhookEndpointMutation = { readonly updateWebhookEndpoint: { readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly organization_ids: ReadonlyArray<string>, readonly created_by: string, readonly disabled_reason: WebhookEndpointDisabledReason | null, readonly disabled_at: string | null, readonly missed_from: string | null, readonly missed_until: string | null, readonly failing_since: string | null, readonly last_error: string | null, readonly created_at: string } };

export type WebhookEndpointFieldsFragment = { readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly organization_ids: ReadonlyArray<string>, readonly created_by: string, readonly disabled_reason: WebhookEndpointDisabledReason | null, readonly disabled_at: string | null, readonly missed_from: string | null, readonly missed_until: string | null, readonly failing_since: string | null, readonly last_error: string | null, readonly created_at: string };
