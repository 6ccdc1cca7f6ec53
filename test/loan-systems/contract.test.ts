import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemoteKindName } from '../../connectors/loan-systems/kinds.js';
import { SANDBOX_CODE } from '../../connectors/loan-systems/sandbox/sandbox.js';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { addDays, daysBetween, isIsoDate } from '../../core/time/dates.js';
import { LEDGER_CODE } from '../../ledger/ledger-code.js';
import { rollForward } from '../../ledger/rules/business-day.js';
import type { HeadPage, SourceLoan, TransactionPage } from '../../loan-model/loan-source-types.js';
import type { DatedPayoff, LoanReference, LoanSource, LoanSystem, Posting, Reached } from '../../loan-model/port.js';
import type { NormalizedTransaction } from '../../loan-model/projection/account-change.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { fineractAdapter } from '../support/fineract/fineract-adapter.js';
import { type FineractServer, openFineract } from '../support/fineract/fineract-server.js';
import type { Lender } from '../support/lender.js';
import { type MambuHarness, openMambuHarness } from '../support/mambu/mambu-harness.js';
import { REMOTE_KINDS } from '../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let fineract: FineractServer;
let fineractSystem: ReturnType<typeof fineractAdapter>;
let mambu: MambuHarness;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  fineract = await openFineract();
  fineractSystem = fineractAdapter(fineract);
  mambu = await openMambuHarness();
});
afterAll(async () => {
  await Promise.all([instance.close(), fineractSystem.close(), fineract.close(), mambu.close()]);
  expect([...fineract.violations, ...mambu.server.violations]).toEqual([]);
});

interface Adapter {
  readonly system: () => LoanSystem;
  /** A loan of 1,000.00 without interest, by its identifier in the system. */
  readonly account: () => string | Promise<string>;
  /** The same with this interest in cents a day; undefined: the system's loans have no interest. */
  readonly bearing?: () => Bearing | Promise<Bearing>;
  /** Moves payments from weekends to a business day; the others apply a payment on any day of their organization. */
  readonly knowsWeekends: boolean;
  /** Whether a reversal is an entry with its own number, or a mark on the payment. */
  readonly numbersReversals: boolean;
  /** Whether a posting that is found later has its time, not only its day. */
  readonly tellsTimes: boolean;
}

interface Bearing {
  readonly id: string;
  readonly perDiemCents: number;
}

const PRINCIPAL = 100_000;
const OURS = { knowsWeekends: true, numbersReversals: true, tellsTimes: true };

const ADAPTERS: Readonly<Record<typeof LEDGER_CODE | typeof SANDBOX_CODE | RemoteKindName, Adapter>> = {
  [LEDGER_CODE]: {
    system: () => loanSystems(instance.resources).byCode(LEDGER_CODE),
    account: () => lender.ledgerAccount(PRINCIPAL),
    // 18 % on 1,000.00: 49.3150 cents a day, and the first days add 49 each.
    bearing: async () => ({ id: await lender.ledgerAccount(PRINCIPAL), perDiemCents: 49 }),
    ...OURS,
  },
  [SANDBOX_CODE]: {
    system: () => loanSystems(instance.resources).byCode(SANDBOX_CODE),
    account: () => lender.sandboxAccount('SBX-POSTS', PRINCIPAL),
    ...OURS,
  },
  fineract: {
    system: () => fineractSystem,
    account: () => String(fineract.book.loan({ principal: PRINCIPAL }).id),
    bearing: () => {
      const loan = Object.assign(fineract.book.loan({ principal: PRINCIPAL }), { perDiem: 33 });
      return { id: String(loan.id), perDiemCents: 33 };
    },
    knowsWeekends: false,
    numbersReversals: false,
    tellsTimes: false,
  },
  mambu: {
    system: () => mambu.system,
    account: () => mambu.server.book.loan({ principal: PRINCIPAL }).key,
    bearing: () => {
      const loan = Object.assign(mambu.server.book.loan({ principal: PRINCIPAL }), { perDiem: 34 });
      return { id: loan.key, perDiemCents: 34 };
    },
    knowsWeekends: false,
    numbersReversals: true,
    tellsTimes: true,
  },
};

