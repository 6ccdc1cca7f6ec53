/** Example values, by the contract's field name, or else by GraphQL type. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  display_name: 'Alder Lending',
  legal_name: 'Alder Lending LLC',
  dba_name: 'Alder',
  external_contract_number: 'ALD-2026-00017',
  external_account_number: '000000042',
  current_balance_cents: 1_184_250,
  balance_cents: 1_184_250,
  amount_cents: 12_500,
  external_reference: 'till-7/2026-11-20/31',
  memo: 'Paid at the counter',
  check_number: 10_482,
  reference_number: 100_231,
  reason: 'Returned by the bank',
  reversed_by: 'k7d2m9qa',
  type: 'payment',
  status: 'posted',
  annual_rate: '14.9900',
  term_months: 36,
  email: 'borrower@example.org',
  phone: '+1 555 010 0199',
  kind: 'billing',
  role: 'primary',
  line1: '12 Alder Street',
  line2: null,
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
  nickname: 'Everyday card',
  holder_name: 'Jordan Miller',
  last_four: '4242',
  card_brand: 'visa',
  expiration_month: 12,
  expiration_year: 2029,
  bank_name: null,
  frequency_interval: 1,
  frequency_unit: 'month',
  anchor_day: 15,
  end_date: null,
  month: '2026-11',
  payment_method: 'cash',
  next_cursor: null,
  has_more: false,
  limit: 100,
  page: 1,
  page_size: 50,
  total_items: 1,
  total_pages: 1,
  name: 'Payment reminder',
  subject_template: 'Your payment of {{ amount }} is due',
  html_template: '<p>Dear {{ first_name }}</p>',
  text_template: 'Dear {{ first_name }}',
  description: 'Sent three days before a payment is due',
  placeholder: 'company_name',
  value: 'Alder Lending',
  url: 'https://assets.example.org/logo.png',
  recipient: 'borrower@example.org',
  provider: 'sendgrid',
  provider_message_id: '14c5d75ce93',
  is_machine: false,
  is_nsf: true,
  event_type: 'open',
  bounce_type: null,
  subject: 'Your payment of $125.00 is due',
  html: '<p>Dear Jordan</p>',
  text: 'Dear Jordan',
  truncated: false,
  status_code: 'active',
  instrument_type: 'card',
};

const BY_TYPE: Readonly<Record<string, unknown>> = {
  ID: '01KAJ4Z6T3N8QW2V5X7Y9B1CDE',
  String: 'text',
  Boolean: true,
  Int: 1,
  SafeInt: 12_500,
  Float: 1.5,
  Date: '2026-11-20',
  DateTime: '2026-11-20T15:04:05.000Z',
  JsonObject: {},
};

/** @param values - the values of an enumeration, otherwise empty. */
export function sampleOf(name: string, typeName: string, values: readonly string[]): unknown {
  const named = BY_NAME[name];
  if (values.length > 0) return named === null || values.some((value) => value === named) ? named : values[0];
  if (Object.hasOwn(BY_NAME, name)) return named;
  const typed = BY_TYPE[typeName];
  if (typed === undefined) throw new Error(`no example of the type ${typeName}`);
  return typed;
}

/** A sample id. */
export const SAMPLE_ID = BY_TYPE['ID'];
