import type { AccountStatusCode, NotPayableReason } from '../../../../core/contract/account-enumerations.js';

/** Why a loan takes no payments, when its loan system reports that it takes none. */
export function notPayableReason(status: AccountStatusCode): NotPayableReason {
  switch (status) {
    case 'pending':
      return 'not_disbursed';
    case 'paid_in_full':
    case 'closed':
      return status;
    case 'charged_off':
      return 'no_recoveries';
    case 'unknown':
      return 'status_unknown';
    case 'active':
    case 'delinquent':
      return 'held_by_loan_system';
  }
}