it.each(REMOTE_KINDS)('%s has suites of its faults and of its reading', (kind) => {
  for (const suite of [`${kind}-faults`, `${kind}-source`])
    expect(readdirSync('test/loan-systems')).toContain(`${suite}.test.ts`);
});

/** The contract that every adapter of the loan system port must meet. */
describe.each(Object.entries(ADAPTERS))('loan system %s', (code, { account, bearing, ...adapter }) => {
  const { knowsWeekends, numbersReversals, tellsTimes } = adapter;
  let system: LoanSystem;
  let loan: LoanReference;

  beforeAll(async () => {
    system = adapter.system();
    const id = await account();
    loan = { organizationId: lender.organizationId, accountId: id, externalId: id };
    expect(system.code).toBe(code);
  });

  const pay = (externalReference: string, amount = 1_000) =>
    system.postPayment({
      loan,
      externalReference,
      amountCents: cents(amount),
      paymentMethod: 'cash',
      checkNumber: null,
      memo: null,
    });
  const takeBack = (externalReference: string, paymentReference: string, posting: Posting) =>
    system.reversePayment({
      loan,
      externalReference,
      paymentReference,
      postingExternalId: posting.externalId,
      amountCents: posting.amountCents,
      reason: null,
      isNsf: false,
    });

  it('returns its business day', async () => {
    const day = answered(await system.businessDay());
    expect(isIsoDate(day)).toBe(true);
    if (knowsWeekends) expect([1, 2, 3, 4, 5]).toContain(new Date(`${day}T00:00:00Z`).getUTCDay());
  });

  it('posts on its business day, and the payoff decreases by the amount', async () => {
    const before = answered(await system.quotePayoff(loan));
    const outcome = await pay(newId());
    expect(outcome).toMatchObject({ kind: 'confirmed', posting: { amountCents: 1_000 } });
    expect(confirmed(outcome).effectiveOn).toBe(answered(await system.businessDay()));
    expect(answered(await system.quotePayoff(loan))).toEqual({ ...before, payoffCents: before.payoffCents - 1_000 });
  });

  it('quotes the payoff on its business day, and accepts exactly that amount', async () => {
    const id = bearing === undefined ? await account() : (await bearing()).id;
    const fresh = { ...loan, accountId: id, externalId: id };
    const quote = dated(await system.quotePayoffOn(fresh, null));
    const today = answered(await system.businessDay());
    expect(quote).toMatchObject({ appliedOn: today, goodThrough: today });
    expect(answered(await system.quotePayoff(fresh))).toEqual({ payable: true, payoffCents: quote.payoffCents });
    expect(await system.quotePayoffOn(fresh, today)).toEqual({ kind: 'answered', value: quote });
    expect(quote.split).toEqual({ principalCents: PRINCIPAL, interestCents: 0, feesCents: 0 });
    const order = { externalReference: newId(), paymentMethod: 'cash', checkNumber: null, memo: null };
    confirmed(await system.postPayment({ ...order, loan: fresh, amountCents: quote.payoffCents }));
    expect(answered(await system.quotePayoffOn(fresh, null))).toBe('not_payable');
  });

  it('quotes a future day: with the interest until then, on a business day if it has any', async () => {
    const { id, perDiemCents } = bearing === undefined ? { id: await account(), perDiemCents: 0 } : await bearing();
    const fresh = { ...loan, accountId: id, externalId: id };
    const today = answered(await system.businessDay());
    for (const day of [1, 2, 3, 4, 5, 6, 7].map((ahead) => addDays(today, ahead))) {
      const quote = dated(await system.quotePayoffOn(fresh, day));
      const appliedOn = knowsWeekends ? rollForward(day) : day;
      expect(quote).toMatchObject({ appliedOn, goodThrough: appliedOn });
      const least = perDiemCents * daysBetween(today, appliedOn);
      const interest = quote.payoffCents - PRINCIPAL;
      // The ledger accumulates fractions: an extra cent now and then.
      expect(interest - least).toBeGreaterThanOrEqual(0);
      expect(interest - least).toBeLessThanOrEqual(code === LEDGER_CODE ? daysBetween(today, appliedOn) : 0);
      expect(quote.perDiemCents - perDiemCents).toBeLessThanOrEqual(code === LEDGER_CODE ? 1 : 0);
      expect(quote.split).toEqual({ principalCents: PRINCIPAL, interestCents: interest, feesCents: 0 });
    }
  });

  it('posts once per reference: a second request returns the first posting', async () => {
    const reference = newId();
    const first = confirmed(await pay(reference));
    const payoff = answered(await system.quotePayoff(loan)).payoffCents;
    const second = confirmed(await pay(reference));
    expect(second.referenceNumber).toBe(first.referenceNumber);
    expect(answered(await system.quotePayoff(loan)).payoffCents).toBe(payoff);
  });

  it('finds a posting by its reference, and nothing for an unknown reference', async () => {
    const reference = newId();
    expect(answered(await system.findPosting(loan, reference))).toBe('absent');
    const posted = confirmed(await pay(reference));
    const { externalId, referenceNumber, effectiveOn, postedAt, amountCents } = posted;
    expect(answered(await system.findPosting(loan, reference))).toMatchObject({
      externalId,
      referenceNumber,
      effectiveOn,
      ...(tellsTimes && { postedAt }),
      amountCents,
    });
  });

  it('reverses a payment once, and restores the payoff', async () => {
    const before = answered(await system.quotePayoff(loan)).payoffCents;
    const [reference, reversal] = [newId(), newId()];
    const posted = confirmed(await pay(reference));
    const reversed = confirmed(await takeBack(reversal, reference, posted));
    expect(reversed.externalId).not.toBe(posted.externalId);
    expect(reversed.referenceNumber === posted.referenceNumber).toBe(!numbersReversals);
    expect(answered(await system.quotePayoff(loan)).payoffCents).toBe(before);
    expect(answered(await system.findPosting(loan, reversal))).toMatchObject({
      referenceNumber: reversed.referenceNumber,
    });
    expect(confirmed(await takeBack(reversal, reference, posted)).referenceNumber).toBe(reversed.referenceNumber);
    expect(await takeBack(newId(), reference, posted)).toEqual({ kind: 'refused', reason: 'already_reversed' });
  });

  it('accepts no more payments once the payoff is paid, and accepts them again after its reversal', async () => {
    const reference = newId();
    const before = answered(await system.quotePayoff(loan));
    const posted = confirmed(await pay(reference, before.payoffCents));
    expect(answered(await system.quotePayoff(loan)).payoffCents).toBe(0);
    confirmed(await takeBack(newId(), reference, posted));
    expect(answered(await system.quotePayoff(loan))).toEqual(before);
  });
});

