import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../core/db/pool.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { boardingStep, runBoarding } from '../../ledger/boarding/run-boarding.js';
import { BOARDER, board, csv, LOAN, PAYMENT, product, receiveOnly, sample } from '../support/board-file.js';
import { silent } from '../support/identity.js';
import { KillableDatabase, Killed } from '../support/killable-worker.js';
import type { Lender } from '../support/lender.js';
import { bookingOf } from '../support/populated-ledger.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * Loans of a file that are not written, and the file's other loans: booked in the meantime, in error, or after the
 * boarding was abandoned.
 */

const AS_OF = '2026-05-01';
const clock = new SimulatedClock('2026-05-01T15:00:00Z');
const TODAY = servicingDate(clock.now());
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
});
afterAll(() => instance.close());

const rows = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const numbers = async (table: string, organizationId: string): Promise<number> =>
  Number((await rows(`select count(*) from ${table} where organization_id = $1`, [organizationId]))[0].count);
const boardingOf = async (id: string) => (await rows('select * from ledger_boarding where id = $1', [id]))[0];
const problemsOf = (id: string) =>
  rows('select line, column_name, severity, message, loan_number from ledger_boarding_problem where boarding_id = $1', [
    id,
  ]);

async function booked(lender: Lender, loanNumber: string): Promise<number> {
  const body = { ...bookingOf(TODAY), loan_number: loanNumber };
  const api = await lender.api();
  return (await api.post('/v1/ledger/loans', body, { 'idempotency-key': randomUUID() })).status;
}

const TAKEN = {
  column_name: 'loan_number',
  severity: 'error',
  message: 'was booked while the file was boarded: this loan is skipped',
};

