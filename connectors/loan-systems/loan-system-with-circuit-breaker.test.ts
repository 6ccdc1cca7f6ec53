import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../core/logging/logger.js';
import { cents } from '../../core/money.js';
import { metrics } from '../../core/telemetry/metrics.js';
import type {
  LoanSystem,
  PaymentOrder,
  PostingOutcome,
  Reached,
  ReversalOrder,
  Sending,
} from '../../loan-model/port.js';
import { answered, confirmed, posting, quoted, ScriptedLoanSystem } from '../../test/support/scripted-loan-system.js';
import { forgetCircuits, guarded } from './loan-system-with-circuit-breaker.js';

const TIMEOUT_MS = 1_000;
const HALF_OPEN_AFTER_MS = 5_000;
const MOST_CALLS = 64;
const UNAVAILABLE = { kind: 'unavailable' } as const;
const UNREACHABLE: PostingOutcome = { kind: 'unreachable' };
const UNKNOWN: PostingOutcome = { kind: 'unknown' };
const REFUSED: PostingOutcome = { kind: 'refused', reason: 'account_restricted' };

const loan = { organizationId: 'organization', accountId: 'account', externalId: 'loan' };
const payment: PaymentOrder = {
  loan,
  externalReference: 'payment',
  amountCents: cents(100),
  paymentMethod: 'cash',
  checkNumber: null,
  memo: null,
};
const reversal: ReversalOrder = {
  loan,
  externalReference: 'reversal',
  paymentReference: 'payment',
  postingExternalId: 'posting-1',
  amountCents: cents(100),
  reason: null,
  isNsf: false,
};

type Post = keyof Pick<LoanSystem, 'postPayment' | 'reversePayment'>;
type Read = keyof Pick<LoanSystem, 'quotePayoff' | 'findPosting'>;

const POSTS: readonly [Post, (system: LoanSystem) => Promise<PostingOutcome>][] = [
  ['postPayment', (system) => system.postPayment(payment)],
  ['reversePayment', (system) => system.reversePayment(reversal)],
];
const READS: readonly [Read, (system: LoanSystem) => Promise<Reached<unknown>>][] = [
  ['quotePayoff', (system) => system.quotePayoff(loan)],
  ['findPosting', (system) => system.findPosting(loan, 'payment')],
];

let system: ScriptedLoanSystem;
const logger = createLogger('silent', 'test');
const logged = vi.spyOn(logger, 'error');
const guard = (breaks: boolean) => guarded(system, { timeoutMs: TIMEOUT_MS, settleAfterMs: undefined, breaks, logger });
const script = (call: Post | Read, does: () => Promise<never>) => {
  system.script = { [call]: does };
};

beforeEach(() => {
  vi.useFakeTimers();
  system = new ScriptedLoanSystem();
  logged.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a guarded loan system', () => {
  it('returns the system’s answer', async () => {
    system.script = { postPayment: async () => REFUSED, findPosting: async () => answered(posting()) };
    expect(await guard(true).postPayment(payment)).toEqual(REFUSED);
    expect(await guard(true).findPosting(loan, 'payment')).toMatchObject({ kind: 'answered' });
    expect(await guard(true).quotePayoff(loan)).toEqual(quoted());
  });

  it('keeps the time that the system needs to settle, unless it is configured', () => {
    const options = { timeoutMs: TIMEOUT_MS, breaks: true, logger };
    expect(guarded(system, { ...options, settleAfterMs: undefined }).settleAfterMs).toBe(system.settleAfterMs);
    expect(guarded(system, { ...options, settleAfterMs: 7 }).settleAfterMs).toBe(7);
  });
});

