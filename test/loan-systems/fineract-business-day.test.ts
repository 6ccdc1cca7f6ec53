import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import { fineractAdapter, referenceTo } from '../support/fineract/fineract-adapter.js';
import { answered, type FineractHarness, openFineractHarness } from '../support/fineract/fineract-harness.js';

let harness: FineractHarness;
let opened: ReturnType<typeof fineractAdapter>[];

beforeAll(async () => {
  harness = await openFineractHarness();
});
afterAll(async () => {
  await harness.close();
  expect(harness.server.violations).toEqual([]);
});
beforeEach(async () => {
  for (const system of opened ?? []) await system.close();
  opened = [];
  harness.renew();
  Object.assign(harness.server.book, { businessDate: undefined, isBusinessDateEnabled: true });
});

/** In the tenant's zone it is the day that the stand-in calls today. */
function adapter(settings: Readonly<Record<string, string>> = {}, moment = noonAtServer()) {
  const clock = new SimulatedClock(moment);
  const system = fineractAdapter(harness.server, { clock, settings: { 'business-day-tolerance': '5', ...settings } });
  opened.push(system);
  return system;
}

function noonAtServer(): string {
  return `${tenantDay()}T17:00:00Z`;
}

/** The tenant's own date, whatever the business date is. */
function tenantDay(): IsoDate {
  const { book } = harness.server;
  const { businessDate } = book;
  book.businessDate = undefined;
  const today = book.today();
  book.businessDate = businessDate;
  return today;
}

describe('Fineract › the business day', () => {
  const off = { isBusinessDateEnabled: false };
  it.each([
    ['never set: the tenant’s own date', undefined, {}, 0],
    ['set: the business date', 0, {}, 0],
    ['two days old: still the business date', -2, {}, -2],
    ['switched off with its row left: the tenant’s own date', -2, off, 0],
    ['switched off with a row of the future', 3, off, 0],
  ] as const)('%s', async (_, set, feature, expected) => {
    const { book } = harness.server;
    const today = tenantDay();
    Object.assign(book, { businessDate: set === undefined ? undefined : addDays(today, set), ...feature });
    const system = adapter();
    expect(await system.businessDay()).toEqual({ kind: 'answered', value: addDays(today, expected) });
    expect(await system.postPayment(harness.payment(newId()))).toMatchObject({
      kind: 'confirmed',
      posting: { effectiveOn: addDays(today, expected) },
    });
    expect(harness.requestsTo('repay')[0]?.fields['transactionDate']).toBe(addDays(today, expected));
  });

  it('is read from the loan of the payment, in one call, and never from the business date’s own path', async () => {
    const system = adapter();
    await system.postPayment(harness.payment(newId()));
    const calls = harness.server.heard.map(({ call }) => call).sort();
    expect(calls).toEqual(['loan', 'payoff', 'probe', 'repay']);
    expect(harness.requestsTo('payoff')[0]?.url).toContain(`/loans/${harness.bookLoan.id}/`);
  });

  it('a payment right after the business date moved has the new day', async () => {
    const { book } = harness.server;
    const system = adapter();
    book.businessDate = addDays(tenantDay(), -1);
    await system.postPayment(harness.payment(newId()));
    book.businessDate = tenantDay();
    await system.postPayment(harness.payment(newId()));
    const days = harness.requestsTo('repay').map(({ fields }) => fields['transactionDate']);
    expect(days).toEqual([addDays(tenantDay(), -1), tenantDay()]);
  });

  it.each([100, 200, 303, 400, 500, 600, 601, 602, 700])('any loan shows it, also one of status %i', async (status) => {
    const { book } = harness.server;
    book.loans.clear();
    book.loan().status = status;
    book.businessDate = addDays(tenantDay(), -1);
    expect(await adapter().businessDay()).toEqual({ kind: 'answered', value: addDays(tenantDay(), -1) });
  });

  it('without a loan, the tenant’s own date; the list is read once, not for each question', async () => {
    const { book } = harness.server;
    book.loans.clear();
    const system = adapter();
    expect(await system.businessDay()).toEqual({ kind: 'answered', value: tenantDay() });
    const first = book.loan();
    const listed = harness.requestsTo('loans').length;
    for (let asked = 0; asked < 3; asked += 1) await system.businessDay();
    expect(harness.requestsTo('loans').length - listed).toBe(1);
    book.loans.delete(first.id);
    book.businessDate = addDays(tenantDay(), -1);
    book.loan();
    expect(answered(await system.businessDay()), 'another loan after that one was deleted').toBe(book.businessDate);
  });

  it('a loan whose template fails does not hide the day; a system that does not answer does', async () => {
    harness.server.book.loan();
    harness.server.faults.next('payoff', 'refuse');
    expect(await adapter().businessDay()).toEqual({ kind: 'answered', value: tenantDay() });
    harness.server.faults.always('payoff', 'refuse');
    expect(await adapter().businessDay()).toEqual({ kind: 'unavailable' });
    harness.server.faults.always('payoff', 'fail_before_posting');
    expect(await adapter().businessDay()).toEqual({ kind: 'unavailable' });
  });
});