describe('a number booked by another client while its file is boarded', () => {
  it('is reported, and the others are written; the next boarding of the organization is not blocked', async () => {
    const lender = await instance.lender();
    const { organizationId } = lender;
    const arrived = await receiveOnly(instance.resources, organizationId, sample(9, 2, AS_OF));
    const parts = { ...instance.resources, batchLoans: 4 };
    await boardingStep(parts, arrived);
    await boardingStep(parts, arrived);
    expect(await booked(lender, 'L-0000007')).toBe(201);
    expect(await booked(lender, 'L-0000001')).toBe(409);
    const later = await board(instance.resources, organizationId, csv({ ...LOAN, loan_number: 'Z-1' }));
    expect(later.boarding).toMatchObject({ status: 'done', isTied: true, loansWritten: 1 });
    const boarding = await boardingOf(arrived.id);
    expect(boarding).toMatchObject({
      status: 'done',
      is_tied: true,
      errors: 1,
      loans_written: 8,
      transactions_written: 16,
    });
    expect(boarding.tie_out.skipped).toMatchObject({ loans: 1, transactions: 2 });
    expect(await problemsOf(arrived.id)).toEqual([{ ...TAKEN, line: 20, loan_number: 'L-0000007' }]);
    expect(await numbers('ledger_loan', organizationId)).toBe(10);
    expect(await numbers('ledger_boarding_transaction', organizationId)).toBe(0);
  });

  it('at the same moment: its row waits for the one that was first', async () => {
    const { organizationId } = await instance.lender();
    const arrived = await receiveOnly(instance.resources, organizationId, sample(3, 1, AS_OF));
    await boardingStep(instance.resources, arrived);
    const client = await instance.resources.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into ledger_loan (id, organization_id, status, originated_on, first_due_on, original_principal_cents, annual_rate_bps,
           term_months, scheduled_payment_cents, nsf_fee_cents, principal_cents, interest_cents, accrual_remainder, accrued_through,
           fees_cents, scheduled_paid_cents, loan_number)
         values ($2, $1, 'pending', now(), now(), 1, 1, 1, 1, 0, 0, 0, 0, now(), 0, 0, 'L-0000002')`,
        [organizationId, randomUUID()],
      );
      const running = runBoarding(instance.resources, arrived);
      const isWaiting = async () =>
        (
          await rows(`select 1 from pg_locks join pg_stat_activity using (pid)
            where not granted and locktype = 'transactionid' and datname = current_database()`)
        ).length > 0;
      await expect.poll(isWaiting).toBe(true);
      await client.query('commit');
      expect(await running).toBe(true);
    } finally {
      client.release();
    }
    expect(await boardingOf(arrived.id)).toMatchObject({ status: 'done', is_tied: true, errors: 1, loans_written: 2 });
    expect(await problemsOf(arrived.id)).toMatchObject([TAKEN]);
    expect(await numbers('account', organizationId)).toBe(2);
  });

  it('is reported once, and the others are written once, wherever the writer dies', async () => {
    const lender = await instance.lender();
    const { organizationId } = lender;
    const arrived = await receiveOnly(instance.resources, organizationId, sample(5, 2, AS_OF));
    await boardingStep(instance.resources, arrived);
    expect(await booked(lender, 'L-0000003')).toBe(201);
    const pool = createPool(instance.databaseUrl, 2, silent);
    let deaths = 0;
    for (let at = 1, isOver = false; !isOver; ) {
      let left = at;
      const mortal = new KillableDatabase(pool, () => {
        left -= 1;
        if (left <= 0) throw new Killed();
      });
      try {
        isOver = await runBoarding({ ...instance.resources, db: mortal, batchLoans: 2 }, arrived, { mostSteps: 1 });
        at = 1;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        deaths += 1;
        at += 1;
      }
    }
    await pool.end();
    expect(deaths).toBeGreaterThan(10);
    expect(await boardingOf(arrived.id)).toMatchObject({ status: 'done', is_tied: true, errors: 1, loans_written: 4 });
    expect(await problemsOf(arrived.id)).toHaveLength(1);
    expect(await numbers('ledger_opening', organizationId)).toBe(4);
    expect(await numbers('transaction', organizationId)).toBe(8);
  });
});

describe('a loan that passes every check and cannot be written', () => {
  const REFUSED = { line: 2, column_name: null, severity: 'error', loan_number: 'L-0000001' };
  const arrive = async (loans: number) => {
    const { organizationId } = await instance.lender();
    const arrived = await receiveOnly(instance.resources, organizationId, sample(loans, 2, AS_OF));
    await boardingStep(instance.resources, arrived);
    return { organizationId, arrived };
  };
  const leftOut = async (organizationId: string, id: string, written: number, out: number) => {
    const boarding = await boardingOf(id);
    expect(boarding).toMatchObject({ status: 'done', is_tied: true, errors: out, loans_written: written });
    expect(boarding.transactions_written).toBe(2 * written);
    expect(boarding.tie_out.skipped).toMatchObject({ loans: out, transactions: 2 * out });
    expect(await rows('select loan_id from ledger_opening where boarding_id = $1', [id])).toHaveLength(written);
    for (const table of ['ledger_boarding_loan', 'ledger_boarding_transaction'])
      expect(await numbers(table, organizationId)).toBe(0);
  };

  it.each([
    ['a date that Postgres rejects', "first_due_on = '9999-12-31'", 'SQLSTATE 22009'],
    ['a status without a rule', "status = 'unknown'", 'Error'],
  ])(
    '%s: it is skipped with its history and reported; the others are written, and the next file',
    async (_what, change, why) => {
      const { organizationId, arrived } = await arrive(9);
      await rows(
        `update ledger_boarding_loan set ${change} where organization_id = $1 and loan_number in ('L-0000001', 'L-0000006')`,
        [organizationId],
      );
      // The next file runs the steps of the one that is being written.
      const later = await board(instance.resources, organizationId, csv({ ...LOAN, loan_number: 'Z-1' }));
      expect(later.boarding).toMatchObject({ status: 'done', isTied: true, loansWritten: 1 });
      const message = `cannot be stored as it is (${why}): this loan is skipped`;
      const problems = await problemsOf(arrived.id);
      expect(problems).toHaveLength(2);
      expect(problems).toContainEqual({ ...REFUSED, message });
      await leftOut(organizationId, arrived.id, 7, 2);
    },
  );

  it('is skipped once, and the others are written once, wherever the writer dies', async () => {
    const { organizationId, arrived } = await arrive(5);
    await rows(
      `update ledger_boarding_loan set first_due_on = '9999-12-31' where organization_id = $1 and loan_number = 'L-0000002'`,
      [organizationId],
    );
    const pool = createPool(instance.databaseUrl, 2, silent);
    let deaths = 0;
    for (let at = 1, isOver = false; !isOver; ) {
      let left = at;
      const mortal = new KillableDatabase(pool, () => {
        left -= 1;
        if (left <= 0) throw new Killed();
      });
      try {
        isOver = await runBoarding({ db: mortal, clock, secrets: instance.resources.secrets, batchLoans: 4 }, arrived, {
          mostSteps: 1,
        });
        at = 1;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        deaths += 1;
        at += 1;
      }
    }
    await pool.end();
    expect(deaths).toBeGreaterThan(10);
    expect(await problemsOf(arrived.id)).toHaveLength(1);
    await leftOut(organizationId, arrived.id, 4, 1);
  });

  it('a failure that no loan caused skips none: the step is rolled back and retried', async () => {
    const { organizationId, arrived } = await arrive(3);
    const pool = createPool(instance.databaseUrl, 2, silent);
    let statements = 0;
    const forbidding = new KillableDatabase(pool, () => {
      statements += 1;
      // The third step writes the loans.
      if (statements === 3) throw Object.assign(new Error('permission denied for table account'), { code: '42501' });
    });
    await expect(runBoarding({ db: forbidding, clock, secrets: instance.resources.secrets }, arrived)).rejects.toThrow(
      'permission denied',
    );
    await pool.end();
    expect(await numbers('ledger_boarding_loan', organizationId)).toBe(3);
    await runBoarding(instance.resources, arrived);
    await leftOut(organizationId, arrived.id, 3, 0);
  });
});

describe('POST /v1/ledger/boardings/{id}/abandonment', () => {
  const abandoning = (id: string) => `/v1/ledger/boardings/${id}/abandonment`;

  it('written loans stay and are counted; the same file again writes the rest', async () => {
    const lender = await instance.lender();
    const { organizationId } = lender;
    const file = sample(9, 2, AS_OF);
    const arrived = await receiveOnly(instance.resources, organizationId, file);
    const parts = { ...instance.resources, batchLoans: 4 };
    await boardingStep(parts, arrived);
    await boardingStep(parts, arrived);
    const api = await lender.api(['ledger:read', 'ledger:write']);
    const key = { 'idempotency-key': randomUUID() };
    const abandoned = await api.post(abandoning(arrived.id), {}, key);
    expect([abandoned.status, abandoned.json.status]).toEqual([202, 'abandoned']);
    const { text } = await api.get(`/v1/ledger/boardings/${arrived.id}`);
    expect(text).toBe(abandoned.text);
    expect((await api.post(abandoning(arrived.id), {}, key)).headers.get('idempotent-replayed')).toBe('true');
    await runBoarding(parts, arrived);
    const boarding = await boardingOf(arrived.id);
    expect(boarding).toMatchObject({ status: 'abandoned', is_tied: false, loans_written: 4, transactions_written: 8 });
    expect(boarding.tie_out).toMatchObject({ written: { loans: 4, transactions: 8 }, journal: { loans: 4 } });
    expect(boarding.finished_at).not.toBeNull();
    for (const table of ['ledger_boarding_loan', 'ledger_boarding_transaction'])
      expect(await numbers(table, organizationId)).toBe(0);
    const again = await board(instance.resources, organizationId, file);
    expect(again.problems).toEqual([]);
    expect(again.boarding).toMatchObject({ status: 'done', isTied: true, knownLoans: 4, loansWritten: 5 });
    const over = await api.post(abandoning(again.boarding.id), {}, { 'idempotency-key': randomUUID() });
    expect([over.status, over.json.detail]).toMatchObject([
      409,
      { error_code: 'ledger_boarding_over', status: 'done' },
    ]);
    const audited = await rows(
      `select before, after from audit_log where action = 'ledger_boarding.abandon' and subject = $1`,
      [arrived.id],
    );
    expect(audited).toMatchObject([{ before: { status: 'writing' }, after: { status: 'abandoned' } }]);
  });

  it('before the check nothing of it stays; during the upload, the sender gets an error', async () => {
    const lender = await instance.lender();
    const { organizationId } = lender;
    const api = await lender.api(['ledger:read', 'ledger:write']);
    const abandon = (id: string) => api.post(abandoning(id), {}, { 'idempotency-key': randomUUID() });
    const arrived = await receiveOnly(instance.resources, organizationId, csv(LOAN));
    expect((await abandon(arrived.id)).status).toBe(202);
    await runBoarding(instance.resources, arrived);
    expect(await boardingOf(arrived.id)).toMatchObject({ status: 'abandoned', tie_out: null });
    const bytes = (async function* () {
      yield Buffer.from(csv(LOAN));
      const [{ id }] = await rows(
        `select id from ledger_boarding where organization_id = $1 and status = 'receiving'`,
        [organizationId],
      );
      expect((await abandon(id)).status).toBe(202);
      yield Buffer.from('\n');
    })();
    await expect(receiveOnly(instance.resources, organizationId, bytes)).rejects.toMatchObject({
      code: 'ledger_boarding_over',
    });
    expect(await numbers('ledger_boarding_loan', organizationId)).toBe(0);
  });

  it('404 for another organization’s, as for a missing one; 403 without the scope', async () => {
    const { organizationId } = await instance.lender();
    const arrived = await receiveOnly(instance.resources, organizationId, csv(LOAN));
    const stranger = await instance.lender('Stranger');
    const api = await stranger.api(['ledger:write']);
    const key = () => ({ 'idempotency-key': randomUUID() });
    const foreign = await api.post(abandoning(arrived.id), {}, key());
    const unknown = await api.post(abandoning('01ARZ3NDEKTSV4RRFFQ69G5FAV'), {}, key());
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await (await stranger.api(['ledger:read'])).post(abandoning(arrived.id), {}, key())).status).toBe(403);
    expect((await boardingOf(arrived.id)).status).toBe('received');
    await runBoarding(instance.resources, arrived);
  });
});

describe('loans with an error, when they are skipped', () => {
  const other = { ...LOAN, loan_number: 'B-1', borrower_name: 'Ben Baker' };
  const skipping = async (file: string, options = {}) => {
    const { organizationId } = await instance.lender();
    return {
      organizationId,
      ...(await board(instance.resources, organizationId, file, { skipsInvalid: true, ...options })),
    };
  };

  it.each<[string, object[], number]>([
    ['an unreadable cell', [{ ...LOAN, term_months: 0 }, PAYMENT], 1],
    ['an implausible loan', [{ ...LOAN, status: 'pending' }, PAYMENT], 1],
    ['an unknown product', [{ ...LOAN, product_code: 'GOLD' }, PAYMENT], 1],
    ['the loan twice', [LOAN, LOAN, PAYMENT], 2],
    ['a row of its history', [LOAN, PAYMENT, { ...PAYMENT, external_id: 'P-4', type: 'gift' }], 1],
    ['a row of its history after the cut-over', [LOAN, { ...PAYMENT, effective_on: '2026-05-02' }], 1],
    ['a row with an unknown type', [LOAN, { record_type: 'person', loan_number: 'A-1' }], 1],
  ])('%s: the loan is skipped completely, the other is written', async (_what, faulty, loans) => {
    const { organizationId, boarding, problems } = await skipping(csv(...(faulty as (typeof LOAN)[]), other));
    expect(problems.length).toBeGreaterThan(0);
    expect(boarding).toMatchObject({ status: 'done', isTied: true, loansWritten: 1, transactionsWritten: 0 });
    expect(boarding.tieOut?.skipped?.loans).toBe(loans);
    expect(await numbers('ledger_loan', organizationId)).toBe(1);
    expect(await numbers('transaction', organizationId)).toBe(0);
    // Corrected, it is boarded completely, which is why no part of it was written before.
    const corrected = await board(instance.resources, organizationId, csv(LOAN, PAYMENT, other));
    expect(corrected.boarding).toMatchObject({
      status: 'done',
      knownLoans: 1,
      loansWritten: 1,
      transactionsWritten: 1,
    });
  });

  const totals = { record_type: 'control', control_loans: 2, control_principal_cents: 2 * 762_000 };

  it('control totals are compared with written and skipped loans together', async () => {
    const { boarding } = await skipping(csv({ ...LOAN, term_months: 0 }, other, totals as never));
    expect(boarding).toMatchObject({ status: 'done', isTied: true });
    const { control, file, skipped, written } = boarding.tieOut ?? {};
    expect([control?.principalCents, file?.principalCents]).toEqual([1_524_000, 1_524_000]);
    expect([skipped?.principalCents, written?.principalCents]).toEqual([762_000, 762_000]);
  });

  it('an unreadable amount does not refuse the file, but the totals are not tied', async () => {
    const { boarding, problems } = await skipping(
      csv({ ...LOAN, principal_cents: 'x' as never }, other, totals as never),
    );
    expect(boarding).toMatchObject({ status: 'done', isTied: false, loansWritten: 1 });
    expect(problems).toContainEqual(
      expect.objectContaining({
        column: 'control_principal_cents',
        severity: 'notice',
        message: 'the control row says 1524000, as far as they can be read, the file’s rows total 762000',
      }),
    );
  });

  it.each<[string, string]>([
    ['totals that differ', csv({ ...LOAN, term_months: 0 }, other, { ...totals, control_loans: 3 } as never)],
    ['a row that cannot be matched to a loan', `${csv(LOAN)}\n"transaction"`],
    ['a file that is cut off', `${csv(LOAN)}\n"transaction`],
  ])('%s: still refused', async (_what, file) => {
    const { organizationId, boarding } = await skipping(file);
    expect(boarding).toMatchObject({ status: 'refused', loansWritten: 0 });
    expect(await numbers('ledger_loan', organizationId)).toBe(0);
    expect(await numbers('ledger_boarding_left_out', organizationId)).toBe(0);
  });

  it('a dry run reports what would be skipped', async () => {
    const { boarding } = await skipping(csv({ ...LOAN, term_months: 0 }, PAYMENT, other), { isDryRun: true });
    expect(boarding).toMatchObject({ status: 'checked', tieOut: { skipped: { loans: 1, transactions: 1 } } });
  });

  it('a boarded loan that differs is reported, and blocks nothing', async () => {
    const { organizationId } = await instance.lender();
    await board(instance.resources, organizationId, csv(LOAN));
    const file = csv({ ...LOAN, principal_cents: 761_000 }, other);
    const { boarding, problems } = await board(instance.resources, organizationId, file, { skipsInvalid: true });
    expect(boarding).toMatchObject({ status: 'done', differences: 1, knownLoans: 1, loansWritten: 1 });
    expect(problems).toMatchObject([{ column: 'principal_cents', severity: 'difference' }]);
  });
});

it('a file is boarded under one version of a product, even if that is revised while it is written', async () => {
  const lender = await instance.lender();
  const { organizationId } = lender;
  const { revise } = await product(lender, 'auto');
  const file = csv(...['A', 'B', 'C'].map((number) => ({ ...LOAN, loan_number: number, product_code: 'auto' })));
  const arrived = await receiveOnly(instance.resources, organizationId, file);
  const parts = { ...instance.resources, batchLoans: 1 };
  await boardingStep(parts, arrived);
  await boardingStep(parts, arrived);
  await revise({ late_fee_cents: 2_500 });
  await runBoarding(parts, arrived);
  const versions = await rows('select product_version from ledger_loan where organization_id = $1', [organizationId]);
  expect(versions.map(({ product_version: version }) => version)).toEqual([1, 1, 1]);
  const next = csv({ ...LOAN, loan_number: 'D', product_code: 'auto' });
  expect((await board(instance.resources, organizationId, next)).boarding.requestedBy).toBe(BOARDER.actor);
  const [last] = await rows(
    `select product_version from ledger_loan where organization_id = $1 and loan_number = 'D'`,
    [organizationId],
  );
  expect(last.product_version).toBe(2);
});
