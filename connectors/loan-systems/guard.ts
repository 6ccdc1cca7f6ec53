import type { Logger } from '../../core/logger.js';
import { type CallGuardOptions, callGuard, unfinished } from '../call-guard.js';
import type { LoanSystem, PostingOutcome, Reached } from './port.js';
import type { LoanSource } from './source.js';

export interface GuardOptions extends CallGuardOptions {
  /** Overrides the system's own `settleAfterMs`. */
  readonly settleAfterMs: number | undefined;
}

/** Puts a timeout, a circuit breaker and a bulkhead around a loan system outside our database. */
export function guarded(system: LoanSystem, options: GuardOptions): LoanSystem {
  const execute = callGuard({ loan_system: system.code }, options);
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
    ...(system.source !== undefined && { source: guardedSource(system.code, system.source, options) }),
  };
}

/** Sync has a breaker and a bulkhead of its own: however much it reads, and however that fares, payments have theirs. */
function guardedSource(code: string, source: LoanSource, options: GuardOptions): LoanSource {
  const execute = callGuard({ loan_system: code, side: 'sync' }, options);
  const read = <T>(call: () => Promise<Reached<T>>): Promise<Reached<T>> => execute(call).catch(unfinishedRead);
  return {
    listsChanges: source.listsChanges,
    heads: (request) => read(() => source.heads(request)),
    loan: (externalId) => read(() => source.loan(externalId)),
    transactions: (externalId, page) => read(() => source.transactions(externalId, page)),
    person: (externalId) => read(() => source.person(externalId)),
  };
}

/** The breaker and the bulkhead refuse before anything is sent; a timeout comes after. Whatever else is thrown: nobody knows. */
function unfinishedPost(error: unknown, logger: Logger): PostingOutcome {
  const how = unfinished(error);
  if (how === 'not_sent') return { kind: 'unreachable' };
  if (how === 'thrown') logger.error({ err: error }, 'a loan system adapter threw while posting');
  return { kind: 'unknown' };
}

function unfinishedRead(error: unknown): { readonly kind: 'unavailable' } {
  if (unfinished(error) === 'thrown') throw error;
  return { kind: 'unavailable' };
}