describe('Fineract › a business date far from the tenant’s own day', () => {
  const tooFar = {
    isWell: true,
    problem: expect.stringMatching(
      /^the loan system’s business date is \d{4}-\d\d-\d\d, more than 5 days away from the date in /,
    ),
  };

  it.each([
    [-5, 'confirmed'],
    [5, 'confirmed'],
    [-6, 'unreachable'],
    [6, 'unreachable'],
  ] as const)('%i days: a payment is %s, not refused', async (days, kind) => {
    harness.server.book.businessDate = addDays(tenantDay(), days);
    const system = adapter();
    const outcome = await system.postPayment(harness.payment(newId()));
    expect(outcome.kind).toBe(kind);
    if (kind === 'confirmed') return;
    expect(outcome).toMatchObject(tooFar);
    expect(harness.requestsTo('repay')).toEqual([]);
  });

  it('nor is anything quoted; the sync goes on with Fineract’s own day', async () => {
    const { book } = harness.server;
    book.businessDate = addDays(tenantDay(), -30);
    const system = adapter();
    const unavailable = { kind: 'unavailable', ...tooFar };
    expect(await system.businessDay()).toMatchObject(unavailable);
    expect(await system.quotePayoff(harness.loan)).toMatchObject(unavailable);
    expect(await system.quotePayoffOn(harness.loan, null)).toMatchObject(unavailable);
    const loan = await system.source?.loan(harness.loan.externalId);
    expect(loan).toMatchObject({ value: { pastDue: { asOf: book.businessDate } } });
    book.writeOff(harness.bookLoan);
    expect(await system.quotePayoffOn(harness.loan, null)).toMatchObject(unavailable);
    expect(await system.postPayment(harness.payment(newId()))).toMatchObject({ kind: 'unreachable', ...tooFar });
  });

  it('how far is a setting', async () => {
    harness.server.book.businessDate = addDays(tenantDay(), -30);
    const posted = await adapter({ 'business-day-tolerance': '30' }).postPayment(harness.payment(newId()));
    expect(posted.kind).toBe('confirmed');
    harness.server.book.businessDate = addDays(tenantDay(), -1);
    const refused = await adapter({ 'business-day-tolerance': '0' }).postPayment(harness.payment(newId()));
    expect(refused.kind).toBe('unreachable');
  });

  it('is counted in the tenant’s zone', async () => {
    const { book } = harness.server;
    book.businessDate = addDays(tenantDay(), 1);
    const late = `${tenantDay()}T20:00:00Z`; // already tomorrow in India
    const strict = { 'business-day-tolerance': '0' };
    expect((await adapter({ ...strict, 'time-zone': 'Asia/Kolkata' }, late).businessDay()).kind).toBe('answered');
    expect((await adapter({ ...strict, 'time-zone': 'America/New_York' }, late).businessDay()).kind).toBe(
      'unavailable',
    );
  });

  it('a payment on an unknown loan is still refused', async () => {
    const loan = { ...referenceTo(harness.bookLoan), externalId: '999999' };
    expect(await adapter().postPayment(harness.payment(newId(), 1_000, loan))).toEqual({
      kind: 'refused',
      reason: 'loan_not_found',
    });
  });
});
