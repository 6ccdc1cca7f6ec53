import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { PostingOutcome } from '../../loan-model/port.js';
import { outstanding } from '../support/fineract/fineract-book.js';
import { type FineractHarness, found, openFineractHarness } from '../support/fineract/fineract-harness.js';
import type { FaultKind } from '../support/loan-faults.js';

let harness: FineractHarness;

beforeAll(async () => {
  harness = await openFineractHarness();
});
afterAll(async () => {
  await harness.close();
  expect(harness.server.violations).toEqual([]);
});
beforeEach(() => harness.renew());

/** The outcome of each fault of a command, and how often the command is posted in the end. */
const FAULTS: readonly (readonly [FaultKind, PostingOutcome['kind'], posted: 0 | 1])[] = [
  ['refuse', 'refused', 0],
  ['validation_error', 'refused', 0],
  ['locked', 'unreachable', 0],
  ['in_progress', 'unknown', 0],
  ['fail_before_posting', 'unknown', 0],
  ['post_and_fail', 'unknown', 1],
  ['post_and_hang', 'unknown', 1],
  ['post_late', 'unknown', 0],
  ['hang', 'unknown', 0],
  ['reset_before', 'unknown', 0],
  ['reset_after', 'unknown', 1],
  ['slow', 'confirmed', 1],
  ['wrong_json', 'unknown', 1],
  ['html', 'unknown', 0],
];
const HANGS: readonly FaultKind[] = ['post_and_hang', 'post_late', 'hang'];

describe('Fineract › a fault of the command', () => {
  it.each(FAULTS)(
    'post › %s: %s, posted %i times; a probe resolves it, and a second try does not post again',
    async (fault, outcome, posted) => {
      const reference = newId();
      harness.server.faults.next('repay', { kind: fault, slowMs: 20 });
      const at = HANGS.includes(fault) ? harness.shortTimeoutSystem : harness.system;
      expect((await at.postPayment(harness.payment(reference))).kind).toBe(outcome);
      expect(harness.postings(reference)).toBe(posted);
      expect(found(await harness.system.findPosting(harness.loan, reference))).toBe(posted === 1);
      harness.server.faults.arriveLate();
      expect(await harness.system.postPayment(harness.payment(reference))).toMatchObject({ kind: 'confirmed' });
      expect(harness.postings(reference)).toBe(1);
      expect(outstanding(harness.bookLoan)).toBe(99_000);
    },
  );

  it.each(FAULTS)(
    'reverse › %s: %s, reversed %i times; a probe resolves it, and a second try finds it',
    async (fault, outcome, posted) => {
      const [reference, reversal] = [newId(), newId()];
      await harness.system.postPayment(harness.payment(reference));
      const order = harness.reversal(reversal, reference);
      harness.server.faults.next('undo', { kind: fault, slowMs: 20 });
      const at = HANGS.includes(fault) ? harness.shortTimeoutSystem : harness.system;
      expect((await at.reversePayment(order)).kind).toBe(outcome);
      expect(found(await harness.system.findPosting(harness.loan, reversal))).toBe(posted === 1);
      harness.server.faults.arriveLate();
      expect(await harness.system.reversePayment(order)).toMatchObject({ kind: 'confirmed' });
      expect(await harness.system.reversePayment(harness.reversal(newId(), reference))).toEqual({
        kind: 'refused',
        reason: 'already_reversed',
      });
      expect(outstanding(harness.bookLoan)).toBe(100_000);
    },
  );

  it.each(['fail_before_posting', 'hang', 'reset_before', 'wrong_json', 'html', 'locked', 'in_progress'] as const)(
    'probe › %s: unavailable, never absent',
    async (fault) => {
      harness.server.faults.next('probe', fault);
      // A lock concerns one loan: the system is well.
      const unavailable = { kind: 'unavailable', ...(fault === 'locked' && { isWell: true, mayPass: true }) };
      expect(await harness.shortTimeoutSystem.findPosting(harness.loan, newId())).toEqual(unavailable);
      harness.server.faults.next('transactions', fault);
      expect(await harness.shortTimeoutSystem.findPosting(harness.loan, newId())).toEqual(unavailable);
    },
  );

  it.each(['payoff', 'loan'] as const)('post › sends nothing when %s is not answered', async (call) => {
    harness.server.faults.next(call, 'fail_before_posting');
    expect(await harness.system.postPayment(harness.payment(newId()))).toEqual({ kind: 'unreachable' });
    expect(harness.requestsTo('repay')).toEqual([]);
  });

  it('an error of Fineract’s about one loan leaves the system well, and nothing is sent', async () => {
    const waits = { kind: 'unavailable', isWell: true, mayPass: true };
    harness.server.faults.next('loan', 'refuse', 2);
    expect(await harness.system.quotePayoff(harness.loan)).toEqual(waits);
    expect(await harness.system.postPayment(harness.payment(newId()))).toEqual({ kind: 'unreachable', isWell: true });
    expect(harness.requestsTo('repay')).toEqual([]);
    harness.server.faults.next('loan', 'refuse');
    expect(await harness.system.source?.loan(harness.loan.externalId)).toEqual(waits);
    harness.server.faults.next('loans', 'refuse');
    const heads = harness.system.source?.heads({ since: null, page: null, limit: 10 });
    expect(await heads).toEqual({ kind: 'unavailable' });
  });

  it('post › confirmed when it is refused because an earlier try was posted', async () => {
    const reference = newId();
    harness.server.book.pay(harness.bookLoan, { amount: 1_000, externalId: reference });
    harness.server.faults.next('repay', 'refuse');
    expect(await harness.system.postPayment(harness.payment(reference))).toMatchObject({ kind: 'confirmed' });
    expect(harness.postings(reference)).toBe(1);
  });

  it('post › unknown when it is refused and cannot be looked up', async () => {
    harness.server.faults.next('repay', 'refuse');
    harness.server.faults.next('probe', 'fail_before_posting');
    expect(await harness.system.postPayment(harness.payment(newId()))).toEqual({ kind: 'unknown' });
  });

  it('faults can also be switched on over HTTP, for other processes', async () => {
    const url = new URL('/__control', harness.server.baseUrl);
    const order = async (body: object) => (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
    await order({ op: 'next', call: 'repay', fault: 'refuse' });
    expect(await harness.system.postPayment(harness.payment(newId()))).toEqual({
      kind: 'refused',
      reason: 'loan_application_repayment_date_on_holiday',
    });
    expect(await order({ op: 'calls' })).toMatchObject({ repay: harness.server.faults.count('repay') });
  });

  it('post › unknown when it is posted and cannot be read back', async () => {
    const reference = newId();
    harness.server.faults.next('probe', 'fail_before_posting');
    expect(await harness.system.postPayment(harness.payment(reference))).toEqual({ kind: 'unknown' });
    expect(harness.postings(reference)).toBe(1);
  });
});
