import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { board, csv, LOAN, PAYMENT, product } from '../support/board-file.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* A file that is boarded a second time: every changed cell is reported, row by row, and an unchanged one never is. */

const clock = new SimulatedClock('2026-05-01T15:00:00Z');
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
});
afterAll(() => instance.close());

const ADDRESS = { address_line1: '1 Main Street', city: 'Albany', state: 'NY', postal_code: '12207' };
const FULL = {
  ...LOAN,
  ...ADDRESS,
  contract_number: 'C-1',
  borrower_email: 'ada@example.org',
  borrower_phone: '+1 212 555 0100',
  co_borrower_name: 'Ben Baker',
  co_borrower_email: 'ben@example.org',
  co_borrower_phone: '+1 212 555 0101',
};
const PAID = {
  ...FULL,
  status: 'paid_in_full',
  paid_off_on: '2026-04-10',
  principal_cents: 0,
  interest_cents: 0,
};
const ROW = {
  ...PAYMENT,
  principal_cents: 80_000,
  interest_cents: 8_849,
  payment_method: 'ach',
  reason: 'by standing order',
};

type Row = Readonly<Record<string, string | number>>;

/** Boards the first file, and then the second; returns the second's problems. */
async function again(first: readonly Row[], second: readonly Row[]) {
  const { organizationId } = await instance.lender();
  const begun = await board(instance.resources, organizationId, csv(...first));
  expect(begun.problems).toEqual([]);
  const { boarding, problems } = await board(instance.resources, organizationId, csv(...second));
  return { organizationId, boarding, found: problems.map(({ line, column }) => [line, column]), problems };
}

describe('a changed cell of a loan', () => {
  it.each<[string, Row, Row]>([
    ['status', FULL, { status: 'delinquent' }],
    ['product_code', FULL, { product_code: 'auto' }],
    ['nsf_fee_cents', FULL, { nsf_fee_cents: 2_501 }],
    ['paid_off_on', PAID, { paid_off_on: '2026-04-11' }],
    ['contract_number', FULL, { contract_number: 'C-2' }],
    ['borrower_name', FULL, { borrower_name: 'Ada Baker' }],
    ['borrower_email', FULL, { borrower_email: 'eve@example.org' }],
    ['borrower_phone', FULL, { borrower_phone: '' }],
    ['address_line1', FULL, { address_line1: '2 Main Street' }],
    ['address_line2', FULL, { address_line2: 'floor 2' }],
    ['city', FULL, { city: 'Troy' }],
    ['state', FULL, { state: 'VT' }],
    ['postal_code', FULL, { postal_code: '12208' }],
    ['country', FULL, { country: 'CA' }],
    ['co_borrower_name', FULL, { co_borrower_name: 'Cora Baker' }],
    ['co_borrower_email', FULL, { co_borrower_email: '' }],
    ['co_borrower_phone', FULL, { co_borrower_phone: '+1 212 555 0102' }],
    ['co_borrower_name', LOAN, { co_borrower_name: 'Ben Baker' }],
    ['annual_rate', FULL, { annual_rate: '12.5' }],
    ['annual_rate', FULL, { annual_rate: '12.000001' }],
    ['annual_rate', { ...FULL, annual_rate: '6.875' }, { annual_rate: '6.8751' }],
    ['as_of', FULL, { as_of: '2026-04-30' }],
    ['interest_cents', FULL, { interest_cents: 4_001 }],
    ['scheduled_paid_cents', FULL, { paid_installments: 4 }],
  ])('%s', async (column, loan, change) => {
    const lender = await instance.lender();
    const { organizationId } = lender;
    await product(lender, 'auto');
    await board(instance.resources, organizationId, csv(loan));
    const { boarding, problems } = await board(instance.resources, organizationId, csv({ ...loan, ...change }));
    expect(problems).toMatchObject([{ line: 2, column, severity: 'difference', loanNumber: 'A-1' }]);
    expect(boarding).toMatchObject({ status: 'refused', differences: 1 });
  });

  it('personal data is not repeated, neither the old nor the new value', async () => {
    const { problems } = await again([FULL], [{ ...FULL, borrower_email: 'eve@example.org' }]);
    expect(problems.map(({ message }) => message)).toEqual(['differs from what was boarded']);
  });

  it('all of them are reported at once', async () => {
    const change = { status: 'delinquent', borrower_name: 'Eve', city: 'Troy', fees_cents: 1, co_borrower_phone: '' };
    const { found } = await again([FULL], [{ ...FULL, ...change }]);
    expect(found.map(([, column]) => column).sort()).toEqual(Object.keys(change).sort());
  });
});