/** The reads of the sync from a remote system. */
describe.each(REMOTE_KINDS)('loan system %s › source', (kind) => {
  const { account, system: open } = ADAPTERS[kind];
  let system: LoanSystem;
  let source: LoanSource;
  let loan: LoanReference;

  beforeAll(async () => {
    system = open();
    if (system.source === undefined) throw new Error('has no source');
    ({ source } = system);
    const id = await account();
    loan = { organizationId: lender.organizationId, accountId: id, externalId: id };
  });

  const order = (externalReference: string) => ({
    loan,
    externalReference,
    amountCents: cents(2_500),
    paymentMethod: 'cash',
    checkNumber: null,
    memo: null,
  });
  const read = async (): Promise<SourceLoan> => present(answered(await source.loan(loan.externalId)));

  it('reads a loan in normalized terms', async () => {
    const { externalId, statusCode, currentBalanceCents, contract, milestones, pastDue, borrowers } = await read();
    expect({ externalId, statusCode, currentBalanceCents }).toEqual({
      externalId: loan.externalId,
      statusCode: 'active',
      currentBalanceCents: PRINCIPAL,
    });
    expect(contract).toMatchObject({ originalPrincipalCents: PRINCIPAL, annualRate: '12.5', termMonths: 12 });
    expect([contract.originatedOn, contract.firstDueOn, contract.maturityOn].every((day) => isIsoDate(day ?? ''))).toBe(
      true,
    );
    expect(milestones).toEqual({ chargedOffOn: null, paidOffOn: null });
    expect(pastDue).toMatchObject({
      pastDueCents: 0,
      oldestUnpaidOn: null,
      nextDueCents: contract.scheduledPaymentCents,
    });
    expect(borrowers.map(({ role }) => role)).toEqual(['primary']);
  });

  it('lists a loan with the same revision as the single read, and with a new one after a payment and after its reversal', async () => {
    const [reference, reversal] = [newId(), newId()];
    const revisions = [await headOf(source, loan)];
    expect((await read()).revision).toBe(revisions[0]);
    const posted = confirmed(await system.postPayment(order(reference)));
    revisions.push(await headOf(source, loan));
    expect((await read()).revision).toBe(revisions[1]);
    expect((await read()).currentBalanceCents).toBe(PRINCIPAL - 2_500);
    expect(revisions[1]).not.toBe(revisions[0]);

    const payment = (await ledgerOf(source, loan)).find(({ externalId }) => externalId === posted.externalId);
    expect(payment).toMatchObject({
      type: 'payment',
      amountCents: 2_500,
      principalCents: 2_500,
      interestCents: 0,
      feesCents: 0,
      effectiveAt: posted.effectiveOn,
      status: 'posted',
      originalExternalId: null,
    });

    const taken = confirmed(
      await system.reversePayment({
        loan,
        externalReference: reversal,
        paymentReference: reference,
        postingExternalId: posted.externalId,
        amountCents: posted.amountCents,
        reason: 'returned',
        isNsf: false,
      }),
    );
    expect(await headOf(source, loan)).not.toBe(revisions[1]);
    expect((await read()).currentBalanceCents).toBe(PRINCIPAL);
    const ledger = await ledgerOf(source, loan);
    const [first, second] = [posted, taken].map(({ externalId }) =>
      ledger.find((one) => one.externalId === externalId),
    );
    expect(first).toMatchObject({ type: 'payment', status: 'reversed', amountCents: 2_500 });
    expect(second).toMatchObject({ type: 'reversal', amountCents: 2_500, originalExternalId: posted.externalId });
    expect(new Set(ledger.map(({ externalId }) => externalId)).size).toBe(ledger.length);
  });

  it('begins the transactions with the disbursement', async () => {
    const [disbursement] = (await ledgerOf(source, loan)).filter(({ type }) => type === 'disbursement');
    expect(disbursement).toMatchObject({ amountCents: PRINCIPAL, status: 'posted', originalExternalId: null });
  });

  it('reads its borrowers, and reports unknown people and loans as absent', async () => {
    const [borrower] = (await read()).borrowers;
    const person = present(answered(await source.person(borrower?.externalId ?? '')));
    expect(person).toMatchObject({ externalId: borrower?.externalId, displayName: 'Ada Moreno' });
    expect(answered(await source.person('999999'))).toBe('absent');
    expect(answered(await source.loan('999999'))).toBe('absent');
  });
});

