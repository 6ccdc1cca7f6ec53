import type { AccountStatusCode } from '../../../core/contract/account.js';

/**
 * Mambu's states (docs/loan-systems.md). A loan that is written off or repaid is `CLOSED`, and only its substate tells which.
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

/** Written-off loans take no repayments in Mambu, unless the write-off is undone first. */
export function takesRepayments(state: string): boolean {
  return state === 'ACTIVE' || state === 'ACTIVE_IN_ARREARS';
}

/** Both words, for logs and operators: `CLOSED/REPAID`. */
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