describe('timeout', () => {
  it.each(POSTS)('%s › unknown: it may have been posted', async (call, ask) => {
    script(call, () => new Promise(() => undefined));
    expect(await afterTimeout(ask(guard(true)))).toEqual(UNKNOWN);
    expect(logged).not.toHaveBeenCalled();
  });

  it.each(POSTS)(
    '%s › a system that marks what it sends: unreachable before it began, unknown after',
    async (call, ask) => {
      const marking = Object.assign(system, { marksSending: true } as const);
      const givenUp: (AbortSignal | undefined)[] = [];
      const post = (begins: boolean) => (_: unknown, sending?: Sending) => {
        givenUp.push(sending?.givenUp);
        if (begins) sending?.begins();
        return new Promise<never>(() => undefined);
      };
      marking[call] = post(false);
      expect(await afterTimeout(ask(guard(true)))).toEqual(UNREACHABLE);
      marking[call] = post(true);
      expect(await afterTimeout(ask(guard(true)))).toEqual(UNKNOWN);
      expect(givenUp.map((signal) => signal?.aborted)).toEqual([true, true]);
    },
  );

  it.each(READS)('%s › unavailable', async (call, ask) => {
    script(call, () => new Promise(() => undefined));
    expect(await afterTimeout(ask(guard(true)))).toEqual(UNAVAILABLE);
  });
});

describe('a bug of the adapter', () => {
  const bug = new TypeError('a bug');

  it.each(POSTS)('%s › unknown, and logged: it may have been sent before', async (call, ask) => {
    script(call, async () => {
      throw bug;
    });
    expect(await ask(guard(true))).toEqual(UNKNOWN);
    expect(logged).toHaveBeenCalledWith({ err: bug }, expect.any(String));
  });

  it.each(READS)('%s › rethrown: a read changes nothing', async (call, ask) => {
    script(call, async () => {
      throw bug;
    });
    await expect(ask(guard(true))).rejects.toBe(bug);
  });
});

