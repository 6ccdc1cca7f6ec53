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
  /** An instant (RFC 3339): returned in UTC, accepted with any offset. */
  DateTime: { input: string; output: string; }
  /** A JSON object. */
  JsonObject: { input: object; output: object; }
  /** An integer between -(2^53 - 1) and 2^53 - 1. */
  SafeInt: { input: number; output: number; }
};

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
  readonly effectiveFrom?: InputMaybe<Scalars['Date']['input']>;
  /** The last day on which it applies, today or later; until it is lifted without one. */
  readonly effectiveUntil?: InputMaybe<Scalars['Date']['input']>;
  /** The kind. A loan has at most one flag of a kind that is not over. */
  readonly kind: AccountFlagKind;
  /** Why it is set, at most 500 characters, without card numbers. */
  readonly reason: Scalars['String']['input'];
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
  readonly promisedCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** For a promise to pay: the day by which it was promised, today or at most 366 days ahead. */
  readonly promisedOn?: InputMaybe<Scalars['Date']['input']>;
  /** The text, at most 2,000 characters, without card numbers. */
  readonly text: Scalars['String']['input'];
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

/** Sort orders for a list of accounts. */
export type AccountSort =
  /** Highest outstanding principal first. */
  | 'highest_balance'
  /** Lowest outstanding principal first. */
  | 'lowest_balance'
  /** Latest created first. */
  | 'newest'
  /** Earliest due date first; accounts without a due date come last. */
  | 'next_due';

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
  readonly amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
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

/** A remote loan system, or an organization’s own ledger. */
export type AddLoanSystemInput = {
  /** Base URL of its API; omitted for a ledger. */
  readonly baseUrl?: InputMaybe<Scalars['String']['input']>;
  /** Whether it must answer now. Defaults to true. */
  readonly check?: InputMaybe<Scalars['Boolean']['input']>;
  /** Code by which accounts name it: a letter, then up to 31 letters, digits, - or _. */
  readonly code: Scalars['String']['input'];
  /** `ledger`, `fineract` or `mambu`. */
  readonly kind: Scalars['String']['input'];
  /** The organization that owns its accounts. */
  readonly organizationId: Scalars['ID']['input'];
  /** Secrets, each given as the name of the environment variable that holds it. Never send the secrets themselves. */
  readonly secrets?: InputMaybe<ReadonlyArray<NamedText>>;
  /** Settings required by its kind. */
  readonly settings?: InputMaybe<ReadonlyArray<NamedText>>;
};

/** A person to admit, by email address or by subject, with `role` or with `roles`. */
export type AddOperatorInput = {
  /** The first sign-in with this address, if the identity provider has verified it, is this person’s. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** The identity provider, as its tokens name it; with `subject`. */
  readonly issuer?: InputMaybe<Scalars['String']['input']>;
  /** The person’s name. */
  readonly name: Scalars['String']['input'];
  /** The role at every organization. */
  readonly role?: InputMaybe<OperatorRole>;
  /** The role at each of some organizations. */
  readonly roles?: InputMaybe<ReadonlyArray<OperatorRoleAtInput>>;
  /** The person’s `sub` at that provider. */
  readonly subject?: InputMaybe<Scalars['String']['input']>;
};

