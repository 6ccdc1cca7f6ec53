import { isSandbox } from '../../../core/business-time/business-clock.js';
import type { Database } from '../../../core/db/database.js';
import type { LoanReference, LoanSystem } from '../../../loan-model/port.js';

/**
 * The sandbox in production: it does not reach accounts of other organizations than sandbox organizations, as if they
 * did not exist.
 */
export function onlyForSandboxes(system: LoanSystem, db: Database): LoanSystem {
  const isOut = async ({ organizationId }: Pick<LoanReference, 'organizationId'>) =>
    !(await isSandbox(db, organizationId));
  const unavailable = { kind: 'unavailable' } as const;
  const unreachable = { kind: 'unreachable' } as const;
  return {
    code: system.code,
    settleAfterMs: system.settleAfterMs,
    businessDay: async (organizationId) =>
      organizationId === undefined || (await isOut({ organizationId }))
        ? unavailable
        : system.businessDay(organizationId),
    quotePayoff: async (loan) => ((await isOut(loan)) ? unavailable : system.quotePayoff(loan)),
    quotePayoffOn: async (loan, on) => ((await isOut(loan)) ? unavailable : system.quotePayoffOn(loan, on)),
    findPosting: async (loan, reference) => ((await isOut(loan)) ? unavailable : system.findPosting(loan, reference)),
    postPayment: async (payment, sending) =>
      (await isOut(payment.loan)) ? unreachable : system.postPayment(payment, sending),
    reversePayment: async (reversal, sending) =>
      (await isOut(reversal.loan)) ? unreachable : system.reversePayment(reversal, sending),
  };
}
