import type { AccountStatusCode } from '../../../core/contract/account-enumerations.js';

/**
 * Mambu's states (docs/loan-systems.md). Both written-off and repaid loans are `CLOSED`; only the substate
 * distinguishes them.
 */
export function statusOf(state: string, subState: string | undefined): AccountStatusCode {
  switch (state) {
    case 'PARTIAL_APPLICATION':
    case 'PENDING_APPROVAL':
    case 'APPROVED':
      return 'pending';
    case 'ACTIVE':
      return 'active';
    case 'ACTIVE_IN_ARREARS':
      return 'delinquent';
    case 'CLOSED':
      return closed(subState);
    case 'CLOSED_WRITTEN_OFF':
      return 'charged_off';
    case 'CLOSED_REJECTED':
      return 'closed';
    default:
      return 'unknown';
  }
}

/** Written-off loans accept no repayments in Mambu unless the write-off is undone first. */
export function takesRepayments(state: string): boolean {
  return state === 'ACTIVE' || state === 'ACTIVE_IN_ARREARS';
}

/** State and substate, for logs and operators: `CLOSED/REPAID`. */
export function sourceStatusOf(state: string, subState: string | undefined): string {
  return subState === undefined ? state : `${state}/${subState}`;
}

function closed(subState: string | undefined): AccountStatusCode {
  switch (subState) {
    case 'REPAID':
      return 'paid_in_full';
    case 'WRITTEN_OFF':
      return 'charged_off';
    case undefined:
    case 'REFINANCED':
    case 'RESCHEDULED':
    case 'WITHDRAWN':
    case 'REJECTED':
    case 'TERMINATED':
      return 'closed';
    default:
      return 'unknown';
  }
}