/** How far to move a clock: `to`, or `days`. */
export type AdvanceTestClockInput = {
  /** Number of days to move, instead of `to`; at most 731. */
  readonly days?: InputMaybe<Scalars['Int']['input']>;
  /** Required for a caller with several organizations. */
  readonly organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The target day: in the future, at most 731 days ahead. */
  readonly to?: InputMaybe<Scalars['Date']['input']>;
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

/** A request for a capture. It has no card data. */
export type BeginCardCaptureInput = {
  /** The account that the card is for. */
  readonly accountId: Scalars['ID']['input'];
  /** If omitted, without a one-time address: the borrower’s current billing address. */
  readonly billingAddressId?: InputMaybe<Scalars['ID']['input']>;
  /** HMAC-SHA-256 of the whole body, in hex, with a key of the secure host. */
  readonly fingerprint: Scalars['String']['input'];
  /** Whether the secure host has a one-time address for this capture. */
  readonly hasOneTimeAddress: Scalars['Boolean']['input'];
  /** Begins nothing: only the stored answer of an earlier request is requested. */
  readonly onlyStored: Scalars['Boolean']['input'];
  /** If omitted: the account’s primary borrower. */
  readonly partyId?: InputMaybe<Scalars['ID']['input']>;
  /** The card processor that will store the card. */
  readonly processor: Scalars['String']['input'];
};

/** A new loan. */
export type BookLedgerLoanInput = {
  /** Percent per year, as text: `18.25`, `6.875`; at most 100, with at most six decimals. */
  readonly annualRate: Scalars['String']['input'];
  /** Who owes. */
  readonly borrowers: ReadonlyArray<LedgerBorrowerInput>;
  /** Due date of the first installment: after `originatedOn`. */
  readonly firstDueOn: Scalars['Date']['input'];
  /** The lender’s own number, unique in the organization. */
  readonly loanNumber: Scalars['String']['input'];
  /** Fee for a returned payment, cents; defaults to the product’s. */
  readonly nsfFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Required for a caller with several organizations. */
  readonly organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** Amount lent, cents. */
  readonly originalPrincipalCents: Scalars['SafeInt']['input'];
  /** Date on which the loan was made: within a year of today. */
  readonly originatedOn: Scalars['Date']['input'];
  /** The product’s code instead of its id; without either, the built-in terms. */
  readonly productCode?: InputMaybe<Scalars['String']['input']>;
  /** The product under which it is booked, in its current version. */
  readonly productId?: InputMaybe<Scalars['ID']['input']>;
  /** Amount of one installment, cents; defaults to the level payment. */
  readonly scheduledPaymentCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Number of monthly installments, 1 to 480. */
  readonly termMonths: Scalars['Int']['input'];
};

/** Role of a borrower on a loan. */
export type BorrowerRole =
  /** Owes jointly with the primary borrower. */
  | 'co_borrower'
  /** Receives letters, and pays by default. */
  | 'primary';

/** How an email bounced. */
export type BounceType =
  /** The address does not exist or rejects all mail. */
  | 'hard'
  /** A temporary failure: a full mailbox or an unreachable server. */
  | 'soft';

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
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The role at every organization. */
  readonly role?: InputMaybe<OperatorRole>;
  /** The role at each of some organizations. */
  readonly roles?: InputMaybe<ReadonlyArray<OperatorRoleAtInput>>;
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

/** The instrument stored by the processor, and what may be shown of it. */
export type CompleteCardCaptureInput = {
  /** The brand of the card. */
  readonly cardBrand: Scalars['String']['input'];
  /** The processor’s identifier of the borrower. */
  readonly customer?: InputMaybe<Scalars['String']['input']>;
  /** Month, 1 to 12. */
  readonly expirationMonth: Scalars['Int']['input'];
  /** Year, four digits. */
  readonly expirationYear: Scalars['Int']['input'];
  /** The name on the card. */
  readonly holderName: Scalars['String']['input'];
  /** The last four digits of its number. */
  readonly lastFour: Scalars['String']['input'];
  /** The owner’s name for it. */
  readonly nickname?: InputMaybe<Scalars['String']['input']>;
  /** The card processor that stored it. */
  readonly processor: Scalars['String']['input'];
  /** Whether it becomes the borrower’s default. */
  readonly setDefault: Scalars['Boolean']['input'];
  /** The processor’s identifier of the instrument. */
  readonly token: Scalars['String']['input'];
};

/** The corrected fields. An omitted field keeps its value. */
export type CorrectPersonInput = {
  /** The complete current address; null removes it. The former address remains stored, no longer current. */
  readonly address?: InputMaybe<NewAddressInput>;
  /** Display name; cannot be removed. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** Email address; null removes it. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number; null removes it. */
  readonly phone?: InputMaybe<Scalars['String']['input']>;
};

/** A key to create. */
export type CreateApiKeyInput = {
  /** When it expires; by default never. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Purpose of the key, at most 100 characters. */
  readonly name: Scalars['String']['input'];
  /** The organizations that it can access; at least one. */
  readonly organizationIds: ReadonlyArray<Scalars['ID']['input']>;
  /** Permissions; at least one of: organizations:read, accounts:read, persons:read, transactions:read, external_payments:read, external_payments:write, payment_methods:read, payment_methods:write, autopay:read, autopay:write, reports:read, email_templates:read, email_templates:write, workspace:read, workspace:write, campaign_events:read, campaign_events:write, ledger:read, ledger:write, events:read, webhook_endpoints:read, webhook_endpoints:write, test_clock:read, test_clock:write. */
  readonly scopes: ReadonlyArray<Scalars['String']['input']>;
};

/** A new schedule. */
export type CreateAutopayScheduleInput = {
  /** The account that would be paid. */
  readonly accountId: Scalars['ID']['input'];
  /** Cents per run. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** The day of the month, 1 to 31; for month and year cadences. */
  readonly anchorDay?: InputMaybe<Scalars['Int']['input']>;
  /** The last date that may be charged; null: no end. */
  readonly endDate?: InputMaybe<Scalars['Date']['input']>;
  /** The interval, in units: 1 to 365. */
  readonly frequencyInterval: Scalars['Int']['input'];
  /** The unit of the interval. */
  readonly frequencyUnit: FrequencyUnit;
  /** The payment method to charge. */
  readonly paymentMethodId: Scalars['ID']['input'];
  /** The first date that may be charged. */
  readonly startDate: Scalars['Date']['input'];
};

/** A new template. */
export type CreateEmailTemplateInput = {
  /** Purpose. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Liquid. */
  readonly htmlTemplate?: InputMaybe<Scalars['String']['input']>;
  /** Display name. */
  readonly name: Scalars['String']['input'];
  /** Liquid. */
  readonly subjectTemplate: Scalars['String']['input'];
  /** Liquid. */
  readonly textTemplate?: InputMaybe<Scalars['String']['input']>;
  /** The workspace it belongs to. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** A new product. */
export type CreateLedgerProductInput = {
  /** The day up to which a payment accrues interest. */
  readonly accrueTo?: InputMaybe<AccrueTo>;
  /** Order in which a payment is allocated. */
  readonly applicationOrder?: InputMaybe<ApplicationOrder>;
  /** Days past due; null: never automatically. */
  readonly chargeOffAtDays?: InputMaybe<Scalars['Int']['input']>;
  /** Code used by loans and files; unique in the organization and never reused. */
  readonly code: Scalars['String']['input'];
  /** Day-count convention for interest. */
  readonly dayCount?: InputMaybe<DayCount>;
  /** Late fee per installment, cents; 0: none. */
  readonly lateFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Calendar days after the due date. */
  readonly lateFeeGraceDays?: InputMaybe<Scalars['Int']['input']>;
  /** Display name. */
  readonly name: Scalars['String']['input'];
  /** Fee for a returned payment, cents. */
  readonly nsfFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The organization; required for a caller with several. */
  readonly organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether a payoff includes the interest of its own day. */
  readonly payoffRule?: InputMaybe<PayoffRule>;
  /** Shortfall in cents that does not count as late. */
  readonly toleranceCents?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** A new lender. */
export type CreateOrganizationInput = {
  /** Trading name; defaults to the display name. */
  readonly dbaName?: InputMaybe<Scalars['String']['input']>;
  /** Display name. */
  readonly displayName: Scalars['String']['input'];
  /** Registered name. */
  readonly legalName: Scalars['String']['input'];
  /** Whether a loan’s autopay schedules pause when it is charged off; defaults to true. */
  readonly pausesAutopayAfterChargeOff?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it is a sandbox, with its own clock; permanent. Defaults to false. */
  readonly sandbox?: InputMaybe<Scalars['Boolean']['input']>;
  /** Time zone of its days, an IANA name; defaults to America/New_York. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
};

/** A new batch, with rows or CSV. */
export type CreatePaymentBatchInput = {
  /** The rows as CSV; the first line has the column names. */
  readonly csv?: InputMaybe<Scalars['String']['input']>;
  /** Dry run: reports the outcome of each row and posts nothing. */
  readonly dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  /** What it does when a row is refused; the default is `stop`. */
  readonly mode?: InputMaybe<PaymentBatchMode>;
  /** The payments, 10,000 at most. */
  readonly rows?: InputMaybe<ReadonlyArray<PaymentBatchRowInput>>;
};

/** A new address. */
export type CreateWebhookAddressInput = {
  /** Display name. */
  readonly name: Scalars['String']['input'];
  /** The organization it belongs to. */
  readonly organizationId: Scalars['ID']['input'];
  /** The email provider that posts there. */
  readonly provider: EmailProvider;
  /** For SendGrid only: its verification key. */
  readonly publicKey?: InputMaybe<Scalars['String']['input']>;
  /** For Mailgun only: its HTTP webhook signing key. */
  readonly signingKey?: InputMaybe<Scalars['String']['input']>;
};

/** A new webhook endpoint. */
export type CreateWebhookEndpointInput = {
  /** Purpose. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The organizations whose events it receives; default: all in scope. */
  readonly organizationIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Event types; `payment.*` or `*` for several. */
  readonly types: ReadonlyArray<Scalars['String']['input']>;
  /** The address that receives events: public, https. */
  readonly url: Scalars['String']['input'];
};

/** A new asset. */
export type CreateWorkspaceAssetInput = {
  /** Purpose. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Default: true. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Display name. */
  readonly name: Scalars['String']['input'];
  /** A letter or `_`, then up to 63 letters, digits and `_`; not a Liquid keyword, such as `true` or `in`. */
  readonly placeholder: Scalars['String']['input'];
  /** An https address. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
  /** The workspace it belongs to. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** A new workspace. */
export type CreateWorkspaceInput = {
  /** Display name. */
  readonly name: Scalars['String']['input'];
  /** The organization it belongs to. */
  readonly organizationId: Scalars['ID']['input'];
};

/** A new merge field. */
export type CreateWorkspaceMergeFieldInput = {
  /** Purpose. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Default: true. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Display name. */
  readonly name: Scalars['String']['input'];
  /** A letter or `_`, then up to 63 letters, digits and `_`; not a Liquid keyword, such as `true` or `in`. */
  readonly placeholder: Scalars['String']['input'];
  /** The replacement for the placeholder. */
  readonly value: Scalars['String']['input'];
  /** The workspace it belongs to. */
  readonly workspaceId: Scalars['ID']['input'];
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

/** A provider’s event: an engagement event or a complaint. */
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
  readonly feesCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Interest, cents. */
  readonly interestCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Principal, cents. */
  readonly principalCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Why. */
  readonly reason: Scalars['String']['input'];
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
  readonly address?: InputMaybe<NewAddressInput>;
  /** For a new person: display name. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** For a new person: email address. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** An existing person of the organization; then all other fields but the role must be omitted. */
  readonly partyId?: InputMaybe<Scalars['ID']['input']>;
  /** For a new person: telephone number. */
  readonly phone?: InputMaybe<Scalars['String']['input']>;
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
  readonly amountCents: Scalars['SafeInt']['input'];
  /** The waived component. Principal cannot be waived, only charged off. */
  readonly component: WaivedComponent;
  /** Why. */
  readonly reason: Scalars['String']['input'];
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

/** How the status of a loan changed. */
export type LifecycleEventType =
  /** The loan was charged off. */
  | 'charged_off'
  /** The loan was closed without having been paid in full. */
  | 'closed'
  /** Nothing is past due any more. */
  | 'current'
  /** An installment became past due. */
  | 'delinquent'
  /** The loan became active. */
  | 'opened'
  /** The remaining balance was paid. */
  | 'paid_in_full'
  /** A closed loan is active again, for example after a payment was reversed. */
  | 'reopened';

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

/** A name and a text. */
export type NamedText = {
  /** Its name. */
  readonly name: Scalars['String']['input'];
  /** The text. */
  readonly value: Scalars['String']['input'];
};

/** Billing address. */
export type NewAddressInput = {
  /** City. */
  readonly city: Scalars['String']['input'];
  /** Two-letter country code. Defaults to US. */
  readonly country?: InputMaybe<Scalars['String']['input']>;
  /** Street and number. */
  readonly line1: Scalars['String']['input'];
  /** Flat, floor or similar. */
  readonly line2?: InputMaybe<Scalars['String']['input']>;
  /** ZIP or postal code. Required in the US and Canada. */
  readonly postalCode?: InputMaybe<Scalars['String']['input']>;
  /** State; in the US its two-letter code. Required in the US and Canada. */
  readonly state?: InputMaybe<Scalars['String']['input']>;
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

/** Account data that a loan system may not report. */
export type NotTold =
  /** The remaining debt on a charged-off loan. */
  | 'charged_off_balance'
  /** The co-borrowers. */
  | 'co_borrowers'
  /** The agreed terms. */
  | 'contract'
  /** The account number. */
  | 'external_account_number'
  /** The contract number supplied by the client. */
  | 'external_contract_number'
  /** The past-due amount and the next due date. */
  | 'past_due'
  /** The method of payments that were not recorded through Tributary. */
  | 'payment_method';

/** A charge of a stored payment method, made today with a borrower’s authorization. */
export type OneTimeChargeInput = {
  /** Whether it is made although the same amount was charged to the method today. */
  readonly allowsEqual?: InputMaybe<Scalars['Boolean']['input']>;
  /** Cents; greater than 0. At most the payoff amount is charged. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** How it was authorized. */
  readonly authorizationMethod: ChargeAuthorizationMethod;
  /** The day on which it was authorized: today or earlier. */
  readonly authorizedOn: Scalars['Date']['input'];
  /** The borrower on the account who authorized it. */
  readonly authorizerId: Scalars['ID']['input'];
  /** The payment method to charge. */
  readonly paymentMethodId: Scalars['ID']['input'];
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
  readonly organizationId: Scalars['ID']['input'];
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
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** Cents; greater than 0, at most the payoff amount. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** Required for card. */
  readonly cardBrand?: InputMaybe<CardBrand>;
  /** Required for check, money_order (its serial number) and cashiers_check. */
  readonly checkNumber?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The account’s contract number. */
  readonly externalContractNumber?: InputMaybe<Scalars['String']['input']>;
  /** At most 64 characters. */
  readonly externalReference?: InputMaybe<Scalars['String']['input']>;
  /** The payment’s own idempotency key, as for a single request. */
  readonly idempotencyKey: Scalars['String']['input'];
  /** The lender’s loan number in Tributary’s own ledger. */
  readonly loanNumber?: InputMaybe<Scalars['String']['input']>;
  /** At most 200 characters. */
  readonly memo?: InputMaybe<Scalars['String']['input']>;
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

/** How each day of a balance series is grouped. */
export type PositionGroup =
  /** By loan system. */
  | 'LOAN_SYSTEM'
  /** No groups: one point per day. */
  | 'NONE'
  /** By ledger product; an empty string for loans without one. */
  | 'PRODUCT'
  /** By loan status. */
  | 'STATUS';

/** The terms of a loan that is not booked yet. */
export type PreviewLedgerLoanInput = {
  /** Percent per year, as text: `18.25`. */
  readonly annualRate: Scalars['String']['input'];
  /** Due date of the first installment: after `originatedOn`. */
  readonly firstDueOn: Scalars['Date']['input'];
  /** The organization in whose ledger it would be booked. */
  readonly organizationId: Scalars['ID']['input'];
  /** Amount lent, cents. */
  readonly originalPrincipalCents: Scalars['SafeInt']['input'];
  /** Date on which the loan was made: within a year of today. */
  readonly originatedOn: Scalars['Date']['input'];
  /** The product, in its current version; without it, the built-in terms. */
  readonly productId?: InputMaybe<Scalars['ID']['input']>;
  /** Amount of one installment, cents; defaults to the level payment. */
  readonly scheduledPaymentCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Number of monthly installments, 1 to 480. */
  readonly termMonths: Scalars['Int']['input'];
};

/** An operation that is not performed yet. Only the fields of its type are used. */
export type PreviewLedgerOperationInput = {
  /** For a waiver: the amount, cents. */
  readonly amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** For a waiver: the waived component. */
  readonly component?: InputMaybe<WaivedComponent>;
  /** For an adjustment: fees, cents. */
  readonly feesCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** For an adjustment: interest, cents. */
  readonly interestCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** For an adjustment: principal, cents. */
  readonly principalCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Kind of operation. */
  readonly type: LedgerOperationType;
};

/** A payment that is not recorded yet. */
export type PreviewPaymentInput = {
  /** Cents; greater than 0. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** The number of the check, if it is known already. */
  readonly checkNumber?: InputMaybe<Scalars['SafeInt']['input']>;
  /** How it was collected. */
  readonly paymentMethod: CollectedPaymentMethod;
};

/** A schedule that does not exist yet. */
export type PreviewScheduleInput = {
  /** The account that would be paid. */
  readonly accountId: Scalars['ID']['input'];
  /** Cents per run. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** The day of the month, 1 to 31; for month and year cadences. */
  readonly anchorDay?: InputMaybe<Scalars['Int']['input']>;
  /** The last date that may be charged; null: no end. */
  readonly endDate?: InputMaybe<Scalars['Date']['input']>;
  /** The interval, in units: 1 to 365. */
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
  /** `charge` or `method`; null: its type is ignored. */
  readonly aboutKind?: InputMaybe<Scalars['String']['input']>;
  /** The processor’s identifier of the event. */
  readonly externalId: Scalars['String']['input'];
  /** The card processor’s code. */
  readonly processor: Scalars['String']['input'];
  /** Its type, in the processor’s words. */
  readonly type: Scalars['String']['input'];
};

/** Status of an event of a card processor. */
export type ProcessorEventStatus =
  /** Processed. */
  | 'done'
  /** Given up after many tries; it can be replayed. */
  | 'failed'
  /** Its type is ignored. */
  | 'ignored'
  /** Stored; it is being processed, or tried again. */
  | 'received';

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
  readonly amountCents: Scalars['SafeInt']['input'];
  /** Required for card. */
  readonly cardBrand?: InputMaybe<CardBrand>;
  /** Required for check, money_order (its serial number) and cashiers_check. */
  readonly checkNumber?: InputMaybe<Scalars['SafeInt']['input']>;
  /** At most 64 characters. */
  readonly externalReference?: InputMaybe<Scalars['String']['input']>;
  /** At most 200 characters. */
  readonly memo?: InputMaybe<Scalars['String']['input']>;
  /** How it was collected. */
  readonly paymentMethod: CollectedPaymentMethod;
};

/** A campaign to register, so that its events reach its workspace. */
export type RegisterCampaignInput = {
  /** The provider’s identifiers: 1 to 50. Two campaigns of an organization cannot share one. */
  readonly identifiers: ReadonlyArray<Scalars['String']['input']>;
  /** Display name. */
  readonly name: Scalars['String']['input'];
  /** The email provider. */
  readonly provider: EmailProvider;
  /** The workspace it belongs to. */
  readonly workspaceId: Scalars['ID']['input'];
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
  readonly after?: InputMaybe<Scalars['ID']['input']>;
  /** One event, whether or not it was delivered. */
  readonly eventId?: InputMaybe<Scalars['ID']['input']>;
  /** Or the events from this instant on … */
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only events since the endpoint was created that were not delivered to it. */
  readonly undeliveredOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** … and before this one. */
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The reversal of a payment. */
export type ReversePaymentInput = {
  /** True when reversing for non-sufficient funds. */
  readonly isNsf?: InputMaybe<Scalars['Boolean']['input']>;
  /** At most 200 characters. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
};

/** Terms. An omitted field keeps the value of the current version; for a new product, the built-in default. */
export type ReviseLedgerProductInput = {
  /** The day up to which a payment accrues interest. */
  readonly accrueTo?: InputMaybe<AccrueTo>;
  /** Order in which a payment is allocated. */
  readonly applicationOrder?: InputMaybe<ApplicationOrder>;
  /** Days past due; null: never automatically. */
  readonly chargeOffAtDays?: InputMaybe<Scalars['Int']['input']>;
  /** Day-count convention for interest. */
  readonly dayCount?: InputMaybe<DayCount>;
  /** Late fee per installment, cents; 0: none. */
  readonly lateFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Calendar days after the due date. */
  readonly lateFeeGraceDays?: InputMaybe<Scalars['Int']['input']>;
  /** Fee for a returned payment, cents. */
  readonly nsfFeeCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Whether a payoff includes the interest of its own day. */
  readonly payoffRule?: InputMaybe<PayoffRule>;
  /** Shortfall in cents that does not count as late. */
  readonly toleranceCents?: InputMaybe<Scalars['SafeInt']['input']>;
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

/** The interval between the points of a series. */
export type SeriesInterval =
  /** Every day. */
  | 'DAY'
  /** The last evening of every month, and the last day. */
  | 'MONTH'
  /** Every Sunday evening, and the last day. */
  | 'WEEK';

/** A view to save. */
export type SharedViewInput = {
  /** A name of at most 60 characters; an earlier view of this name is replaced. */
  readonly name: Scalars['String']['input'];
  /** The page. */
  readonly page: SharedViewPage;
  /** The filters and the order of the page, as in its address; other names and values are refused. */
  readonly search: Scalars['String']['input'];
};

/** A page of the dashboard whose filters can be shared. */
export type SharedViewPage =
  /** The collection queue. */
  | 'collections';

/** Why nothing may be sent to an address. */
export type SuppressionCheckReason =
  /** A flag on a loan of a borrower with this address stops marketing. */
  | 'account_flag'
  /** The recipient reported spam. */
  | 'complaint'
  /** The address does not exist or rejects all mail. */
  | 'hard_bounce'
  /** Three soft bounces within seven days. */
  | 'soft_bounces'
  /** The recipient unsubscribed. */
  | 'unsubscribe';

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
  readonly amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The last date that may be charged; null: no end. */
  readonly endDate?: InputMaybe<Scalars['Date']['input']>;
  /** The payment method to charge. */
  readonly paymentMethodId?: InputMaybe<Scalars['ID']['input']>;
  /** `paused` or `active`. */
  readonly status?: InputMaybe<AutopayStatus>;
};

/** The fields to change; omitted fields keep their values. */
export type UpdateCampaignInput = {
  /** The complete new list: 1 to 50. Stored events stay with the campaign. */
  readonly identifiers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Display name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
};

/** Omitted fields keep their values, and so do fields sent as null that cannot be null. */
export type UpdateEmailTemplateInput = {
  /** Null removes the description. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Null removes the HTML body. */
  readonly htmlTemplate?: InputMaybe<Scalars['String']['input']>;
  /** Display name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The subject, a Liquid template. */
  readonly subjectTemplate?: InputMaybe<Scalars['String']['input']>;
  /** Null removes the text body. */
  readonly textTemplate?: InputMaybe<Scalars['String']['input']>;
  /** Moves the template to another workspace. */
  readonly workspaceId?: InputMaybe<Scalars['ID']['input']>;
};

/** An omitted field keeps its value. */
export type UpdateLedgerProductInput = {
  /** Whether loans may be booked under it. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Display name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
};

/** An omitted field keeps its value. */
export type UpdateOrganizationInput = {
  /** Trading name. */
  readonly dbaName?: InputMaybe<Scalars['String']['input']>;
  /** Display name. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** False: no new payment, method, schedule or run; posted payments can still be reversed. True: active again; dates in between are missed. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Registered name. */
  readonly legalName?: InputMaybe<Scalars['String']['input']>;
  /** Whether a loan’s autopay schedules pause when it is charged off. When set to true, schedules of loans already charged off pause on their next date. */
  readonly pausesAutopayAfterChargeOff?: InputMaybe<Scalars['Boolean']['input']>;
  /** Time zone of its days, an IANA name. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
};

/** Changes of a payment method; omitted fields keep their values. */
export type UpdatePaymentMethodInput = {
  /** The name on the instrument. */
  readonly holderName?: InputMaybe<Scalars['String']['input']>;
  /** Null removes the nickname. */
  readonly nickname?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a webhook endpoint; omitted fields keep their values. */
export type UpdateWebhookEndpointInput = {
  /** Purpose. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** `disabled` stops it. */
  readonly status?: InputMaybe<WebhookEndpointStatus>;
  /** Event types. */
  readonly types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The address that receives events. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** Fields that are omitted or null keep their values. */
export type UpdateWorkspaceAssetInput = {
  /** Purpose. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether templates may use it. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Display name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The name that templates use between the braces, with the same rules as on creation. */
  readonly placeholder?: InputMaybe<Scalars['String']['input']>;
  /** An https address, for an asset that has none yet. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** Fields that are omitted or null keep their values. */
export type UpdateWorkspaceMergeFieldInput = {
  /** Purpose. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether templates may use it. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Display name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The name that templates use between the braces, with the same rules as on creation. */
  readonly placeholder?: InputMaybe<Scalars['String']['input']>;
  /** The replacement for the placeholder. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
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

/** A header of a webhook call; a repeated header appears repeatedly. */
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

export type AutopayRunFieldsFragment = { readonly id: string, readonly status: AutopayRunStatus, readonly organization_id: string, readonly account_id: string, readonly autopay_schedule_id: string, readonly run_date: string, readonly amount_cents: number | null, readonly attempts: number, readonly failure_code: string | null, readonly next_try_on: string | null, readonly effective_date: string | null, readonly reference_number: number | null, readonly transaction_id: string | null, readonly posted_at: string | null, readonly refunded_at: string | null, readonly possible_duplicate_of: string | null, readonly is_one_time: boolean };

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


export type ListAutopayRunsQuery = { readonly scheduleRuns: { readonly items: ReadonlyArray<{ readonly id: string, readonly status: AutopayRunStatus, readonly organization_id: string, readonly account_id: string, readonly autopay_schedule_id: string, readonly run_date: string, readonly amount_cents: number | null, readonly attempts: number, readonly failure_code: string | null, readonly next_try_on: string | null, readonly effective_date: string | null, readonly reference_number: number | null, readonly transaction_id: string | null, readonly posted_at: string | null, readonly refunded_at: string | null, readonly possible_duplicate_of: string | null, readonly is_one_time: boolean }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

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


export type GetAutopayRunQuery = { readonly autopayRun: { readonly id: string, readonly status: AutopayRunStatus, readonly organization_id: string, readonly account_id: string, readonly autopay_schedule_id: string, readonly run_date: string, readonly amount_cents: number | null, readonly attempts: number, readonly failure_code: string | null, readonly next_try_on: string | null, readonly effective_date: string | null, readonly reference_number: number | null, readonly transaction_id: string | null, readonly posted_at: string | null, readonly refunded_at: string | null, readonly possible_duplicate_of: string | null, readonly is_one_time: boolean } };

export type ListAllAutopayRunsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  account_id?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<AutopayRunStatus>;
}>;


export type ListAllAutopayRunsQuery = { readonly autopayRuns: { readonly items: ReadonlyArray<{ readonly id: string, readonly status: AutopayRunStatus, readonly organization_id: string, readonly account_id: string, readonly autopay_schedule_id: string, readonly run_date: string, readonly amount_cents: number | null, readonly attempts: number, readonly failure_code: string | null, readonly next_try_on: string | null, readonly effective_date: string | null, readonly reference_number: number | null, readonly transaction_id: string | null, readonly posted_at: string | null, readonly refunded_at: string | null, readonly possible_duplicate_of: string | null, readonly is_one_time: boolean }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

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

export type WebhookEndpointWithSecretFieldsFragment = { readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly secret: string, readonly replayed: boolean, readonly organization_ids: ReadonlyArray<string>, readonly created_by: string, readonly disabled_reason: WebhookEndpointDisabledReason | null, readonly disabled_at: string | null, readonly missed_from: string | null, readonly missed_until: string | null, readonly failing_since: string | null, readonly last_error: string | null, readonly created_at: string };

export type WebhookEndpointFieldsFragment = { readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly status: WebhookEndpointStatus, readonly organization_ids: ReadonlyArray<string>, readonly created_by: string, readonly disabled_reason: WebhookEndpointDisabledReason | null, readonly disabled_at: string | null, readonly missed_from: string | null, readonly missed_until: string | null, readonly failing_since: string | null, readonly last_error: string | null, readonly created_at: string };