describe('a changed row of history', () => {
  it.each<[string, Row]>([
    ['type', { type: 'refund' }],
    ['effective_on', { effective_on: '2026-04-16' }],
    ['amount_cents', { amount_cents: 88_850 }],
    ['principal_cents', { principal_cents: 80_001 }],
    ['interest_cents', { interest_cents: 1 }],
    ['fees_cents', { fees_cents: 1 }],
    ['transaction_status', { transaction_status: 'reversed' }],
    ['payment_method', { payment_method: '' }],
    ['reason', { reason: 'otherwise' }],
  ])('%s, by its id', async (column, change) => {
    const { found } = await again([FULL, ROW], [FULL, { ...ROW, ...change }]);
    expect(found).toContainEqual([3, column]);
    expect(found.filter(([line]) => line !== 3)).toEqual([]);
  });

  it('without an id, by its day, type and amount: two that swap amounts have the same sum, and are reported', async () => {
    const row = (effective_on: string, amount_cents: number) => ({
      ...ROW,
      external_id: '',
      effective_on,
      amount_cents,
    });
    const first = [FULL, row('2026-03-15', 100), row('2026-04-15', 200)];
    const { found } = await again(first, [FULL, row('2026-03-15', 200), row('2026-04-15', 100)]);
    expect(found).toEqual([
      [2, null],
      [2, null],
      [3, null],
      [4, null],
    ]);
  });

  it('an added row, and a missing one', async () => {
    const more = { ...ROW, external_id: 'P-4', effective_on: '2026-04-20' };
    expect((await again([FULL, ROW], [FULL, ROW, more])).problems).toMatchObject([
      { line: 4, column: null, message: 'the ledger has no such row of history' },
    ]);
    expect((await again([FULL, ROW, more], [FULL, ROW])).problems).toMatchObject([
      { line: 2, column: null, message: expect.stringContaining('payment of 2026-04-20, 88849 cents') },
    ]);
  });
});

describe('an unchanged file', () => {
  const HISTORY = [
    ROW,
    { ...ROW, external_id: '', effective_on: '' },
    { ...ROW, external_id: '', effective_on: '', reason: 'b' },
    { ...ROW, external_id: '', effective_on: '', amount_cents: '' },
    { ...ROW, external_id: '', effective_on: '', amount_cents: '' },
  ];

  it('is recognized, whatever the order of its rows', async () => {
    const { boarding, found } = await again([FULL, ...HISTORY], [...HISTORY.toReversed(), FULL]);
    expect(found).toEqual([]);
    expect(boarding).toMatchObject({ status: 'done', isTied: true, knownLoans: 1, loansWritten: 0 });
  });

  it('is recognized after the person got another name and address, the loan was paid off, and the product was revised', async () => {
    const lender = await instance.lender();
    const { organizationId } = lender;
    const { pool } = instance.resources;
    const { revise } = await product(lender, 'auto');
    const file = csv({ ...FULL, product_code: 'auto', nsf_fee_cents: '' }, ...HISTORY);
    await board(instance.resources, organizationId, file);
    await pool.query(`update person set display_name = 'Moved On', email = null where organization_id = $1`, [
      organizationId,
    ]);
    await pool.query(`update person_address set line1 = 'elsewhere' where organization_id = $1`, [organizationId]);
    await pool.query(
      `update ledger_loan set status = 'paid_in_full', paid_off_on = '2026-06-01', nsf_fee_cents = 1 where organization_id = $1`,
      [organizationId],
    );
    await revise({ nsf_fee_cents: 9_900 });
    await pool.query(`update account set external_contract_number = 'other' where organization_id = $1`, [
      organizationId,
    ]);
    const { boarding, problems } = await board(instance.resources, organizationId, file);
    expect(problems).toEqual([]);
    expect(boarding).toMatchObject({ status: 'done', knownLoans: 1 });
  });

  it('stores no contact data twice: the comparison uses digests', async () => {
    const { organizationId } = await instance.lender();
    await board(instance.resources, organizationId, csv(FULL));
    const { rows } = await instance.resources.pool.query(
      'select borrower_digests, co_borrower_digests from ledger_opening where organization_id = $1',
      [organizationId],
    );
    const digest = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(rows).toEqual([
      {
        borrower_digests: {
          ...{ borrower_name: digest, borrower_email: digest, borrower_phone: digest, address_line1: digest },
          ...{ city: digest, state: digest, postal_code: digest, country: digest },
        },
        co_borrower_digests: { co_borrower_name: digest, co_borrower_email: digest, co_borrower_phone: digest },
      },
    ]);
  });
});
