import { AUTOPAY_RUN_STATUSES } from '../../../../core/contract/autopay.js';
import { enumOf } from '../../../../core/graphql/enum.js';

export const AutopayRunStatus = enumOf(AUTOPAY_RUN_STATUSES, {
  name: 'AutopayRunStatus',
  description: 'Status of an autopay run.',
  values: {
    charging: 'The instrument is being charged, or the charge is being looked up.',
    retrying: 'Not charged so far; tried again on `nextTryOn`.',
    charged: 'Charged; the posting has not been sent to the loan system yet.',
    posting: 'The posting was sent to the loan system, or its outcome is being looked up.',
    posted: 'Charged and posted: the loan has a transaction.',
    reversed: 'Posted, and reversed later: the charge was disputed or refunded at the processor.',
    refunding: 'Charged and certainly not posted; the charge is being refunded.',
    refunded: 'The charge was refunded.',
    failed: 'Not charged, and not tried again.',
    missed: 'Its date passed before it could run; it is not charged later.',
    held: 'Not charged, because another run with the same account, method, amount and day was; a person releases or cancels it.',
  },
});
