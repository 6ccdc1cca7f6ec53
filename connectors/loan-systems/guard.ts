import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  noop,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import type { Logger } from '../../core/logger.js';
import type { LoanSystem, PostingOutcome, Reached } from './port.js';

export interface GuardOptions {
  /** After this a call's outcome counts as unknown, milliseconds. */
  readonly timeoutMs: number;
  /** Overrides the system's own `settleAfterMs`. */
  readonly settleAfterMs: number | undefined;
  /** Off for the sandbox: there each account must behave the same however often another one fails. */
  readonly breaks: boolean;
  readonly logger: Logger;
}

/** Calls in flight to one system, so that a slow one cannot starve the others; what does not fit is told so at once. */
const MOST_CALLS = 64;
const FAILURES_TO_OPEN = 5;
const HALF_OPEN_AFTER_MS = 5_000;

type Answer = PostingOutcome | Reached<unknown>;

/**
 * Puts a timeout, a circuit breaker and a bulkhead around a loan system outside our database. Nothing is ever retried here:
 * whether a post may be sent again is for the posting protocol to decide.
 */
export function guarded(system: LoanSystem, options: GuardOptions): LoanSystem {
  const breaker = options.breaks ? breakerFor(system, options.logger) : noop;
  const policy = wrap(bulkhead(MOST_CALLS), breaker, timeout(options.timeoutMs, TimeoutStrategy.Aggressive));

  // A signal of its own for each call: timeouts listen on it, and a shared one would collect their listeners.
  const execute = <T>(call: () => Promise<T>): Promise<T> => policy.execute(call, new AbortController().signal);
  const post = (call: () => Promise<PostingOutcome>) =>
    execute(call).catch((error: unknown) => unfinishedPost(error, options.logger));
  const read = <T>(call: () => Promise<Reached<T>>): Promise<Reached<T>> => execute(call).catch(unfinishedRead);
  return {
    code: system.code,
    settleAfterMs: options.settleAfterMs ?? system.settleAfterMs,
    businessDay: () => read(() => system.businessDay()),
    quotePayoff: (loan) => read(() => system.quotePayoff(loan)),
    findPosting: (loan, reference) => read(() => system.findPosting(loan, reference)),
    postPayment: (payment) => post(() => system.postPayment(payment)),
    reversePayment: (reversal) => post(() => system.reversePayment(reversal)),
  };
}

function breakerFor(system: LoanSystem, logger: Logger) {
  const isFailure = (answer: unknown) => FAILED.has((answer as Answer).kind);
  const breaker = circuitBreaker(handleWhenResult(isFailure).orType(TaskCancelledError), {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  });
  breaker.onBreak(() => logger.warn({ loan_system: system.code }, 'circuit breaker opened'));
  breaker.onReset(() => logger.info({ loan_system: system.code }, 'circuit breaker closed'));
  return breaker;
}

/** A refusal is an answer; these are the signs of a system that is not well. */
const FAILED: ReadonlySet<string> = new Set(['unreachable', 'unknown', 'unavailable']);

/** The breaker and the bulkhead refuse before anything is sent; a timeout comes after. Whatever else is thrown: nobody knows. */
function unfinishedPost(error: unknown, logger: Logger): PostingOutcome {
  if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) return { kind: 'unreachable' };
  if (!(error instanceof TaskCancelledError)) logger.error({ err: error }, 'a loan system adapter threw while posting');
  return { kind: 'unknown' };
}

function unfinishedRead(error: unknown): { readonly kind: 'unavailable' } {
  const expected =
    error instanceof BrokenCircuitError ||
    error instanceof BulkheadRejectedError ||
    error instanceof TaskCancelledError;
  if (!expected) throw error;
  return { kind: 'unavailable' };
}