describe('circuit breaker', () => {
  it.each([
    ['unreachable', async () => UNREACHABLE],
    ['unknown', async () => UNKNOWN],
    ['timeouts', () => new Promise<never>(() => undefined)],
  ])('opens after five in a row: %s; then nothing is called', async (_, fails) => {
    system.script = { postPayment: fails };
    const guardedSystem = guard(true);
    for (const _call of Array(5)) await afterTimeout(guardedSystem.postPayment(payment));
    expect(system.sent).toHaveLength(5);

    system.script = {};
    expect(await guardedSystem.postPayment(payment)).toEqual(UNREACHABLE);
    expect(await guardedSystem.reversePayment(reversal)).toEqual(UNREACHABLE);
    expect(await guardedSystem.findPosting(loan, 'payment')).toEqual(UNAVAILABLE);
    expect([system.sent.length, system.lookedFor.length]).toEqual([5, 0]);
  });

  it('is shown while it is open, and not after the system was removed', async () => {
    system.script = { postPayment: async () => UNREACHABLE };
    const guardedSystem = guard(true);
    for (const _call of Array(5)) await guardedSystem.postPayment(payment);
    const shown = `tributary_circuit_open{system="loan_system:${system.code}"}`;
    expect(await metrics.metrics()).toContain(`${shown} 1`);
    forgetCircuits(system.code);
    expect(await metrics.metrics()).not.toContain(shown);
  });

  it('also opens for failed reads', async () => {
    system.script = { quotePayoff: async () => UNAVAILABLE };
    const guardedSystem = guard(true);
    for (const _call of Array(5)) await guardedSystem.quotePayoff(loan);
    expect(await guardedSystem.postPayment(payment)).toEqual(UNREACHABLE);
  });

  it('stays closed while fewer than five fail in a row', async () => {
    const guardedSystem = guard(true);
    for (const outcome of [...Array(4).fill(UNREACHABLE), confirmed(), ...Array(4).fill(UNREACHABLE), confirmed()]) {
      system.script = { postPayment: async () => outcome };
      expect(await guardedSystem.postPayment(payment)).toBe(outcome);
    }
    expect(system.sent).toHaveLength(10);
  });

  it('stays closed through refusals: they are answers', async () => {
    system.script = { postPayment: async () => REFUSED };
    const guardedSystem = guard(true);
    for (const _call of Array(20)) expect(await guardedSystem.postPayment(payment)).toEqual(REFUSED);
  });

  it('stays closed while loans have to wait in a system that is well', async () => {
    const [busy, odd] = [
      { kind: 'unreachable', isWell: true },
      { kind: 'unavailable', isWell: true },
    ] as const;
    system.script = { postPayment: async () => busy, quotePayoff: async () => odd };
    const guardedSystem = guard(true);
    for (const _call of Array(20)) {
      expect(await guardedSystem.postPayment(payment)).toEqual(busy);
      expect(await guardedSystem.quotePayoff(loan)).toEqual(odd);
    }
  });

  it('lets one call through after its pause: closed when it succeeds', async () => {
    const guardedSystem = await opened();
    vi.advanceTimersByTime(HALF_OPEN_AFTER_MS - 1);
    expect(await guardedSystem.postPayment(payment)).toEqual(UNREACHABLE);
    expect(system.sent).toHaveLength(5);
    vi.advanceTimersByTime(1);
    expect(await guardedSystem.postPayment(payment)).toMatchObject({ kind: 'confirmed' });
    expect(await guardedSystem.postPayment(payment)).toMatchObject({ kind: 'confirmed' });
  });

  it('lets one call through after its pause: open again when it fails', async () => {
    const guardedSystem = await opened();
    system.script = { postPayment: async () => UNKNOWN };
    vi.advanceTimersByTime(HALF_OPEN_AFTER_MS);
    expect(await guardedSystem.postPayment(payment)).toEqual(UNKNOWN);
    expect(await guardedSystem.postPayment(payment)).toEqual(UNREACHABLE);
    expect(system.sent).toHaveLength(6);
  });

  it('is off if configured so: every call is made', async () => {
    system.script = { postPayment: async () => UNREACHABLE };
    const guardedSystem = guard(false);
    for (const _call of Array(20)) await guardedSystem.postPayment(payment);
    expect(system.sent).toHaveLength(20);
  });

  /** Five failures; after that the system is well again. */
  async function opened(): Promise<LoanSystem> {
    system.script = { postPayment: async () => UNREACHABLE };
    const guardedSystem = guard(true);
    for (const _call of Array(5)) await guardedSystem.postPayment(payment);
    system.script = {};
    return guardedSystem;
  }
});

describe.each([true, false])('bulkhead (breaker on: %s)', (breaks) => {
  it('is full at 64 calls: a post is unreachable, a read unavailable, and neither is made', async () => {
    const guardedSystem = guard(breaks);
    system.script = { postPayment: () => new Promise(() => undefined) };
    const hanging = Array.from({ length: MOST_CALLS }, () => guardedSystem.postPayment(payment));

    expect(await guardedSystem.postPayment(payment)).toEqual(UNREACHABLE);
    expect(await guardedSystem.reversePayment(reversal)).toEqual(UNREACHABLE);
    expect(await guardedSystem.quotePayoff(loan)).toEqual(UNAVAILABLE);
    expect(await guardedSystem.findPosting(loan, 'payment')).toEqual(UNAVAILABLE);
    expect([system.sent.length, system.lookedFor.length]).toEqual([MOST_CALLS, 0]);
    expect(await afterTimeout(Promise.all(hanging))).toEqual(Array(MOST_CALLS).fill(UNKNOWN));
  });

  it('accepts calls again when others have ended', async () => {
    const guardedSystem = guard(breaks);
    const all = () => Promise.all(Array.from({ length: MOST_CALLS }, () => guardedSystem.postPayment(payment)));
    for (const _round of Array(2)) {
      expect((await all()).map(({ kind }) => kind)).toEqual(Array(MOST_CALLS).fill('confirmed'));
    }
  });
});

/** The answer of a call that timed out. */
async function afterTimeout<T>(answer: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  return answer;
}
