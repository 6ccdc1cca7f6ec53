import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../core/db/pool.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { Api } from '../support/api.js';
import { BOARDER, board, csv, LOAN, PAYMENT, receiveOnly, sample } from '../support/board-file.js';
import { silent } from '../support/identity.js';
import { KillableDatabase, Killed } from '../support/killable-worker.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* A portfolio boarded into the ledger from a file: what is refused, what is written, and how it works afterwards. */

const AS_OF = '2026-05-01';
const clock = new SimulatedClock('2026-05-01T15:00:00Z');

let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
});
afterAll(() => instance.close());

const rows = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const count = async (table: string, organizationId: string): Promise<number> =>
  Number((await rows(`select count(*) from ${table} where organization_id = $1`, [organizationId]))[0].count);

describe('errors in a file', () => {
  const LOAN_ERRORS: readonly (readonly [string, Readonly<Record<string, string | number>>, string])[] = [
    ['no loan number', { loan_number: '' }, 'loan_number'],
    ['an invalid name', { borrower_name: '' }, 'borrower_name'],
    ['a card’s number in a name', { borrower_name: 'card 4242 4242 4242 4242' }, 'borrower_name'],
    ['an invalid email address', { borrower_email: 'nobody' }, 'borrower_email'],
    ['an incomplete address', { address_line1: '1 Main Street' }, 'city'],
    ['an unknown country', { country: 'XX' }, 'country'],
    ['a co-borrower without a name', { co_borrower_email: 'co@example.org' }, 'co_borrower_name'],
    ['an invalid date', { originated_on: '2026-02-30' }, 'originated_on'],
    ['due before it is made', { first_due_on: '2026-01-14' }, 'first_due_on'],
    ['made before the first possible date', { originated_on: '1899-12-31' }, 'originated_on'],
    ['due after the last possible date', { first_due_on: '9999-12-31' }, 'first_due_on'],
    [
      'paid off, with a date that is too late',
      { principal_cents: 0, interest_cents: 0, status: 'paid_in_full', paid_off_on: AS_OF, first_due_on: '2036-01-17' },
      'first_due_on',
    ],
    ['cents with a point', { original_principal_cents: '10000.00' }, 'original_principal_cents'],
    ['a rate of seven decimals', { annual_rate: '12.3456789' }, 'annual_rate'],
    ['a rate above a hundred percent', { annual_rate: '100.000001' }, 'annual_rate'],
    ['no term', { term_months: 0 }, 'term_months'],
    ['no payment', { scheduled_payment_cents: 0 }, 'scheduled_payment_cents'],
    ['a cut-over in the future', { as_of: '2026-05-04' }, 'as_of'],
    ['a cut-over on a Sunday', { as_of: '2026-04-26' }, 'as_of'],
    ['an unknown status', { status: 'late' }, 'status'],
    ['an open loan that owes nothing', { principal_cents: 0, interest_cents: 0 }, 'status'],
    ['a pending loan that owes', { status: 'pending' }, 'status'],
    ['a negative amount', { fees_cents: -1 }, 'fees_cents'],
    ['more installments paid than it has', { paid_installments: 13 }, 'paid_installments'],
    ['paid in two ways', { scheduled_paid_cents: 300_000 }, 'paid_installments'],
    ['paid in neither way', { paid_installments: '' }, 'scheduled_paid_cents'],
    [
      'less paid than its principal went down by',
      { paid_installments: '', scheduled_paid_cents: 1 },
      'scheduled_paid_cents',
    ],
    ['charged off, with the wrong status', { charged_off_on: '2026-04-01' }, 'charged_off_on'],
    [
      'charged off, without the paid amount',
      { status: 'charged_off', charged_off_on: '2026-04-20', paid_installments: '' },
      'scheduled_paid_cents',
    ],
    ['charged off, without a date', { status: 'charged_off' }, 'charged_off_on'],
    ['paid off, with the wrong status', { paid_off_on: '2026-04-01' }, 'paid_off_on'],
    ['an unknown product', { product_code: 'GOLD' }, 'product_code'],
  ];
  const PAYMENT_ERRORS: readonly (readonly [string, Readonly<Record<string, string | number>>, string])[] = [
    ['an unknown type', { type: 'gift' }, 'type'],
    ['an invalid amount', { amount_cents: '1e3' }, 'amount_cents'],
    ['a day after the cut-over', { effective_on: '2026-05-02' }, 'effective_on'],
    ['a loan that is not in the file', { loan_number: 'B-1' }, 'loan_number'],
    ['a card’s number for an id', { external_id: 'visa 4242424242424242' }, 'external_id'],
    ['an unknown status', { transaction_status: 'maybe' }, 'transaction_status'],
  ];

  it.each([
    ...LOAN_ERRORS.map(([what, change, column]) => [what, [{ ...LOAN, ...change }], 2, column] as const),
    ...PAYMENT_ERRORS.map(([what, change, column]) => [what, [LOAN, { ...PAYMENT, ...change }], 3, column] as const),
    ['a loan twice', [LOAN, LOAN], 3, 'loan_number'] as const,
    ['an id twice', [LOAN, PAYMENT, PAYMENT], 4, 'external_id'] as const,
    [
      'history after both of two loans',
      [LOAN, LOAN, { ...PAYMENT, effective_on: '2026-05-02' }],
      4,
      'effective_on',
    ] as const,
    ['an unknown record type', [LOAN, { record_type: 'person' }], 3, 'record_type'] as const,
    [
      'control rows that differ',
      [
        { ...LOAN, control_loans: '' },
        { record_type: 'control', control_loans: 2 },
      ],
      3,
      'control_loans',
    ] as const,
  ])('%s: reported with its line and column, and nothing is written', async (_what, file, line, column) => {
    const { organizationId } = await instance.lender();
    const { boarding, problems } = await board(instance.resources, organizationId, csv(...file));
    expect(problems.map((problem) => [problem.line, problem.column, problem.severity])).toContainEqual([
      line,
      column,
      'error',
    ]);
    expect(JSON.stringify(problems)).not.toContain('4242');
    expect(boarding).toMatchObject({ status: 'refused', loansWritten: 0 });
    expect(await count('ledger_loan', organizationId)).toBe(0);
    expect(await count('ledger_boarding_loan', organizationId)).toBe(0);
  });

  it.each([
    ['an unknown column', 'record_type,colour\nloan,blue', 1, 'colour'],
    ['no column of types', 'loan_number\nA-1', 1, 'record_type'],
    ['an empty file', '', 1, null],
    ['a quote that is not closed', 'record_type,loan_number\nloan,"A-1', 2, null],
    ['a truncated row', 'record_type,loan_number\nloan', 2, null],
  ])('%s', async (_what, file, line, column) => {
    const { organizationId } = await instance.lender();
    const { boarding, problems } = await board(instance.resources, organizationId, file);
    expect(problems).toMatchObject([{ line, column }]);
    expect(boarding.status).toBe('refused');
  });

  it.each([
    ['no object', '[1]', null],
    ['no JSON', '{"record_type":', null],
    ['an unknown member', JSON.stringify({ ...LOAN, colour: 'blue' }), 'colour'],
    ['a member that is a list', JSON.stringify({ ...LOAN, loan_number: ['A-1'] }), 'loan_number'],
    ['an endless line', `{"record_type": "${'x'.repeat(70_000)}"}`, null],
  ])('in NDJSON: %s', async (_what, file, column) => {
    const { organizationId } = await instance.lender();
    const { problems } = await board(instance.resources, organizationId, file, { format: 'ndjson' });
    expect(problems).toMatchObject([{ line: 1, column }]);
  });

  it('a dry run reports what would be written, and writes nothing', async () => {
    const { organizationId } = await instance.lender();
    const { boarding } = await board(instance.resources, organizationId, sample(5, 3, AS_OF), { isDryRun: true });
    expect(boarding).toMatchObject({ status: 'checked', errors: 0, loans: 5, transactions: 15, loansWritten: 0 });
    expect(boarding.tieOut?.file).toMatchObject({ loans: 5, transactions: 15 });
    expect(await count('account', organizationId)).toBe(0);
  });

  it('control totals that differ: not tied, and nothing is written', async () => {
    const { organizationId } = await instance.lender();
    const cutShort = sample(3, 2, AS_OF)
      .split('\n')
      .filter((line) => !line.includes('L-0000002'))
      .join('\n');
    const { boarding, problems } = await board(instance.resources, organizationId, cutShort);
    expect(boarding).toMatchObject({ status: 'refused', isTied: false });
    expect(problems.map(({ column }) => column)).toEqual(
      expect.arrayContaining(['control_loans', 'control_transactions']),
    );
  });
});

