import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemoteKindName } from '../../connectors/loan-systems/kinds.js';
import { guarded } from '../../connectors/loan-systems/loan-system-with-circuit-breaker.js';
import { newId } from '../../core/ids/ids.js';
import { createLogger } from '../../core/logging/logger.js';
import type { LoanSystem, PostingOutcome } from '../../loan-model/port.js';
import { type FineractHarness, openFineractHarness } from '../support/fineract/fineract-harness.js';
import {
  confirmed,
  type MambuHarness,
  openMambuHarness,
  paymentOn,
  reversalOf,
} from '../support/mambu/mambu-harness.js';
import { REMOTE_KINDS } from '../support/remote-stand-ins.js';

const GIVEN_UP_AFTER_MS = 250;
/** Longer than the guard waits, shorter than the connection timeout. */
const SLOW = { kind: 'slow', slowMs: 500 } as const;
const UNREACHABLE: PostingOutcome = { kind: 'unreachable' };
const UNKNOWN: PostingOutcome = { kind: 'unknown' };

let fineract: FineractHarness;
let mambu: MambuHarness;

beforeAll(async () => {
  fineract = await openFineractHarness();
  mambu = await openMambuHarness();
});
afterAll(async () => {
  await Promise.all([fineract.close(), mambu.close()]);
});

/** With a guard that gives up soon; `ended` is when the adapter itself has ended, even after the guard has given up. */
function hasty(system: LoanSystem) {
  const calls: Promise<PostingOutcome>[] = [];
  const kept = (call: Promise<PostingOutcome>) => {
    calls.push(call);
    return call;
  };
  const watched: LoanSystem = {
    ...system,
    postPayment: (...order) => kept(system.postPayment(...order)),
    reversePayment: (...order) => kept(system.reversePayment(...order)),
  };
  const logger = createLogger('silent', 'test');
  const options = { timeoutMs: GIVEN_UP_AFTER_MS, settleAfterMs: undefined, breaks: false, logger };
  return { system: guarded(watched, options), ended: () => Promise.all(calls) };
}

type Cases = Readonly<Record<string, () => Promise<void>>>;

/** By kind, each posting that reads before it sends; Mambu's payment reads nothing. */
const WHILE_READING: Readonly<Record<RemoteKindName, Cases>> = {
  fineract: {
    'a payment': async () => {
      const { system, ended } = hasty(fineract.system);
      const payment = fineract.payment(newId());
      fineract.server.faults.next('loan', SLOW);
      expect(await system.postPayment(payment)).toEqual(UNREACHABLE);
      expect(await ended()).toEqual([UNREACHABLE]);
      expect([fineract.requestsTo('repay'), fineract.postings(payment.externalReference)]).toEqual([[], 0]);
    },
    'a reversal': async () => {
      const reference = newId();
      await fineract.system.postPayment(fineract.payment(reference));
      const { system, ended } = hasty(fineract.system);
      fineract.server.faults.next('probe', SLOW);
      expect(await system.reversePayment(fineract.reversal(newId(), reference))).toEqual(UNREACHABLE);
      expect(await ended()).toEqual([UNREACHABLE]);
      expect(fineract.requestsTo('undo')).toEqual([]);
    },
  },
  mambu: {
    'a reversal': async () => {
      const payment = paymentOn(mambu.server.book.loan());
      const posted = confirmed(await mambu.system.postPayment(payment));
      const { system, ended } = hasty(mambu.system);
      for (const call of ['transaction', 'search_transactions']) mambu.server.faults.next(call, SLOW);
      expect(await system.reversePayment(reversalOf(payment, posted))).toEqual(UNREACHABLE);
      expect(await ended()).toEqual([UNREACHABLE]);
      expect(mambu.server.faults.count('adjust')).toBe(0);
    },
  },
};

const ONCE_SENT: Readonly<Record<RemoteKindName, () => Promise<void>>> = {
  fineract: async () => {
    fineract.server.faults.next('repay', 'post_and_hang');
    expect(await hasty(fineract.system).system.postPayment(fineract.payment(newId()))).toEqual(UNKNOWN);
  },
  mambu: async () => {
    const loan = mambu.server.book.loan();
    mambu.server.faults.next('repay', 'post_and_hang');
    expect(await hasty(mambu.system).system.postPayment(paymentOn(loan))).toEqual(UNKNOWN);
    expect(mambu.server.book.total(loan)).toBe(99_000);
  },
};

describe.each(REMOTE_KINDS)('%s', (kind) => {
  it.each(Object.entries(WHILE_READING[kind]))(
    '%s given up while it still reads: unreachable, and never sent afterwards',
    (_, run) => run(),
  );

  it('a payment given up after it was sent: unknown', () => ONCE_SENT[kind]());
});
