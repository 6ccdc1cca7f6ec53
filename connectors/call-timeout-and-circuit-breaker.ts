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
import type { Logger } from '../core/logging/logger.js';
import { openCircuits, outsideCalls, timed } from '../core/telemetry/metrics.js';
import { tracedCall } from '../core/telemetry/tracing.js';
import { notedCause, notingCause } from './call-cause-for-log.js';

export interface CallGuardOptions {
  /** A call is given up after this many milliseconds. */
  readonly timeoutMs: number;
  /** Off for sandboxes: each sandbox account must behave the same, however often another account's calls fail. */
  readonly breaks: boolean;
  /** How long an open breaker rejects calls before it tries one again, milliseconds. */
  readonly breakMs?: number;
  /**
   * Maximum number of concurrent calls, so that a slow system cannot starve the others; further calls are rejected at
   * once.
   */
  readonly mostCalls?: number;
  /** Is notified of each call's outcome, and when the breaker opens or closes. */
  readonly observer?: CallObserver;
  readonly logger: Logger;
}

export interface CallObserver {
  /**
   * Called for each call that was sent; not for calls that the breaker or the bulkhead rejected.
   *
   * @param problem - what an operator must correct, if the answer says so.
   */
  called(outcome: string, hasFailed: boolean, problem?: string): void;
  broken(isOpen: boolean): void;
}

const MOST_CALLS = 64;
const FAILURES_TO_OPEN = 5;
const BREAK_MS = 5_000;

/** The signal aborts when the call is given up. */
export type GuardedCall = <T>(call: (givenUp: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A timeout, a circuit breaker and a bulkhead around the calls to one external system. It never retries: the
 * protocol of each call decides whether a request may be sent again.
 *
 * @param name - the system's name in logs, for example `{ loan_system: 'mambu' }`.
 */
export function callGuard(name: Readonly<Record<string, string>>, options: CallGuardOptions): GuardedCall {
  const system = labelOf(name);
  const breaker = options.breaks ? breakerFor(name, system, options) : noop;
  const may = wrap(bulkhead(options.mostCalls ?? MOST_CALLS), breaker);
  const inTime = timeout(options.timeoutMs, TimeoutStrategy.Aggressive);
  // A separate signal for each call: the timeout adds a listener to it, and a shared signal would collect them all. The
  // breaker passes a shared one to calls that waited for its probe.
  return (call) =>
    timed(outsideCalls, { system }, kindOf, () =>
      tracedCall(`call ${system}`, { 'peer.service': system }, () =>
        notingCause(() =>
          observed(options.observer, () =>
            may.execute(() => inTime.execute(({ signal }) => call(signal), new AbortController().signal)),
          ),
        ),
      ),
    );
}

async function observed<T>(observer: CallObserver | undefined, call: () => Promise<T>): Promise<T> {
  try {
    const answer = await call();
    observer?.called(kindOf(answer), isFailure(answer), problemOf(answer));
    return answer;
  } catch (error) {
    const how = unfinished(error);
    if (how !== 'not_sent') observer?.called(how, true);
    throw error;
  }
}

/** Removes the circuit of a removed system from the metrics: no further call can close it. */
export function forgetCircuit(name: Readonly<Record<string, string>>): void {
  openCircuits.remove({ system: labelOf(name) });
}

function labelOf(name: Readonly<Record<string, string>>): string {
  return Object.entries(name)
    .map(([key, value]) => `${key}:${value}`)
    .join(' ');
}

/**
 * How an unfinished call ended: rejected by the guard before it was sent, given up after it was sent, or stopped by a
 * bug.
 */
export function unfinished(error: unknown): 'not_sent' | 'given_up' | 'thrown' {
  if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) return 'not_sent';
  return error instanceof TaskCancelledError ? 'given_up' : 'thrown';
}

function breakerFor(
  name: Readonly<Record<string, string>>,
  system: string,
  { timeoutMs, breakMs = BREAK_MS, observer, logger }: CallGuardOptions,
) {
  const breaker = circuitBreaker(handleWhenResult(isFailure).orType(TaskCancelledError), {
    halfOpenAfter: breakMs,
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  });
  const circuit = openCircuits.labels({ system });
  circuit.set(0);
  // Runs in the context of the call that opened the breaker.
  breaker.onBreak((reason) => {
    circuit.set(1);
    observer?.broken(true);
    logger.warn({ ...name, cause: causeOf(reason, timeoutMs) }, 'circuit breaker opened');
  });
  breaker.onReset(() => {
    circuit.set(0);
    observer?.broken(false);
    logger.info(name, 'circuit breaker closed');
  });
  return breaker;
}

/** Why a call failed: how its last exchange ended, or, without an exchange, what else is known. */
function causeOf(
  reason: { readonly error?: Error; readonly value?: unknown } | { readonly isolated: true },
  timeoutMs: number,
): string {
  const noted = notedCause();
  if ('error' in reason && reason.error instanceof TaskCancelledError) {
    const late = `no answer within ${timeoutMs} ms`;
    return noted === undefined ? late : `${late}; the previous exchange: ${noted}`;
  }
  return noted ?? ('value' in reason ? kindOf(reason.value) : 'unknown');
}

/** The `kind` of a port's answer. */
function kindOf(answer: unknown): string {
  const kind = typeof answer === 'object' && answer !== null && 'kind' in answer ? answer.kind : undefined;
  return typeof kind === 'string' ? kind : 'answered';
}

function problemOf(answer: unknown): string | undefined {
  const problem = typeof answer === 'object' && answer !== null && 'problem' in answer ? answer.problem : undefined;
  return typeof problem === 'string' ? problem : undefined;
}

/** A refusal is an answer. These kinds mean that the system is not well, unless the answer says that it is. */
const FAILED: ReadonlySet<unknown> = new Set(['unreachable', 'unknown', 'unavailable']);

function isFailure(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('kind' in answer)) return false;
  const isWell = ('isWell' in answer && answer.isWell === true) || 'retryAfterMs' in answer;
  return FAILED.has(answer.kind) && !isWell;
}
