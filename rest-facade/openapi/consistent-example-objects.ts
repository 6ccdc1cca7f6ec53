/** One loan, used in all its examples: 15,000 dollars at 14.99 percent over 36 months, nine installments paid. */
const INSTALLMENT_CENTS = 51_991;
const ORIGINAL_PRINCIPAL_CENTS = 1_500_000;
const PRINCIPAL_CENTS = 1_184_250;
const ORIGINAL_TRANSACTION_ID = '01KAH2V8Q1M5R7T9W0X3Z6B4CF';

type Members = Readonly<Record<string, unknown>>;

const WEBHOOK_ENDPOINT = {
  url: 'https://receiver.example.org/hook',
  description: 'Our books',
  types: ['payment.*'],
  scopes: ['events:read', 'webhook_endpoints:write'],
  created_by: 'tk4Qw9Zx',
  status: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  missed_from: null,
  missed_until: null,
  failing_since: null,
  last_error: null,
};

/** Example values that must be consistent within one object, by GraphQL type, with the contract's names. */
const EXAMPLES: Readonly<Record<string, Members>> = {
  Account: {
    next_due_on: '2026-12-01',
    next_due_cents: INSTALLMENT_CENTS,
    past_due_cents: 0,
    days_past_due: 0,
    charged_off_on: null,
    paid_off_on: null,
    accepts_payments: true,
    not_payable_reason: null,
  },
  AccountBorrower: { display_name: 'Jordan Miller' },
  AccountContract: {
    originated_on: '2026-02-01',
    first_due_on: '2026-03-01',
    maturity_on: '2029-02-01',
    original_principal_cents: ORIGINAL_PRINCIPAL_CENTS,
    scheduled_payment_cents: INSTALLMENT_CENTS,
  },
  AccountPayoff: { amount_cents: PRINCIPAL_CENTS + 9_240 },
  PayoffQuote: {
    on: '2026-11-21',
    applied_on: '2026-11-23',
    good_through: '2026-11-23',
    amount_cents: PRINCIPAL_CENTS + 10_213,
    principal_cents: PRINCIPAL_CENTS,
    interest_cents: 10_213,
    fees_cents: 0,
    per_diem_cents: 486,
    exact_per_diem: '486.3550',
    unsettled_cents: 0,
    currency: 'USD',
  },
  Event: {
    type: 'payment.posted',
    object_type: 'payment',
    sequence: 1,
    status: 'posted',
    previous_status: null,
    code: null,
    actor: 'tk4Qw9Zx',
    created_at: '2026-01-15T15:04:05.000Z',
    possible_duplicate_of: null,
  },
  WebhookEndpoint: WEBHOOK_ENDPOINT,
  WebhookEndpointWithSecret: { ...WEBHOOK_ENDPOINT, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  WebhookAttempt: { number: 1, succeeded: true, http_status: 204, error: null, duration_ms: 84, answer: '' },
  QueuedEvents: { queued: 1 },
  LedgerEntry: { type: 'payment', reverses_reference: null, reallocates_reference: null, because_of_reference: null },
  LedgerEntryLine: { ledger_account: 'cash', amount_cents: 12_500 },
  GeneralLedgerTotal: { ledger_account: 'cash', debit_cents: 1_250_000, credit_cents: 50_000, net_cents: 1_200_000 },
  Person: { display_name: 'Jordan Miller' },
  LifecycleEvent: { type: 'delinquent', from_status: 'active', to_status: 'delinquent' },
  CollectedPayment: { check_number: null, possible_duplicate_of: null, reversal: null },
  AutopaySchedule: { start_date: '2026-11-20', anchor_day: 15, next_run_date: '2026-12-15' },
  AgedBalance: {
    current_cents: 0,
    past_due_1_29_cents: INSTALLMENT_CENTS,
    past_due_30_59_cents: INSTALLMENT_CENTS,
    past_due_60_89_cents: 0,
    past_due_90_119_cents: 0,
    past_due_120_plus_cents: 0,
    total_past_due_cents: 2 * INSTALLMENT_CENTS,
  },
  Delinquency: {
    status_code: 'delinquent',
    days_past_due: 41,
    bucket: '30-59',
    past_due_cents: 2 * INSTALLMENT_CENTS,
    first_delinquent_on: '2026-10-11',
    last_payment_on: '2026-09-10',
    last_payment_cents: INSTALLMENT_CENTS,
    next_due_on: '2026-12-10',
    next_due_cents: INSTALLMENT_CENTS,
  },
  RegisteredPayment: {
    amount_cents: INSTALLMENT_CENTS,
    principal_cents: 36_733,
    interest_cents: 15_258,
    fees_cents: 0,
    ending_balance_cents: PRINCIPAL_CENTS,
  },
  NewSale: {
    amount_financed_cents: ORIGINAL_PRINCIPAL_CENTS,
    first_due_date: '2026-12-20',
  },
  WriteOff: {
    charge_off_amount_cents: 98_150,
    principal_cents: 90_000,
    interest_cents: 6_150,
    fees_cents: 2_000,
    days_past_due: 121,
  },
  PaidInFull: { original_principal_cents: ORIGINAL_PRINCIPAL_CENTS },
  NonCashAdjustment: { type: 'waiver', component: 'fee', amount_cents: -2_500, reason: 'A late fee, waived as agreed' },
  CashAdjustment: { type: 'reversal', original_transaction_id: ORIGINAL_TRANSACTION_ID, amount_cents: -12_500 },
  NsfReturn: { original_transaction_id: ORIGINAL_TRANSACTION_ID, original_effective_at: '2026-11-16' },
  CampaignEvent: { event_type: 'click', url: 'https://www.example.org/pay' },
  EmailPreview: { unfilled: [] },
  WorkspaceMergeField: { name: 'Company', description: 'The lender as its borrowers know it' },
  WorkspaceAsset: { placeholder: 'logo', name: 'Logo', description: 'At the head of every message' },
};

/** The example value that fits the rest of its object; undefined if any value will do. */
export function exampleOf(typeName: string, member: string): { readonly value: unknown } | undefined {
  const members = EXAMPLES[typeName];
  return members !== undefined && Object.hasOwn(members, member) ? { value: members[member] } : undefined;
}