describe('a correct portfolio', () => {
  it('is written completely, and file, ledger and journal tie out', async () => {
    const { organizationId } = await instance.lender();
    const { boarding, problems } = await board(instance.resources, organizationId, sample(40, 6, AS_OF), {
      batchLoans: 7,
    });
    expect(problems).toEqual([]);
    expect(boarding).toMatchObject({ status: 'done', isTied: true, loansWritten: 40, transactionsWritten: 240 });
    const { control, file, written, journal } = boarding.tieOut ?? {};
    expect(file).toEqual(control);
    expect(written).toEqual(file);
    expect(written).toMatchObject(journal ?? {});
    expect(await count('ledger_boarding_loan', organizationId)).toBe(0);
    expect(await count('ledger_boarding_transaction', organizationId)).toBe(0);
    // History causes no notifications: no lifecycle event, which would send mail, and no event for integrators.
    expect(await count('lifecycle_event', organizationId)).toBe(0);
    expect(await count('event', organizationId)).toBe(0);
  });

  it('reads the same as NDJSON', async () => {
    const { organizationId } = await instance.lender();
    const file = [LOAN, PAYMENT, { ...PAYMENT, effective_on: '', external_id: '', amount_cents: '' }].map((row) =>
      JSON.stringify(row),
    );
    const { boarding, problems } = await board(instance.resources, organizationId, file.join('\n'), {
      format: 'ndjson',
    });
    expect(problems).toEqual([]);
    expect(boarding).toMatchObject({ status: 'done', isTied: true, loansWritten: 1, transactionsWritten: 2 });
    const history = await rows(
      'select amount_cents::int, effective_at::text, external_id from transaction where organization_id = $1 order by sort_on desc',
      [organizationId],
    );
    expect(history).toEqual([
      { amount_cents: 88_849, effective_at: '2026-04-15', external_id: 'prior:P-3' },
      { amount_cents: null, effective_at: null, external_id: null },
    ]);
  });

  it('has loans of every status, each with its own books', async () => {
    const { organizationId } = await instance.lender();
    const none = { principal_cents: 0, interest_cents: 0, paid_installments: '' };
    const file = csv(
      { ...LOAN, loan_number: 'late', borrower_name: 'Ada Archer', paid_installments: 2 },
      { ...LOAN, loan_number: 'lost', borrower_name: 'Ben Baker', status: 'charged_off', charged_off_on: '2026-04-20' },
      {
        ...LOAN,
        ...none,
        loan_number: 'paid',
        borrower_name: 'Cora Carter',
        status: 'paid_in_full',
        paid_off_on: '2026-04-10',
      },
      { ...LOAN, ...none, loan_number: 'closed', borrower_name: 'Dan Dyer', status: 'closed' },
      {
        ...LOAN,
        ...none,
        loan_number: 'new',
        borrower_name: 'Eve Fisher',
        status: 'pending',
        originated_on: AS_OF,
        first_due_on: '2026-06-01',
      },
    );
    const { boarding, problems } = await board(instance.resources, organizationId, file);
    expect(problems).toEqual([]);
    expect(boarding).toMatchObject({ status: 'done', isTied: true, loansWritten: 5 });
    const stands = await rows(
      `select loan.loan_number, a.status_code::text, (select coalesce(sum(line.amount_cents), 0)::int from ledger_line line
          join ledger_entry entry using (organization_id, reference_number)
         where entry.organization_id = loan.organization_id and entry.loan_id = loan.id and line.amount_cents > 0) as debited
       from ledger_loan loan join account a on a.organization_id = loan.organization_id and a.id = loan.id
       where loan.organization_id = $1 order by loan.loan_number`,
      [organizationId],
    );
    expect(stands).toEqual([
      { loan_number: 'closed', status_code: 'closed', debited: 0 },
      { loan_number: 'late', status_code: 'delinquent', debited: 766_000 },
      { loan_number: 'lost', status_code: 'charged_off', debited: 766_000 },
      { loan_number: 'new', status_code: 'pending', debited: 0 },
      { loan_number: 'paid', status_code: 'paid_in_full', debited: 0 },
    ]);
  });

  it('is sent a second time: unchanged it is known, changed the differences are reported, and nothing is written', async () => {
    const { organizationId } = await instance.lender();
    const file = csv(LOAN, PAYMENT);
    await board(instance.resources, organizationId, file);
    const again = await board(instance.resources, organizationId, file);
    expect(again.boarding).toMatchObject({ status: 'done', isTied: true, knownLoans: 1, loansWritten: 0 });
    const changed = csv(
      { ...LOAN, principal_cents: 761_000 },
      { ...LOAN, loan_number: 'A-2', borrower_name: 'Ben Baker' },
    );
    const { boarding, problems } = await board(instance.resources, organizationId, changed);
    expect(boarding).toMatchObject({ status: 'refused', differences: 2, knownLoans: 1, loansWritten: 0 });
    expect(problems).toMatchObject([
      { line: 2, column: 'principal_cents', severity: 'difference', message: 'the ledger has 762000, the file 761000' },
      {
        line: 2,
        column: null,
        message: 'the ledger has a row of history that the file lacks: payment of 2026-04-15, 88849 cents',
      },
    ]);
    expect(await count('ledger_loan', organizationId)).toBe(1);
    expect(await count('transaction', organizationId)).toBe(1);
  });

  it('is sent twice at once: one is written, the other finds it known', async () => {
    const { organizationId } = await instance.lender();
    const file = sample(30, 3, AS_OF);
    const both = await Promise.all(
      [1, 2].map(() => board(instance.resources, organizationId, file, { batchLoans: 4 })),
    );
    expect(both.map(({ boarding }) => boarding.status)).toEqual(['done', 'done']);
    expect(both.map(({ boarding }) => boarding.isTied)).toEqual([true, true]);
    expect(both.map(({ boarding }) => boarding.loansWritten).sort()).toEqual([0, 30]);
    expect(await count('ledger_loan', organizationId)).toBe(30);
    expect(await count('transaction', organizationId)).toBe(90);
  });

  it('is sent by another organization: the same numbers are other loans there', async () => {
    const [one, other] = [await instance.lender(), await instance.lender()];
    await board(instance.resources, one.organizationId, csv(LOAN));
    const { boarding } = await board(instance.resources, other.organizationId, csv(LOAN));
    expect(boarding).toMatchObject({ status: 'done', knownLoans: 0, loansWritten: 1 });
  });

  it('is written exactly once wherever its writer dies', async () => {
    const { organizationId } = await instance.lender();
    const arrived = await receiveOnly(instance.resources, organizationId, sample(9, 2, AS_OF));
    const pool = createPool(instance.databaseUrl, 2, silent);
    let deaths = 0;
    // Each step is killed at its first statement, then at its second, until it completes; and so is the next one.
    for (let at = 1, isOver = false; !isOver; ) {
      let left = at;
      const mortal = new KillableDatabase(pool, () => {
        left -= 1;
        if (left <= 0) throw new Killed();
      });
      const step = runBoarding({ ...instance.resources, db: mortal, batchLoans: 2 }, arrived, { mostSteps: 1 });
      try {
        isOver = await step;
        at = 1;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        deaths += 1;
        at += 1;
      }
    }
    await pool.end();
    expect(deaths).toBeGreaterThan(20);
    const [boarding] = await rows(
      'select status, is_tied, loans_written, transactions_written from ledger_boarding where id = $1',
      [arrived.id],
    );
    expect(boarding).toEqual({ status: 'done', is_tied: true, loans_written: 9, transactions_written: 18 });
    expect(await count('ledger_entry', organizationId)).toBe(9);
    expect(await count('transaction', organizationId)).toBe(18);
  });
});

