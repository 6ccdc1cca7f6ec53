import { SAMPLE_ID } from './example-values-by-name-or-type.js';
import type { JsonObject } from './json-schema.js';

/** A schedule must start today or later, and a checked-in example must stay valid. */
export const FAR_AHEAD = '2099-01-31';
const LATER_STILL = '2099-12-31';

/** A body for each write, by operation: ready to paste. */
export const EXAMPLE_BODIES: Readonly<Record<string, Readonly<Record<string, JsonObject>>>> = {
  recordPayment: {
    cash: { amount_cents: 12_500, payment_method: 'cash', external_reference: 'till-7/2026-11-20/31' },
    check: { amount_cents: 12_500, payment_method: 'check', check_number: 10_482, memo: 'Paid at the counter' },
    card: { amount_cents: 12_500, payment_method: 'card', card_brand: 'visa' },
  },
  reversePayment: { nsf: { reason: 'Returned by the bank', is_nsf: true } },
  bookLedgerLoan: {
    'a new borrower': {
      loan_number: 'ALD-2026-00017',
      borrowers: [
        {
          role: 'primary',
          display_name: 'Jordan Miller',
          email: 'borrower@example.org',
          phone: '+1 555 010 0199',
          address: { line1: '12 Alder Street', city: 'Springfield', state: 'IL', postal_code: '62701' },
        },
      ],
      originated_on: '2026-11-20',
      first_due_on: '2026-12-20',
      original_principal_cents: 1_500_000,
      annual_rate: '14.99',
      term_months: 36,
    },
    'existing borrowers, a product': {
      loan_number: 'ALD-2026-00018',
      product_code: 'personal-36',
      borrowers: [
        { role: 'primary', party_id: SAMPLE_ID },
        { role: 'co_borrower', display_name: 'Robin Miller' },
      ],
      originated_on: '2026-11-20',
      first_due_on: '2026-12-20',
      original_principal_cents: 1_500_000,
      annual_rate: '14.99',
      term_months: 36,
      scheduled_payment_cents: 51_991,
    },
  },
  disburseLedgerLoan: { 'pay out': {} },
  waiveOnLedgerLoan: {
    'a fee': { component: 'fees', amount_cents: 2_500, reason: 'A late fee, waived as agreed' },
  },
  adjustLedgerLoan: { 'interest down': { interest_cents: -1_250, reason: 'Interest of a day too many' } },
  chargeOffLedgerLoan: { bankruptcy: { reason: 'Bankruptcy' } },
  undoLedgerChargeOff: { mistake: { reason: 'Charged off by mistake' } },
  closeLedgerLoan: { close: {} },
  abandonLedgerBoarding: { abandon: {} },
  createPaymentBatch: {
    lockbox: {
      mode: 'continue',
      rows: [
        {
          idempotency_key: 'lockbox-2026-11-20-0001',
          external_contract_number: 'ALD-2026-00017',
          amount_cents: 12_500,
          payment_method: 'check',
          check_number: 10_482,
        },
      ],
    },
  },
  createWebhookEndpoint: {
    payments: { url: 'https://receiver.example.org/hook', types: ['payment.*'], description: 'Our books' },
  },
  updateWebhookEndpoint: { stop: { status: 'disabled' }, 'all types': { types: ['*'] } },
  resendWebhookEvents: {
    one: { event_id: SAMPLE_ID },
    'of a time': { from: '2026-11-20T00:00:00Z', until: '2026-11-21T00:00:00Z' },
  },
  advanceTestClock: { 'a month of days': { days: 30 }, 'to a day': { to: '2027-12-01' } },
  createLedgerProduct: {
    'a personal loan': {
      code: 'personal-36',
      name: 'Personal loan',
      day_count: 'actual_365',
      nsf_fee_cents: 2_500,
      late_fee_cents: 2_500,
      late_fee_grace_days: 10,
      charge_off_at_days: 120,
    },
    'built-in terms': { code: 'plain', name: 'Plain loan' },
  },
  reviseLedgerProduct: { 'a later late fee': { late_fee_grace_days: 15 } },
  updateLedgerProduct: { 'out of use': { is_active: false } },
  updatePaymentMethod: { rename: { nickname: 'Everyday card', holder_name: 'Jordan Miller' } },
  createAutopaySchedule: {
    monthly: {
      account_id: SAMPLE_ID,
      payment_method_id: SAMPLE_ID,
      amount_cents: 12_500,
      frequency_unit: 'month',
      frequency_interval: 1,
      start_date: FAR_AHEAD,
      anchor_day: 31,
    },
    'every two weeks': {
      account_id: SAMPLE_ID,
      payment_method_id: SAMPLE_ID,
      amount_cents: 6_250,
      frequency_unit: 'week',
      frequency_interval: 2,
      start_date: FAR_AHEAD,
      end_date: LATER_STILL,
    },
  },
  updateAutopaySchedule: { pause: { status: 'paused' }, change: { amount_cents: 15_000, end_date: null } },
  createWebhookAddress: {
    postmark: { organization_id: SAMPLE_ID, provider: 'postmark', name: 'Reminders' },
  },
  createEmailTemplate: {
    reminder: {
      workspace_id: SAMPLE_ID,
      name: 'Payment reminder',
      subject_template: 'Your payment of {{ amount }} is due',
      text_template: 'Dear {{ first_name }}',
    },
  },
  updateEmailTemplate: { rename: { name: 'Payment reminder, short', description: null } },
  previewEmailTemplate: { filled: { sample_data: { first_name: 'Jordan', amount: '$125.00' } } },
  createWorkspaceMergeField: {
    company: { workspace_id: SAMPLE_ID, placeholder: 'company_name', name: 'Company', value: 'Alder Lending' },
  },
  updateWorkspaceMergeField: { value: { value: 'Alder Lending LLC' } },
  createWorkspaceAsset: {
    logo: { workspace_id: SAMPLE_ID, placeholder: 'logo', name: 'Logo', url: 'https://assets.example.org/logo.png' },
  },
  updateWorkspaceAsset: { rename: { name: 'Logo, dark', is_active: true } },
};