async function headOf(source: LoanSource, { externalId }: LoanReference): Promise<string | undefined> {
  for (let page: string | null = null; ; ) {
    const read: HeadPage = answered(await source.heads({ since: null, page, limit: 3 }));
    const found = read.heads.find((head) => head.externalId === externalId);
    if (found !== undefined) return found.revision;
    page = read.next;
    if (page === null) return undefined;
  }
}

async function ledgerOf(source: LoanSource, { externalId }: LoanReference): Promise<readonly NormalizedTransaction[]> {
  const found: NormalizedTransaction[] = [];
  for (let page: string | null = null; ; ) {
    const read: TransactionPage = answered(await source.transactions(externalId, page));
    found.push(...read.transactions);
    page = read.next;
    if (page === null) return found;
  }
}

function present<T>(value: T | 'absent'): T {
  if (value === 'absent') throw new Error('not there');
  return value;
}

function answered<T>(reached: Reached<T>): T {
  if (reached.kind === 'unavailable') throw new Error('the system did not answer');
  return reached.value;
}

function dated(reached: Awaited<ReturnType<LoanSystem['quotePayoffOn']>>): DatedPayoff {
  const quote = answered(reached);
  if (quote === 'not_payable') throw new Error('nothing is left to pay');
  return quote;
}

function confirmed(outcome: Awaited<ReturnType<LoanSystem['postPayment']>>): Posting {
  if (outcome.kind !== 'confirmed') throw new Error(`not confirmed: ${JSON.stringify(outcome)}`);
  return outcome.posting;
}
