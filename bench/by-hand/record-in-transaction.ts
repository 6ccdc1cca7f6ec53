import type pg from 'pg';
import { cents } from '../../core/money.js';
import { systemClock } from '../../core/time/clock.js';
import type { Loan } from '../../ledger/loan.js';
import { closeDays } from '../../ledger/operations/close-days.js';
import { pay } from '../../ledger/operations/payment.js';
import { previousBusinessDay } from '../../ledger/rules/business-day.js';
import { isPayable, payoffCents } from '../../ledger/rules/payoff.js';
import { postingDays } from '../../ledger/rules/posting-days.js';
import { withTerms } from '../../ledger/store/stored-loan.js';
import { settledAct, type WrittenAct } from '../../ledger/write-loan-operation.js';
import { type Caller, Refused } from './caller.js';
import type { LoanColumns } from './loan-columns.js';
import { answerOf, keptAnswer, type NewPayment } from './new-payment.js';
import { STEPS, type Step } from './record-statements.js';

type Run = <R extends pg.QueryResultRow>(step: Step, ...values: readonly unknown[]) => Promise<readonly R[]>;

interface LockedRow extends LoanColumns {
  readonly external_id: string;
  readonly is_active: boolean;
}

interface KeyRow {
  readonly fingerprint: Buffer;
  readonly state: string;
  readonly answer_status: number;
  readonly answer_body: string;
}

/**
 * A payment on a loan of the ledger, exactly once per key: plain statements in one transaction under the loan's lock.
 * The ledger's own rules decide, so that the rows are those of the product.
 *
 * @returns the answer's text.
 */
export async function recordInTransaction(pool: pg.Pool, caller: Caller, payment: NewPayment): Promise<string> {
  const client = await pool.connect();
  const run: Run = async (name, ...values) =>
    (await client.query({ name, text: STEPS[name], values: [...values] })).rows;
  try {
    await client.query('begin');
    const answer = await recorded(run, caller, payment);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function recorded(run: Run, caller: Caller, payment: NewPayment): Promise<string> {
  const { id, accountId, key, fingerprint } = payment;
  const { organizationIds } = caller;
  const [claimed] = await run<{ organization_id: string }>(
    'claim_key',
    ...[accountId, organizationIds, key, fingerprint, id],
  );
  if (claimed === undefined) return earlierAnswer(await run<KeyRow>('read_key', organizationIds, key), fingerprint);
  const { organization_id: organizationId } = claimed;
  const [locked] = await run<LockedRow>('lock_loan', organizationId, accountId);
  if (locked === undefined) throw new Refused(404, 'account_not_found');
  const [others] = await run<{ open_cents: number; duplicate_of: string | null }>(
    'read_others',
    ...[organizationId, accountId, payment.amount_cents, payment.payment_method, payment.check_number],
    payment.businessDay,
  );
  const loan = withTerms({ ...locked, id: locked.external_id, organizationId });
  const act = decided(loan, payment, locked.is_active, others?.open_cents ?? 0);
  const referenceNumber = await written(run, caller, payment, act, others?.duplicate_of ?? null);
  const possibleDuplicateOf = others?.duplicate_of ?? null;
  const answer = answerOf(payment, { organizationId, referenceNumber, possibleDuplicateOf });
  const text = JSON.stringify(answer);
  await run('finish_key', organizationId, key, id, keptAnswer(answer), text);
  return text;
}

/** The ledger's rules: days that are not closed yet, interest, allocation, status, and the new past-due position. */
function decided(stored: Loan, payment: NewPayment, isActive: boolean, openCents: number): WrittenAct {
  const { businessDay, accrueTo } = postingDays(systemClock.now());
  const { loan } = closeDays(stored, previousBusinessDay(businessDay));
  if (!isActive || !isPayable(loan.status)) throw new Refused(422, 'account_not_payable');
  const day = accrueTo(loan);
  if (payment.amount_cents > payoffCents(loan, day) - openCents) throw new Refused(422, 'amount_exceeds_payoff');
  const terms = {
    externalReference: payment.id,
    amountCents: cents(payment.amount_cents),
    paymentMethod: payment.payment_method,
    memo: payment.memo,
  };
  const act = pay(loan, terms, businessDay, day);
  if (act.kind === 'refused') throw new Refused(422, act.reason);
  return settledAct({ clock: systemClock, business: systemClock }, payment.accountId, loan, act, businessDay);
}

/** @returns the entry's number. */
async function written(
  run: Run,
  { actor }: Caller,
  payment: NewPayment,
  { loan, position, entries }: WrittenAct,
  duplicateOf: string | null,
): Promise<number> {
  const { id, accountId, businessDay, at } = payment;
  const [first] = entries;
  if (first === undefined) throw new Error('a payment has one entry');
  const { entry, transaction } = first;
  const [{ reference_number: number } = { reference_number: 0 }] = await run<{ reference_number: number }>(
    'insert_entry',
    ...[loan.organizationId, loan.id, entry.type, entry.effectiveOn, entry.accruedTo ?? null],
    ...[id, entry.memo, at, entry.lines.map((line) => line.ledgerAccount), entry.lines.map((line) => line.amountCents)],
  );
  await run(
    'update_loan',
    ...[loan.organizationId, loan.id, loan.status, loan.principalCents, loan.interestCents, loan.accrualRemainder],
    ...[loan.accruedThrough, loan.feesCents, loan.lateFeesCents, loan.takenByLateFeesCents, loan.scheduledPaidCents],
    ...[loan.paidOffOn, loan.dayEndThrough, loan.lateFeeInstallments],
  );
  await run(
    'insert_payment',
    ...[loan.organizationId, id, accountId, payment.amount_cents, payment.payment_method, payment.check_number],
    ...[payment.external_reference, payment.memo, businessDay, number, at, actor, duplicateOf],
  );
  await run(
    'update_account',
    ...[loan.organizationId, accountId, loan.principalCents, loan.status, loan.paidOffOn, position.nextDueOn],
  );
  await run(
    'insert_transaction',
    ...[loan.organizationId, payment.transactionId, accountId, payment.amount_cents, businessDay, String(number)],
    ...[payment.payment_method, transaction.principalCents, transaction.interestCents, transaction.feesCents],
    ...[loan.principalCents, payment.receivedOn],
  );
  await run(
    'upsert_snapshot',
    ...[loan.organizationId, accountId, position.asOf, loan.status, loan.principalCents, position.pastDueCents],
    ...[position.oldestUnpaidOn, position.oldestUnpaidCents, position.nextDueOn, position.nextDueCents],
  );
  return number;
}

function earlierAnswer([row]: readonly KeyRow[], fingerprint: Buffer): string {
  if (row === undefined) throw new Refused(404, 'account_not_found');
  if (!row.fingerprint.equals(fingerprint)) throw new Refused(409, 'idempotency_conflict');
  if (row.state !== 'finished') throw new Refused(409, 'idempotency_in_progress');
  return row.answer_body;
}
