import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loanSystems } from '../cli/assembly/graph.js';
import { LEDGER_CODE } from '../connectors/loan-systems/ledger/ledger.js';
import type { LoanReference, LoanSystem, Posting, Reached } from '../connectors/loan-systems/port.js';
import { SANDBOX_CODE } from '../connectors/loan-systems/sandbox/sandbox.js';
import { newId } from '../core/ids.js';
import { cents } from '../core/money.js';
import { type House, openHouse } from './support/house.js';
import type { Lender } from './support/lender.js';

let house: House;
let lender: Lender;

beforeAll(async () => {
  house = await openHouse({ worker: false });
  lender = await house.lender();
});
afterAll(() => house.close());

const ADAPTERS = [
  { code: LEDGER_CODE, account: () => lender.ledgerAccount(100_000) },
  { code: SANDBOX_CODE, account: () => lender.sandboxAccount('SBX-POSTS', 100_000) },
];

/** What every adapter of the loan system port must do, whichever system is behind it. */
describe.each(ADAPTERS)('loan system $code', ({ code, account }) => {
  let system: LoanSystem;
  let loan: LoanReference;

  beforeAll(async () => {
    system = loanSystems(house.resources).byCode(code);
    const id = await account();
    loan = { organizationId: lender.organizationId, accountId: id, externalId: id };
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

  it('names its business day: no Saturday, no Sunday', async () => {
    const day = new Date(`${answered(await system.businessDay())}T00:00:00Z`).getUTCDay();
    expect([1, 2, 3, 4, 5]).toContain(day);
  });

  it('posts on its business day, and the payoff falls by the amount', async () => {
    const before = answered(await system.quotePayoff(loan));
    const outcome = await pay(newId());
    expect(outcome).toMatchObject({ kind: 'confirmed', posting: { amountCents: 1_000 } });
    expect(confirmed(outcome).effectiveOn).toBe(answered(await system.businessDay()));
    expect(answered(await system.quotePayoff(loan))).toEqual({ ...before, payoffCents: before.payoffCents - 1_000 });
  });

  it('posts once per reference: the second time answers the first posting', async () => {
    const reference = newId();
    const first = confirmed(await pay(reference));
    const payoff = answered(await system.quotePayoff(loan)).payoffCents;
    const second = confirmed(await pay(reference));
    expect(second.referenceNumber).toBe(first.referenceNumber);
    expect(answered(await system.quotePayoff(loan)).payoffCents).toBe(payoff);
  });

  it('finds a posting by its reference, and nothing where there is none', async () => {
    const reference = newId();
    expect(answered(await system.findPosting(loan, reference))).toBe('absent');
    const posted = confirmed(await pay(reference));
    const { externalId, referenceNumber, effectiveOn, postedAt, amountCents } = posted;
    expect(answered(await system.findPosting(loan, reference))).toMatchObject({
      externalId,
      referenceNumber,
      effectiveOn,
      postedAt,
      amountCents,
    });
  });

  it('takes a payment back once, and the payoff is what it was', async () => {
    const before = answered(await system.quotePayoff(loan)).payoffCents;
    const [reference, reversal] = [newId(), newId()];
    const posted = confirmed(await pay(reference));
    const reversed = confirmed(await takeBack(reversal, reference, posted));
    expect(reversed.referenceNumber).not.toBe(posted.referenceNumber);
    expect(answered(await system.quotePayoff(loan)).payoffCents).toBe(before);
    expect(answered(await system.findPosting(loan, reversal))).toMatchObject({
      referenceNumber: reversed.referenceNumber,
    });
    expect(confirmed(await takeBack(reversal, reference, posted)).referenceNumber).toBe(reversed.referenceNumber);
    expect(await takeBack(newId(), reference, posted)).toEqual({ kind: 'refused', reason: 'already_reversed' });
  });
});

function answered<T>(reached: Reached<T>): T {
  if (reached.kind === 'unavailable') throw new Error('the system did not answer');
  return reached.value;
}

function confirmed(outcome: Awaited<ReturnType<LoanSystem['postPayment']>>): Posting {
  if (outcome.kind !== 'confirmed') throw new Error(`not confirmed: ${JSON.stringify(outcome)}`);
  return outcome.posting;
}
