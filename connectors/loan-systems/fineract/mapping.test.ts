import { LosslessNumber, parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../../core/time/dates.js';
import { isNamedChange, revisionOf } from './loan-change-digest.js';
import { asSourceLoan } from './loan-mapping.js';
import { loanDetail, loanRow, transaction } from './response-schemas.js';
import { meaningOf } from './statuses.js';
import { normalized, type UnmappedValue } from './transaction-mapping.js';

describe('Fineract’s statuses', () => {
  it.each([
    [100, 'pending', null],
    [200, 'pending', null],
    [300, 'active', 'repayment'],
    [303, 'active', null],
    [304, 'active', null],
    [400, 'closed', null],
    [500, 'closed', null],
    [600, 'paid_in_full', null],
    [601, 'charged_off', 'recoverypayment'],
    [602, 'closed', null],
    [700, 'paid_in_full', null],
    [0, 'unknown', null],
    [999, 'unknown', null],
  ] as const)('%i is %s, a payment on it %s', (statusId, statusCode, command) => {
    expect(meaningOf({ statusId, chargedOff: false, overdue: false })).toEqual({ statusCode, command });
  });

  it('an active loan is delinquent when it is overdue, charged off when it is charged off, and accepts repayments in both cases', () => {
    const overdue = meaningOf({ statusId: 300, chargedOff: false, overdue: true });
    const chargedOff = meaningOf({ statusId: 300, chargedOff: true, overdue: true });
    expect(overdue).toEqual({ statusCode: 'delinquent', command: 'repayment' });
    expect(chargedOff).toEqual({ statusCode: 'charged_off', command: 'repayment' });
    expect(meaningOf({ statusId: 600, chargedOff: true, overdue: true }).statusCode).toBe('paid_in_full');
  });
});

describe('Fineract’s transactions', () => {
  it.each([
    ['disbursement', [1]],
    ['payment', [2, 5, 8, 17, 28]],
    ['waiver', [4, 9, 31]],
    ['charge_off', [6, 27]],
    ['refund', [16, 18, 20]],
    ['adjustment', [7, 21, 22, 23, 24, 25, 26, 33, 35, 37, 38, 40, 41, 44, 46]],
    ['other', [12, 13, 14, 15, 29, 30]],
  ] as const)('%s: types %j', (type, ids) => {
    for (const id of ids) expect(map({ type: { id } }).found).toMatchObject([{ type, status: 'posted' }]);
  });

  it('accounting entries are left out: they do not change what is owed', () => {
    for (const id of [3, 10, 19, 32, 34, 36, 39, 42, 43, 45, 47]) expect(map({ type: { id } }).found).toEqual([]);
  });

  it('an unknown type becomes other and is reported', () => {
    const { found, oddities } = map({ type: { id: 99 } });
    expect(found).toMatchObject([{ type: 'other', amountCents: 10_050 }]);
    expect(oddities).toEqual([{ transaction: 7, odd: 'type 99' }]);
  });

  it('amounts by their digits, dates as dates, fees and penalties as one', () => {
    expect(map({}).found).toEqual([
      {
        externalId: '7',
        type: 'payment',
        amountCents: 10_050,
        effectiveAt: '2026-02-03',
        status: 'posted',
        originalExternalId: null,
        paymentMethod: 'Check',
        reason: null,
        principalCents: 8_000,
        interestCents: 1_550,
        feesCents: 500,
        endingBalanceCents: 9_007_199_254_740_991,
      },
    ]);
  });

  it('an amount that is not a whole number of cents is unknown and reported', () => {
    const { found, oddities } = map({ interestPortion: '15.505000' });
    expect(found).toMatchObject([{ amountCents: 10_050, interestCents: null }]);
    expect(oddities).toEqual([{ transaction: 7, odd: 'amount 15.505000' }]);
  });

  it('a reversal mark becomes a separate transaction', () => {
    const reversed = { manuallyReversed: true, reversedOnDate: [2026, 2, 9], reversalExternalId: 'R' };
    const [payment, reversal] = map(reversed).found;
    expect(payment).toMatchObject({ externalId: '7', type: 'payment', status: 'reversed', effectiveAt: '2026-02-03' });
    expect(reversal).toMatchObject({
      externalId: '7:reversal',
      type: 'reversal',
      status: 'posted',
      originalExternalId: '7',
      amountCents: 10_050,
      effectiveAt: '2026-02-09',
      endingBalanceCents: null,
    });
  });

  it('the sign of an adjustment shows its effect on the balance; so does the reversal of anything but a payment', () => {
    const amounts = (id: number, more = {}) =>
      map({ type: { id }, ...more }).found.map(({ type, amountCents, feesCents }) => [type, amountCents, feesCents]);
    const undone = { manuallyReversed: true };
    expect(amounts(23)).toEqual([['adjustment', -10_050, -500]]);
    expect(amounts(25)).toEqual([['adjustment', 10_050, 500]]);
    expect(amounts(4, undone)).toEqual([
      ['waiver', 10_050, 500],
      ['adjustment', 10_050, 500],
    ]);
    expect(amounts(1, undone)).toEqual([
      ['disbursement', 10_050, 500],
      ['adjustment', -10_050, -500],
    ]);
    expect(amounts(23, undone)).toEqual([
      ['adjustment', -10_050, -500],
      ['adjustment', 10_050, 500],
    ]);
  });

  it('a missing amount is unknown, never zero', () => {
    const bare = { amount: undefined, date: undefined, principalPortion: undefined, feeChargesPortion: undefined };
    const more = { penaltyChargesPortion: undefined, outstandingLoanBalance: undefined, paymentDetailData: undefined };
    expect(map({ ...bare, ...more }).found).toMatchObject([
      { amountCents: null, effectiveAt: null, principalCents: null, feesCents: null, paymentMethod: null },
    ]);
  });
});

describe('Fineract’s loans', () => {
  it('all fields that it reports', () => {
    expect(sourceLoan({})).toEqual({
      externalId: '12',
      revision: 'r',
      externalContractNumber: 'C-12',
      externalAccountNumber: '000000012',
      sourceStatus: 'loanStatusType.active',
      statusCode: 'delinquent',
      currentBalanceCents: 91_670,
      contract: {
        originatedOn: '2026-01-02',
        firstDueOn: '2026-02-02',
        maturityOn: '2027-01-02',
        originalPrincipalCents: 100_000,
        scheduledPaymentCents: 9_000,
        annualRate: '7.25',
        termMonths: 12,
      },
      milestones: { chargedOffOn: null, paidOffOn: null },
      pastDue: {
        asOf: '2026-03-15',
        pastDueCents: 9_000,
        oldestUnpaidOn: '2026-03-02',
        nextDueOn: '2026-04-02',
        nextDueCents: 9_000,
      },
      lifecycleEvents: [
        { type: 'opened', fromStatus: 'pending', toStatus: 'active', occurredAt: '2026-01-02T05:00:00.000Z' },
      ],
      borrowers: [{ externalId: '5', role: 'primary' }],
    });
  });

  it.each([
    [600, { closedOnDate: [2026, 3, 1] }, { chargedOffOn: null, paidOffOn: '2026-03-01' }, 'paid_in_full'],
    [601, { closedOnDate: [2026, 3, 1] }, { chargedOffOn: '2026-03-01', paidOffOn: null }, 'charged_off'],
    [300, { chargedOffOnDate: [2026, 3, 1] }, { chargedOffOn: '2026-03-01', paidOffOn: null }, 'charged_off'],
    [602, { closedOnDate: [2026, 3, 1] }, { chargedOffOn: null, paidOffOn: null }, 'closed'],
    [400, { withdrawnOnDate: [2026, 3, 1] }, { chargedOffOn: null, paidOffOn: null }, 'closed'],
  ])('status %i: milestones and the event of that day', (id, timeline, milestones, type) => {
    const loan = sourceLoan({ status: { id }, timeline });
    expect(loan?.milestones).toEqual(milestones);
    expect(loan?.lifecycleEvents).toMatchObject([{ type, occurredAt: '2026-03-01T05:00:00.000Z' }]);
  });

  it.each([
    ['80.00', '0.00', 8_000],
    ['80.00', '30.25', 4_975],
    ['80.00', '95.00', 0],
  ])('written off %s, recovered %s: the rest of its principal is its balance', (off, recovered, balance) => {
    const summary = { principalOutstanding: '0.0', principalWrittenOff: off, totalRecovered: recovered };
    expect(sourceLoan({ status: { id: 601 }, summary })?.currentBalanceCents).toBe(balance);
  });

  it('overpaid: paid in full on that day', () => {
    expect(sourceLoan({ status: { id: 700 }, overpaidOnDate: [2026, 3, 1] })).toMatchObject({
      statusCode: 'paid_in_full',
      milestones: { paidOffOn: '2026-03-01' },
    });
  });

  it('an unknown status, and a loan that only has an id', () => {
    expect(sourceLoan({ status: { id: 911, code: 'loanStatusType.odd' } })).toMatchObject({
      statusCode: 'unknown',
      sourceStatus: 'loanStatusType.odd',
    });
    const bare = loanDetail.parse(json({ id: 1, status: { id: 100 } }));
    expect(asSourceLoan(bare, SURROUNDINGS)).toMatchObject({
      statusCode: 'pending',
      currentBalanceCents: 0,
      externalContractNumber: null,
      contract: { originalPrincipalCents: null, annualRate: null, termMonths: null },
      borrowers: [],
    });
  });

  it('a loan whose balance is not a whole number of cents, or that is not in dollars, is not mapped', () => {
    expect(sourceLoan({ currency: { code: 'USD' } })).toBeDefined();
    expect(sourceLoan({ currency: { code: 'KES' } })).toBeUndefined();
    for (const decimalPlaces of [0, 2]) expect(sourceLoan({ currency: { code: 'USD', decimalPlaces } })).toBeDefined();
    expect(sourceLoan({ currency: { code: 'USD', decimalPlaces: 6 } })).toBeUndefined();
    expect(sourceLoan({ summary: { principalOutstanding: '916.705' } })).toBeUndefined();
    expect(sourceLoan({ summary: { totalOverdue: '0.001' } })).toBeUndefined();
  });

  it.each([
    [{ termFrequency: 2, termPeriodFrequencyType: { id: 3 } }, 24],
    [{ termFrequency: 26, termPeriodFrequencyType: { id: 1 } }, null],
    [{ termFrequency: undefined }, null],
  ])('a term of %j is %s months', (term, months) => {
    expect(sourceLoan(term)?.contract.termMonths).toBe(months);
  });

  it('a group’s identifier differs from any client’s', () => {
    expect(sourceLoan({ clientId: undefined, group: { id: 5, name: 'Weavers' } })?.borrowers).toEqual([
      { externalId: 'group:5', role: 'primary' },
    ]);
  });
});

describe('the contract number', () => {
  const generated = '3f0c2b52-8d0e-4c8a-9b0e-5b8a3f6d2c11';
  const numberOf = (externalId: string, contractNumbers: 'given' | 'all' = 'given') =>
    asSourceLoan(loanDetail.parse(json({ ...LOAN, externalId })), { ...SURROUNDINGS, contractNumbers })
      ?.externalContractNumber;

  it('is the external id, unless Fineract generated it', () => {
    expect(numberOf('C-1')).toBe('C-1');
    expect(numberOf(generated)).toBeNull();
    expect(numberOf('3f0c2b52-8d0e-1c8a-9b0e-5b8a3f6d2c11'), 'not a random UUID').not.toBeNull();
    expect(numberOf(generated, 'all')).toBe(generated);
  });
});

describe('revisions of Fineract’s loans', () => {
  const revision = (more: object, day = 20_000) => revisionOf(loanRow.parse(json({ ...LOAN, ...more })), day);

  it('is the same for the row and for the single loan, whatever the number of trailing zeros', () => {
    const detail = loanDetail.parse(
      json({ ...LOAN, transactions: [], summary: { ...LOAN.summary, totalGoodwillCredit: 1 } }),
    );
    expect(revisionOf(detail, 20_000)).toBe(revision({}));
    expect(revision({ principal: 1_000 })).toBe(revision({}));
  });

  it.each([
    ['a balance', { summary: { ...summaryOfLoan(), principalOutstanding: '1.00' } }],
    ['arrears', { summary: { ...summaryOfLoan(), totalOverdue: '1.00' } }],
    ['a recovery', { summary: { ...summaryOfLoan(), totalRecovered: '1.00' } }],
    ['the status', { status: { id: 600 } }],
    ['a charge-off', { chargedOff: true }],
    ['the borrower’s name', { clientName: 'Ada Byron' }],
    ['a date', { timeline: { closedOnDate: [2026, 3, 1] } }],
  ])('changes with %s', (_, more) => {
    expect(revision(more)).not.toBe(revision({}));
  });

  it.each([
    ['a payment', { summary: { ...summaryOfLoan(), principalPaid: '1.00' } }, true],
    ['a waiver', { summary: { ...summaryOfLoan(), interestWaived: '1.00' } }, true],
    ['the status', { status: { id: 600 } }, true],
    ['a date', { timeline: { closedOnDate: [2026, 3, 1] } }, true],
    ['arrears', { summary: { ...summaryOfLoan(), totalOverdue: '1.00' } }, false],
    ['a late fee of the night', { summary: { ...summaryOfLoan(), penaltyChargesCharged: '1.00' } }, false],
    ['the borrower’s name', { clientName: 'Ada Byron' }, false],
  ])('%s is named by the list of commands: %s', (_, more, expected) => {
    expect(isNamedChange(revision({}), revision(more))).toBe(expected);
    expect(isNamedChange('digest.2857', revision(more)), 'a revision of an earlier version').toBe(false);
  });

  it('does not change with the last closed day, which changes every night', () => {
    expect(revision({ lastClosedBusinessDate: [2026, 3, 14] })).toBe(revision({}));
  });

  it('each loan is read again within a week, a seventh of them a day; closed ones within four weeks', () => {
    const changes = (more: object, days: number) =>
      Array.from({ length: days }, (_, day) => revision(more, 20_000 + day)).filter(
        (one, day, all) => day > 0 && one !== all[day - 1],
      ).length;
    expect(changes({}, 71)).toBe(10);
    expect(changes({ status: { id: 600 } }, 281)).toBe(10);
    const dayOf = (id: number) =>
      [0, 1, 2, 3, 4, 5, 6].find((day) => revision({ id }, day) !== revision({ id }, day + 1));
    expect(new Set([1, 2, 3, 4, 5, 6, 7].map(dayOf)).size).toBe(7);
  });
});

const SURROUNDINGS = {
  revision: 'r',
  today: '2026-03-15' as IsoDate,
  timeZone: 'America/New_York',
  contractNumbers: 'given',
} as const;

function summaryOfLoan() {
  return {
    principalDisbursed: '1000.000000',
    principalOutstanding: '916.700000',
    totalOverdue: '90.000000',
    overdueSinceDate: [2026, 3, 2],
  };
}

const LOAN = {
  id: 12,
  accountNo: '000000012',
  externalId: 'C-12',
  clientId: 5,
  clientName: 'Ada Moreno',
  status: { id: 300, code: 'loanStatusType.active' },
  principal: '1000.000000',
  annualInterestRate: '7.250000',
  termFrequency: 12,
  termPeriodFrequencyType: { id: 2 },
  timeline: { actualDisbursementDate: [2026, 1, 2], expectedMaturityDate: [2027, 1, 2] },
  summary: summaryOfLoan(),
  repaymentSchedule: {
    periods: [
      { dueDate: [2026, 1, 2] },
      {
        period: 1,
        dueDate: [2026, 2, 2],
        complete: true,
        totalDueForPeriod: '90.00',
        totalOutstandingForPeriod: '0.00',
      },
      { period: 2, dueDate: [2026, 3, 2], totalDueForPeriod: '90.00', totalOutstandingForPeriod: '90.00' },
      { period: 3, dueDate: [2026, 4, 2], totalDueForPeriod: '90.00', totalOutstandingForPeriod: '90.00' },
    ],
  },
};

function sourceLoan(more: object) {
  return asSourceLoan(loanDetail.parse(json({ ...LOAN, ...more })), SURROUNDINGS);
}

function map(more: object) {
  const oddities: UnmappedValue[] = [];
  const row = {
    id: 7,
    type: { id: 2 },
    date: [2026, 2, 3],
    amount: '100.500000',
    principalPortion: '80.000000',
    interestPortion: '15.500000',
    feeChargesPortion: '4.000000',
    penaltyChargesPortion: '1.000000',
    outstandingLoanBalance: '90071992547409.910000',
    paymentDetailData: { paymentType: { name: 'Check' } },
    ...more,
  };
  return { found: normalized(transaction.parse(json(row)), (oddity) => oddities.push(oddity)), oddities };
}

/** As the client parses it: every number is text; decimals are given as texts here, to keep their zeros. */
function json(value: unknown): unknown {
  return parse(JSON.stringify(value), (_, each) =>
    typeof each === 'string' && /^\d+\.\d+$/.test(each) ? new LosslessNumber(each) : each,
  );
}
