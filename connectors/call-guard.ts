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
import { tracedCall } from '../core/telemetry/traced.js';
import { notedCause, notingCause } from './call-cause.js';

export interface CallGuardOptions {
  /** After this a call is given up, milliseconds. */
  readonly timeoutMs: number;
  /** Off for sandboxes: there each account must behave the same however often another one fails. */
  readonly breaks: boolean;
  /** How long an open breaker lets nothing through before it tries again, milliseconds. */
  readonly breakMs?: number;
  /** Calls in flight at once, so that a slow system cannot starve the others; what does not fit is told so at once. */
  readonly mostCalls?: number;
  /** Told how each call fares, and of the breaker. */
  readonly observer?: CallObserver;
  readonly logger: Logger;
}

export interface CallObserver {
  /** Of a call that was sent; refused by the breaker or the bulkhead it was not. */
  called(outcome: string, hasFailed: boolean): void;
  broken(isOpen: boolean): void;
}

const MOST_CALLS = 64;
const FAILURES_TO_OPEN = 5;
const BREAK_MS = 5_000;

/** The call hears of it through the signal when it is given up. */
export type GuardedCall = <T>(call: (givenUp: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A timeout, a circuit breaker and a bulkhead around the calls to one system outside our walls. Nothing is ever retried here:
 * whether something may be sent again is for its protocol to decide.
 *
 * @param name - what logs call the system, for example `{ loan_system: 'mambu' }`.
 */
export function callGuard(name: Readonly<Record<string, string>>, options: CallGuardOptions): GuardedCall {
  const system = labelOf(name);
  const breaker = options.breaks ? breakerFor(name, system, options) : noop;
  const may = wrap(bulkhead(options.mostCalls ?? MOST_CALLS), breaker);
  const inTime = timeout(options.timeoutMs, TimeoutStrategy.Aggressive);
  // A signal of its own for each call: the timeout listens on it, and a shared one would collect their listeners. The breaker hands on
  // a shared one to those who waited for its probe.
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
    observer?.called(kindOf(answer), isFailure(answer));
    return answer;
  } catch (error) {
    const how = unfinished(error);
    if (how !== 'not_sent') observer?.called(how, true);
    throw error;
  }
}

/** Takes the circuit of a system that was removed out of the metrics: nobody can close it any more. */
export function forgetCircuit(name: Readonly<Record<string, string>>): void {
  openCircuits.remove({ system: labelOf(name) });
}

function labelOf(name: Readonly<Record<string, string>>): string {
  return Object.entries(name)
    .map(([key, value]) => `${key}:${value}`)
    .join(' ');
}

/** How a call that did not finish ended: refused by the guard before it was sent, given up after it, or by a bug. */
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
  // In the context of the call that opened it.
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

/** Why a call failed: how its last exchange ended, or what is known without one. */
function causeOf(
  reason: { readonly error?: Error; readonly value?: unknown } | { readonly isolated: true },
  timeoutMs: number,
): string {
  const noted = notedCause();
  if ('error' in reason && reason.error instanceof TaskCancelledError) {
    const late = `no answer within ${timeoutMs} ms`;
    return noted === undefined ? late : `${late}; the exchange before: ${noted}`;
  }
  return noted ?? ('value' in reason ? kindOf(reason.value) : 'unknown');
}

/** What a port answered, by its own word for it. */
function kindOf(answer: unknown): string {
  const kind = typeof answer === 'object' && answer !== null && 'kind' in answer ? answer.kind : undefined;
  return typeof kind === 'string' ? kind : 'answered';
}

/** A refusal is an answer; these are the signs of a system that is not well, unless it says that it is. */
const FAILED: ReadonlySet<unknown> = new Set(['unreachable', 'unknown', 'unavailable']);

function isFailure(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('kind' in answer)) return false;
  return FAILED.has(answer.kind) && !('isWell' in answer && answer.isWell === true);
}
