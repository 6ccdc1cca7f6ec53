import { describe, expect, it } from 'vitest';
import { ACCOUNT_STATUS_CODES } from '../../core/contract/account-enumerations.js';
import { COLLECTED_PAYMENT_STATUSES } from '../../core/contract/collected-payment.js';
import { TRANSACTION_TYPES } from '../../core/contract/transaction-types-and-statuses.js';
import { checkedInDocument } from './checked-in-document.js';

const document = JSON.parse(checkedInDocument());

function exampleOf(method: string, path: string, status: number) {
  return document.paths[path][method].responses[status].content['application/json'].example;
}

function rowOf(path: string) {
  return exampleOf('get', path, 200).items[0];
}

function sum(row: Readonly<Record<string, number>>, pattern: RegExp): number {
  return Object.entries(row).reduce((total, [name, value]) => (pattern.test(name) ? total + value : total), 0);
}

/**
 * Mock servers return the examples, and integrators read them first, so they must be possible responses of the product.
 */
describe('an example response is consistent', () => {
  it('an active account: its rate in percent, its dates in order, nothing past due, neither charged off nor paid off', () => {
    const { status_code, contract, ...account } = exampleOf('get', '/accounts/{id}', 200);
    expect(contract.annual_rate).toMatch(/^\d{1,2}\.\d{4}$/);
    expect(Number(contract.annual_rate)).toBeGreaterThan(1);
    expect(contract.originated_on < contract.first_due_on && contract.first_due_on < contract.maturity_on).toBe(true);
    expect({ status_code, ...account }).toMatchObject({
      status_code: 'active',
      past_due_cents: 0,
      days_past_due: 0,
      charged_off_on: null,
      paid_off_on: null,
    });
    expect(account.payoff.amount_cents).toBeGreaterThanOrEqual(account.current_balance_cents);
  });

  it('a status change ends in the status that its event names', () => {
    const { type, from_status, to_status } = rowOf('/accounts/{id}/lifecycle-events');
    expect([type, from_status]).toEqual([to_status, 'active']);
  });

  it('a payment: a check number only for a check, a reversal only for a payment being reversed', () => {
    const payments = [
      exampleOf('post', '/v1/accounts/{account_id}/payments', 201),
      exampleOf('post', '/v1/accounts/{account_id}/payments', 202),
      exampleOf('get', '/v1/payments/{payment_id}', 200),
      exampleOf('post', '/v1/payments/{payment_id}/reversal', 201),
      exampleOf('post', '/v1/payments/{payment_id}/reversal', 202),
    ];
    for (const { payment_method, check_number, status, reversal, reference_number } of payments) {
      expect(check_number === null).toBe(payment_method !== 'check');
      expect(reversal === null).toBe(!status.startsWith('revers'));
      if (reversal === null) continue;
      expect(reversal.reversed_at === null).toBe(status === 'reversal_pending');
      expect(reversal.reference_number === null).toBe(status === 'reversal_pending');
      expect(reversal.reference_number).not.toBe(reference_number);
    }
  });

  it('a schedule that was just created matches its request, and a run falls on its anchor day', () => {
    const { post } = document.paths['/autopay'];
    const asked = post.requestBody.content['application/json'].examples.monthly.value;
    const created = exampleOf('post', '/autopay', 201);
    expect(created).toMatchObject(asked);
    for (const { anchor_day, next_run_date } of [created, rowOf('/autopay')]) {
      expect(Number(next_run_date.slice(-2))).toBe(anchor_day);
    }
  });

  it.each([
    ['/reports/abr', 'total_past_due_cents', /^past_due_/],
    ['/reports/mpr', 'amount_cents', /^(principal|interest|fees)_/],
    ['/reports/wor', 'charge_off_amount_cents', /^(principal|interest|fees)_/],
  ])('%s: %s is the sum of its parts', (path, whole, parts) => {
    expect(rowOf(path)[whole]).toBe(sum(rowOf(path), parts));
  });

  it('/reports/dr: the bucket matches the days', () => {
    const { bucket, days_past_due, status_code } = rowOf('/reports/dr');
    const [least, most] = bucket.split('-').map(Number);
    expect(days_past_due >= least && days_past_due <= most && status_code === 'delinquent').toBe(true);
  });

  it('a reversing transaction has the documented sign, and another id than the reversed one', () => {
    expect(rowOf('/reports/ncar').amount_cents).toBeLessThan(0);
    expect(rowOf('/reports/car').amount_cents).toBeLessThan(0);
    expect(rowOf('/reports/nsfr').amount_cents).toBeGreaterThan(0);
    for (const path of ['/reports/car', '/reports/nsfr']) {
      expect(rowOf(path).original_transaction_id).not.toBe(rowOf(path).transaction_id);
    }
  });
});

