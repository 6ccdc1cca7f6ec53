import type { Logger } from '../../core/logging/logger.js';
import type { LoanSource, LoanSystem, PostingOutcome, Reached, Sending } from '../../loan-model/port.js';
import { wrapSource } from '../../loan-model/wrap-source.js';
import { type CallGuardOptions, callGuard, forgetCircuit, unfinished } from '../call-timeout-and-circuit-breaker.js';

export interface GuardOptions extends CallGuardOptions {
  /** Overrides the system's own `settleAfterMs`. */
  readonly settleAfterMs: number | undefined;
  /** Called when the system has answered its business day, so that its set-up is right. */
  readonly isSetUp?: () => void;
}

/** Puts a timeout, a circuit breaker and a bulkhead around a remote loan system. */
export function guarded(system: LoanSystem, options: GuardOptions): LoanSystem {
  const execute = callGuard({ loan_system: system.code }, options);
  const post = (call: (sending: Sending) => Promise<PostingOutcome>) => {
    let mayHaveBegun = system.marksSending !== true;
    const begins = () => {
      mayHaveBegun = true;
    };
    return execute((givenUp) => call({ givenUp, begins })).catch((error: unknown) =>
      unfinishedPost(error, mayHaveBegun, options.logger),
    );
  };
  const read = <T>(call: () => Promise<Reached<T>>): Promise<Reached<T>> => execute(call).catch(unfinishedRead);
  const findApproval = system.findApproval?.bind(system);
  const noted = (find: NonNullable<LoanSystem['notedPaymentId']>): NonNullable<LoanSystem['notedPaymentId']> => {
    return (loan, posting) => read(() => find(loan, posting));
  };
  return {
    code: system.code,
    settleAfterMs: options.settleAfterMs ?? system.settleAfterMs,
    ...(system.findsByReference !== undefined && { findsByReference: system.findsByReference }),
    businessDay: async (organizationId) => {
      const day = await read(() => system.businessDay(organizationId));
      if (day.kind === 'answered') options.isSetUp?.();
      return day;
    },
    quotePayoff: (loan) => read(() => system.quotePayoff(loan)),
    quotePayoffOn: (loan, on) => read(() => system.quotePayoffOn(loan, on)),
    findPosting: (loan, reference, kind) => read(() => system.findPosting(loan, reference, kind)),
    ...(system.notedPaymentId !== undefined && { notedPaymentId: noted(system.notedPaymentId) }),
    ...(findApproval && { findApproval: (loan, reference) => read(() => findApproval(loan, reference)) }),
    postPayment: (payment) => post((sending) => system.postPayment(payment, sending)),
    reversePayment: (reversal) => post((sending) => system.reversePayment(reversal, sending)),
    ...(system.source !== undefined && { source: guardedSource(system.code, system.source, options) }),
  };
}

/** The circuits of a removed system. */
export function forgetCircuits(code: string): void {
  forgetCircuit({ loan_system: code });
  forgetCircuit({ loan_system: code, side: 'sync' });
}

/** The sync has a separate breaker and bulkhead: neither the number nor the failures of its reads affect payments. */
function guardedSource(code: string, source: LoanSource, options: GuardOptions): LoanSource {
  const execute = callGuard({ loan_system: code, side: 'sync' }, { ...options, ...observing(options) });
  const read = <T>(call: () => Promise<Reached<T>>): Promise<Reached<T>> => execute(call).catch(unfinishedRead);
  return wrapSource(source, read);
}

/** The reported breaker is that of payments, not that of the sync. */
function observing({ observer }: GuardOptions): Pick<GuardOptions, 'observer'> {
  if (observer === undefined) return {};
  return { observer: { called: (outcome, hasFailed) => observer.called(outcome, hasFailed), broken: () => {} } };
}

/**
 * The breaker and the bulkhead reject before anything is sent. After a timeout the adapter knows: a request that had
 * not begun will never be sent. After any other error the outcome is unknown.
 */
function unfinishedPost(error: unknown, mayHaveBegun: boolean, logger: Logger): PostingOutcome {
  const how = unfinished(error);
  if (how === 'not_sent' || (how === 'given_up' && !mayHaveBegun)) return { kind: 'unreachable' };
  if (how === 'thrown') logger.error({ err: error }, 'a loan system adapter threw while posting');
  return { kind: 'unknown' };
}

function unfinishedRead(error: unknown): { readonly kind: 'unavailable' } {
  if (unfinished(error) === 'thrown') throw error;
  return { kind: 'unavailable' };
}
