import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { createLogger } from '../../core/logging/logger.js';
import { type Cents, cents } from '../../core/money.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { openLedgerAccount } from '../../ledger/open-account.js';
import type { LoanReference, PaymentOrder, PayoffQuote, ReversalOrder } from '../../loan-model/port.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import { insertRows } from '../../prisma/seed/demo/insert-rows.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { consultOracle } from '../support/balance-oracle.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { exampleLoan } from '../support/example-loan.js';
import { silent } from '../support/identity.js';

/**
 * The example loan: 12,000.00 at 12 %, disbursed on Thursday 15 January 2026, 1,066.19 due on the 15th of each month.
 */
const PAID_OUT = '2026-01-15T15:00:00Z';

describe('the ledger as a loan system', () => {
  const clock = new SimulatedClock(PAID_OUT);
  const organizationId = newId();
  const personId = newId();
  let database: TestDatabase;
  let pool: ReturnType<typeof createPool>;
  let db: Database;
  let ledger: ReturnType<typeof createLedger>;

  beforeAll(async () => {
    database = await freshDatabase();
    pool = createPool(database.url, 10, createLogger('silent', 'test'));
    // Connections opened in advance: payments sent at once must also arrive at once.
    const connections = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    for (const connection of connections) connection.release();
    db = new Database(pool);
    ledger = createLedger({ db, clock, endSchedules });
    await db.transaction(async (tx) => {
      const names = { display_name: 'Alder', legal_name: 'Alder', dba_name: 'Alder' };
      await insertRows(tx, 'organization', [{ id: organizationId, ...names, is_active: true, created_at: PAID_OUT }]);
      const system = {
        code: 'ledger',
        kind: 'ledger',
        base_url: null,
        settings: {},
        secret_env: {},
        is_active: true,
        created_at: PAID_OUT,
        updated_at: PAID_OUT,
      };
      await insertRows(tx, 'loan_system', [system]);
      const person = { id: personId, organization_id: organizationId, display_name: 'Ana', created_at: PAID_OUT };
      await insertRows(tx, 'person', [person]);
    });
  });

  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test('a payment is allocated to interest, then principal, and can be found', async () => {
    const loan = await disbursedLoan();
    clock.moveTo('2026-02-17T15:00:00Z');
    const order = payment(loan, 106_619);
    const posting = await posted(ledger.postPayment(order));
    expect(posting).toMatchObject({
      effectiveOn: '2026-02-17',
      postedAt: '2026-02-17T15:00:00.000Z',
      amountCents: 106_619,
    });
    // 33 days of 1 % a month on 12,000.00: 130.19.
    expect(await accountRow(loan)).toMatchObject({ current_balance_cents: 1_106_400, status_code: 'active' });
    const { change: _, ...found } = posting;
    expect(await ledger.findPosting(loan, order.externalReference)).toEqual({ kind: 'answered', value: found });
    expect(await ledger.findPosting(loan, newId())).toEqual({ kind: 'answered', value: 'absent' });
  });

  test('the same payment again returns the same posting', async () => {
    const loan = await disbursedLoan();
    const order = payment(loan, (await quote(loan)).payoffCents);
    const first = await posted(ledger.postPayment(order));
    const { change: _, ...known } = first;
    expect(await ledger.postPayment(order)).toEqual({ kind: 'confirmed', posting: known });
    expect(await accountRow(loan)).toMatchObject({ current_balance_cents: 0, status_code: 'paid_in_full' });
    expect(await transactionTypes(loan)).toEqual(['disbursement posted', 'payment posted']);
  });

  test('a reference that another loan has used is refused, and nothing changes', async () => {
    const [one, other] = [await disbursedLoan(), await disbursedLoan()];
    const order = payment(one, 5_000);
    await posted(ledger.postPayment(order));
    expect(await ledger.postPayment({ ...order, loan: other })).toEqual({
      kind: 'refused',
      reason: 'reference_in_use',
    });
    expect((await quote(other)).payoffCents).toBe(1_200_000);
  });

  test('more than the payoff is refused; the payoff itself pays the loan in full, and its reversal reopens it', async () => {
    const loan = await disbursedLoan();
    clock.moveTo('2026-02-10T15:00:00Z');
    const { payoffCents } = await quote(loan);
    expect(await ledger.postPayment(payment(loan, payoffCents + 1))).toEqual({
      kind: 'refused',
      reason: 'amount_exceeds_payoff',
    });
    const order = payment(loan, payoffCents);
    const posting = await posted(ledger.postPayment(order));
    expect(await quote(loan)).toEqual({ payable: false, payoffCents: 0 });
    expect(await ledger.postPayment(payment(loan, 1))).toEqual({ kind: 'refused', reason: 'account_not_payable' });

    await posted(ledger.reversePayment(reversal(order, posting.externalId, false)));
    expect(await quote(loan)).toEqual({ payable: true, payoffCents });
    expect(await accountRow(loan)).toMatchObject({ current_balance_cents: 1_200_000, status_code: 'active' });
    expect(await eventTypes(loan)).toEqual(['opened', 'paid_in_full', 'reopened']);
    expect(await transactionTypes(loan)).toEqual(['disbursement posted', 'payment reversed', 'reversal posted']);
  });

  test('a returned payment is an NSF transaction and its fee; nothing is reversed twice', async () => {
    const loan = await disbursedLoan();
    const order = payment(loan, 20_000);
    const { externalId } = await posted(ledger.postPayment(order));
    const back = reversal(order, externalId, true);
    const first = await posted(ledger.reversePayment(back));
    const { change: _, ...known } = first;
    expect(await ledger.reversePayment(back)).toEqual({ kind: 'confirmed', posting: known });
    const again = reversal(order, externalId, true);
    expect(await ledger.reversePayment(again)).toEqual({ kind: 'refused', reason: 'already_reversed' });
    expect(await transactionTypes(loan)).toEqual([
      'disbursement posted',
      'payment reversed',
      'nsf posted',
      'fee posted',
    ]);
    expect((await quote(loan)).payoffCents).toBe(1_200_000 + 2_500);
  });

  test('a reversal changes the allocation of very many later payments, and each is linked to it', async () => {
    const later = 600;
    const loan = await disbursedLoan();
    clock.moveTo('2026-02-17T15:00:00Z');
    const order = payment(loan, 20_000);
    const { externalId } = await posted(ledger.postPayment(order));
    // The first has paid the interest of 130.19: later ones pay principal, and interest once it is reversed.
    await db.transaction(async (tx) => {
      await ledger.embedded.lockAndQuote(tx, loan);
      for (let index = 0; index < later; index += 1) {
        const outcome = await ledger.embedded.postPayment(tx, payment(loan, 10));
        if (outcome.kind !== 'confirmed' || !outcome.posting.change) throw new Error('is not posted');
        await applyChange(tx, { clock, endSchedules }, outcome.posting.change);
      }
    });
    await posted(ledger.reversePayment(reversal(order, externalId, false)));
    expect(
      await rows(
        `select count(*)::int as moved, count(distinct move.reallocates_transaction_id)::int as payments,
           sum(move.principal_cents)::int as principal, sum(move.interest_cents)::int as interest
         from transaction move
         join transaction cause on cause.organization_id = move.organization_id and cause.id = move.because_of_transaction_id
           and cause.type = 'reversal'
         join transaction paid on paid.organization_id = move.organization_id and paid.id = move.reallocates_transaction_id
           and paid.type = 'payment'
         where move.account_id = $1 and move.type = 'reallocation'`,
        loan.accountId,
      ),
    ).toEqual([{ moved: later, payments: later, principal: later * 10, interest: later * -10 }]);
    expect(
      await rows(
        `select count(*)::int as entries, count(distinct because_of_reference)::int as causes,
           count(distinct reallocates_reference)::int as payments
         from ledger_entry where loan_id = $1 and type = 'reallocation'`,
        loan.externalId,
      ),
    ).toEqual([{ entries: later, causes: 1, payments: later }]);
    expect(await accountRow(loan)).toMatchObject({ current_balance_cents: 1_200_000 });
    // All payments, and not one cent of principal: interest of 130.19, less 110.00.
    expect((await quote(loan)).payoffCents).toBe(1_200_000 + 13_019 - later * 10);
  });

  test('a payment that was never posted cannot be reversed', async () => {
    const loan = await disbursedLoan();
    const outcome = await ledger.reversePayment(reversal(payment(loan, 100), '1', false));
    expect(outcome).toEqual({ kind: 'refused', reason: 'payment_not_found' });
  });

  test('of fifty payments of 60 % of the payoff at once exactly one is posted', async () => {
    const loan = await disbursedLoan();
    const amount = Math.ceil((await quote(loan)).payoffCents * 0.6);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => ledger.postPayment(payment(loan, amount))));
    expect(outcomes.filter(({ kind }) => kind === 'confirmed')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toHaveLength(49);
  });

  test('payments on one loan at once are all applied, one after the other', async () => {
    const loan = await disbursedLoan();
    const amounts = Array.from({ length: 40 }, (_, index) => 1_000 + index);
    await Promise.all(amounts.map((amount) => posted(ledger.postPayment(payment(loan, amount)))));
    const paid = amounts.reduce((sum, amount) => sum + amount, 0);
    expect((await quote(loan)).payoffCents).toBe(1_200_000 - paid);
    const balances = await rows('select ending_balance_cents from transaction where account_id = $1', loan.accountId);
    expect(new Set(balances.map(({ ending_balance_cents }) => ending_balance_cents)).size).toBe(41);
  });

  test('a payment before the day-end job finds the days closed: the charge-off first, then the recovery', async () => {
    const loan = await disbursedLoan();
    clock.moveTo('2026-07-01T15:00:00Z');
    const before = await quote(loan);
    await posted(ledger.postPayment(payment(loan, 50_000)));
    expect(await transactionTypes(loan)).toEqual(['disbursement posted', 'charge_off posted', 'payment posted']);
    expect(await eventTypes(loan)).toEqual(['opened', 'delinquent', 'charged_off']);
    expect(await quote(loan)).toEqual({ payable: true, payoffCents: before.payoffCents - 50_000 });
    const charged = await rows('select charged_off_on from ledger_loan where id = $1', loan.externalId);
    expect(charged).toEqual([{ charged_off_on: '2026-06-15' }]);
  });

  test('a rolled-back transaction leaves nothing', async () => {
    const loan = await disbursedLoan();
    const order = payment(loan, 30_000);
    const failing = db.transaction(async (tx) => {
      await ledger.embedded.lockAndQuote(tx, loan);
      const outcome = await ledger.embedded.postPayment(tx, order);
      if (outcome.kind === 'confirmed' && outcome.posting.change)
        await applyChange(tx, { clock, endSchedules }, outcome.posting.change);
      throw new Error('the caller failed');
    });
    await expect(failing).rejects.toThrow('the caller failed');
    expect(await ledger.findPosting(loan, order.externalReference)).toEqual({ kind: 'answered', value: 'absent' });
    expect(await accountRow(loan)).toMatchObject({ current_balance_cents: 1_200_000 });
  });

  test('applying a change twice equals applying it once', async () => {
    const loan = await disbursedLoan();
    const order = payment(loan, 30_000);
    const { externalId, change } = await posted(ledger.postPayment(order));
    const back = await posted(ledger.reversePayment(reversal(order, externalId, true)));
    const before = await projected(loan);
    if (change === undefined || back.change === undefined) throw new Error('the ledger reports what changed');
    const again = back.change;
    await db.transaction((tx) => applyChange(tx, { clock, endSchedules }, again));
    expect(await projected(loan)).toEqual(before);
    // An older page that a loan system repeats does not restore a reversed payment.
    await db.transaction((tx) =>
      applyChange(tx, { clock, endSchedules }, { ...again, transactions: change.transactions }),
    );
    expect(await projected(loan)).toEqual(before);
  });

  test('day-end reads no loan if the day is closed, and does if a new one begins', async () => {
    await disbursedLoan();
    clock.moveTo('2026-07-14T15:00:00Z');
    const first = await runDayEnd({ db, clock, logger: silent, endSchedules });
    expect(first.loans).toBeGreaterThan(0);
    // A process that read a loan now would wait and time out.
    const holder = await pool.connect();
    await holder.query('begin; lock table ledger_loan in access exclusive mode');
    const impatientPool = createPool(`${database.url}?options=-c%20lock_timeout%3D200`, 2, silent);
    const again = { db: new Database(impatientPool), clock, endSchedules, logger: silent };
    expect(await runDayEnd(again)).toEqual({ ...first, loans: 0 });
    const failed: unknown[] = [];
    const telling = Object.assign(Object.create(silent), { error: (message: unknown) => failed.push(message) });
    clock.moveTo('2026-07-15T15:00:00Z');
    await runDayEnd({ ...again, logger: telling });
    expect(failed).toMatchObject([{ organization_id: organizationId }]);
    await holder.query('rollback');
    holder.release();
    await impatientPool.end();
    expect((await runDayEnd({ db, clock, logger: silent, endSchedules })).loans).toBeGreaterThan(0);
  });

  test('the oracle agrees with all of it', async () => {
    clock.moveTo('2026-08-14T15:00:00Z');
    await runDayEnd({ db, clock, logger: silent, endSchedules });
    const judged = await consultOracle(database.url);
    const stored = await rows(
      'select id, principal_cents, interest_cents, fees_cents, accrual_remainder from ledger_loan order by id',
    );
    expect(
      judged.map(({ loanId, principal, interest, fees, remainder }) => [
        loanId,
        Number(principal),
        Number(interest),
        Number(fees),
        Number(remainder),
      ]),
    ).toEqual(
      stored.map((loan) => [
        loan.id,
        loan.principal_cents,
        loan.interest_cents,
        loan.fees_cents,
        loan.accrual_remainder,
      ]),
    );
    for (const { journal, principal, interest, fees } of judged) expect(journal).toEqual({ principal, interest, fees });
  });

  /** A new example loan, disbursed on 15 January 2026; the clock is set back to then. */
  async function disbursedLoan(): Promise<LoanReference> {
    clock.moveTo(PAID_OUT);
    const loan = { organizationId, accountId: newId(), externalId: newId() };
    await db.transaction(async (tx) => {
      await openLedgerAccount(tx, {
        accountId: loan.accountId,
        loanSystemCode: 'ledger',
        loan: { ...exampleLoan(), id: loan.externalId, organizationId },
        borrowers: [{ personId, role: 'primary' }],
        externalContractNumber: null,
        bookedOn: exampleLoan().originatedOn,
      });
      const outcome = await ledger.operations.disburse(tx, loan);
      if (outcome.kind === 'refused') throw new Error(outcome.reason);
      await applyChange(tx, { clock, endSchedules }, outcome.change);
    });
    return loan;
  }

  async function quote(loan: LoanReference): Promise<PayoffQuote> {
    const answer = await ledger.quotePayoff(loan);
    if (answer.kind !== 'answered') throw new Error('the ledger always answers');
    return answer.value;
  }

  async function posted(outcome: ReturnType<typeof ledger.postPayment>) {
    const answer = await outcome;
    if (answer.kind !== 'confirmed') throw new Error(`not posted: ${JSON.stringify(answer)}`);
    return answer.posting;
  }

  async function accountRow(loan: LoanReference) {
    return (await rows('select current_balance_cents, status_code from account where id = $1', loan.accountId))[0];
  }

  async function transactionTypes(loan: LoanReference): Promise<string[]> {
    const found = await rows(
      "select type || ' ' || status as shown from transaction where account_id = $1 order by external_id::int",
      loan.accountId,
    );
    return found.map(({ shown }) => shown);
  }

  async function eventTypes(loan: LoanReference): Promise<string[]> {
    return (
      await rows('select type from lifecycle_event where account_id = $1 order by occurred_at, id', loan.accountId)
    ).map(({ type }) => type);
  }

  async function projected(loan: LoanReference) {
    return Promise.all(
      [
        'account where id',
        'transaction where account_id',
        'lifecycle_event where account_id',
        'past_due_snapshot where account_id',
      ].map((from) => rows(`select * from ${from} = $1 order by 1, 2, 3`, loan.accountId)),
    );
  }

  async function rows(text: string, ...values: readonly string[]): Promise<any[]> {
    return (await pool.query(text, [...values])).rows;
  }
});

function payment(loan: LoanReference, amount: number): PaymentOrder {
  const amountCents: Cents = cents(amount);
  return { loan, externalReference: newId(), amountCents, paymentMethod: 'cash', checkNumber: null, memo: null };
}

function reversal(order: PaymentOrder, postingExternalId: string, isNsf: boolean): ReversalOrder {
  const { loan, externalReference: paymentReference, amountCents } = order;
  return { loan, externalReference: newId(), paymentReference, postingExternalId, amountCents, reason: null, isNsf };
}