describe('a boarded loan', () => {
  it('takes payments, and after a reversal is as if the payment had never been made', async () => {
    const lender = await instance.lender();
    const file = csv({ ...LOAN, loan_number: 'A' }, { ...LOAN, loan_number: 'B' }, { ...PAYMENT, loan_number: 'A' });
    await board(instance.resources, lender.organizationId, file);
    const found = await rows(
      'select id, loan_number from ledger_loan where organization_id = $1 order by loan_number',
      [lender.organizationId],
    );
    const [a, b] = found.map(({ id }) => String(id));
    clock.moveTo('2026-05-15T15:00:00Z');
    const first = await (await lender.api()).record(a ?? '', { amount_cents: 50_000 });
    expect(first.status).toBe(201);
    clock.moveTo('2026-06-15T15:00:00Z');
    for (const id of [a, b])
      expect((await (await lender.api()).record(id ?? '', { amount_cents: 88_849 })).status).toBe(201);
    clock.moveTo('2026-06-16T15:00:00Z');
    expect((await (await lender.api()).reverse(first.json.payment_id, { reason: 'misposted' })).status).toBe(201);
    // The other's accrual goes to its last payment, the reversed one's to the day of the reversal: both are brought to
    // one day.
    for (const id of [a, b])
      expect((await (await lender.api()).record(id ?? '', { amount_cents: 100 })).status).toBe(201);
    const stands = await rows(
      `select status::text, principal_cents::int, interest_cents::int, fees_cents::int, scheduled_paid_cents::int, accrual_remainder::int
       from ledger_loan where organization_id = $1 order by loan_number`,
      [lender.organizationId],
    );
    expect(stands[0]).toEqual(stands[1]);
    expect(stands[0]).toMatchObject({ scheduled_paid_cents: 3 * 88_849 + 88_849 + 100 });
    clock.moveTo('2026-05-01T15:00:00Z');
  });

  it('is in the reports, with its history', async () => {
    const lender = await instance.lender();
    const file = csv(
      { ...LOAN, loan_number: 'late', paid_installments: 2 },
      { ...PAYMENT, loan_number: 'late' },
      { ...LOAN, loan_number: 'lost', status: 'charged_off', charged_off_on: '2026-04-20' },
      { ...PAYMENT, loan_number: 'lost', type: 'charge_off', amount_cents: 766_000, effective_on: '2026-04-20' },
      {
        ...LOAN,
        loan_number: 'paid',
        status: 'paid_in_full',
        paid_off_on: '2026-04-10',
        principal_cents: 0,
        interest_cents: 0,
      },
    );
    await board(instance.resources, lender.organizationId, file);
    const { plaintext } = await lender.key();
    const reports = new Api(instance.baseUrl, plaintext);
    const shown = async (path: string) => {
      const { status, json } = await reports.get(`/reports/${path}`);
      expect(status).toBe(200);
      return json.items;
    };
    expect(await shown('crr?from=2026-04-01&to=2026-04-30')).toMatchObject([{ amount_cents: 88_849 }]);
    expect(await shown('pif?from=2026-04-01&to=2026-04-30')).toHaveLength(1);
    expect(await shown('wor?from=2026-04-01&to=2026-04-30')).toHaveLength(1);
    expect(await shown('dr?to=2026-05-01')).toMatchObject([{ past_due_cents: 88_849 }]);
  });
});

it('a caller that may not write, or names another organization, is refused before a byte is read', async () => {
  const { organizationId } = await instance.lender();
  const key = (scopes: readonly ('ledger:read' | 'ledger:write')[], ids: readonly string[]) =>
    ({ kind: 'api_key', actor: 'k', organizationIds: ids, scopes }) as const;
  const sent = async (principal: Parameters<typeof receiveOnly>[3]) => {
    let isRead = false;
    const bytes = (async function* () {
      isRead = true;
      yield Buffer.from(csv(LOAN));
    })();
    const refused = await receiveOnly(instance.resources, organizationId, bytes, principal).catch(
      (error: unknown) => error,
    );
    return [refused, isRead];
  };
  expect(await sent(key(['ledger:read'], [organizationId]))).toMatchObject([{ code: 'insufficient_scope' }, false]);
  expect(await sent(key(['ledger:write'], [(await instance.lender()).organizationId]))).toMatchObject([
    { code: 'organization_out_of_scope' },
    false,
  ]);
  expect(await sent({ ...BOARDER, organizationIds: [] })).toMatchObject([{ code: 'organization_out_of_scope' }, false]);
});