describe('closed value lists are enums', () => {
  const { schemas } = document.components;

  it.each([
    ['AccountBorrower', 'role'],
    ['Delinquency', 'bucket'],
    ['Delinquency', 'status_code'],
    ['NonCashAdjustment', 'component'],
    ['PaymentMethod', 'card_brand'],
  ])('%s.%s', (type, member) => {
    expect(schemas[type].properties[member].enum).not.toHaveLength(0);
  });
});

describe('value lists that a client branches on', () => {
  const { schemas } = document.components;

  it('account and payment statuses are closed, each with its meaning', () => {
    const { AccountStatusCode, CollectedPaymentStatus, Account, CollectedPayment } = schemas;
    expect(AccountStatusCode.enum).toEqual(ACCOUNT_STATUS_CODES);
    expect(CollectedPaymentStatus.enum).toEqual(COLLECTED_PAYMENT_STATUSES);
    for (const { enum: words, description } of [AccountStatusCode, CollectedPaymentStatus])
      for (const word of words) expect(description).toContain(`- \`${word}\`: `);
    expect(Account.properties.status_code.$ref).toMatch(/AccountStatusCode$/);
    expect(CollectedPayment.properties.status.$ref).toMatch(/CollectedPaymentStatus$/);
  });

  it('transaction types and statuses are open: every one is listed, with its meaning and its sign', () => {
    const { type, amount_cents, status } = schemas.Transaction.properties;
    expect(type['x-extensible-enum']).toEqual(Object.keys(TRANSACTION_TYPES));
    expect(type).not.toHaveProperty('enum');
    for (const [word, rule] of Object.entries(TRANSACTION_TYPES)) {
      const { meaning, sign } = rule;
      const except = 'except' in rule ? `, except ${rule.except}` : '';
      const signs = (sign === undefined ? 'positive or negative' : sign === 1 ? 'positive' : 'negative') + except;
      expect(type.description).toContain(`- \`${word}\`: ${meaning}; ${signs}.`);
    }
    expect(amount_cents.description).toContain('sign follows from `type`');
    expect(status['x-extensible-enum']).toEqual(['posted', 'reversed', 'deleted']);
  });
});

it('Area C is listed with the trailing slash of its contract', () => {
  const listed = Object.keys(document.paths).filter((path) => /^\/(email|workspace|campaign)-/.test(path));
  expect(listed).toEqual(
    expect.arrayContaining([
      '/email-templates/',
      '/email-templates/{id}',
      '/workspace-merge-fields/{id}',
      '/workspace-assets/{id}',
      '/campaign-events/webhook',
      '/campaign-events/',
    ]),
  );
  expect(listed.filter((path) => document.paths[`${path}/`] !== undefined)).toEqual([]);
});

describe('what a client must know about a request', () => {
  const queryOf = (path: string) =>
    Object.fromEntries(
      document.paths[path].get.parameters.map(({ name, schema }: any) => [name, schema?.default] as const),
    );

  it('the defaults of `limit`, `page` and `page_size`', () => {
    const lists = Object.entries<any>(document.paths).filter(
      ([path, { get }]) => path !== '/campaign-events/' && get?.parameters.some(({ name }: any) => name === 'cursor'),
    );
    expect(lists.length).toBeGreaterThan(20);
    for (const [path] of lists) expect([path, queryOf(path)['limit']]).toEqual([path, 100]);
    expect(queryOf('/campaign-events/')).toMatchObject({ page: 1, page_size: 50 });
  });

  it('which integers need 64 bits', () => {
    const { RecordPaymentRequest, CreateAutopayScheduleRequest } = document.components.schemas;
    expect(RecordPaymentRequest.properties).toMatchObject({
      amount_cents: { format: 'int64' },
      check_number: { format: 'int64' },
    });
    expect(CreateAutopayScheduleRequest.properties).toMatchObject({
      amount_cents: { format: 'int64' },
      anchor_day: { format: 'int32' },
    });
  });

  it('no examples for optional parameters: pages that try requests would send them', () => {
    const parameters = Object.values<any>(document.paths).flatMap((item) =>
      Object.values<any>(item).flatMap((operation) => operation.parameters),
    );
    expect(parameters.filter(({ required, example }) => required === false && example !== undefined)).toEqual([]);
  });
});
