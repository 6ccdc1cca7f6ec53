import { AUTOPAY_RUN_STATUSES } from '../../../../core/contract/autopay.js';
import { enumOf } from '../../../../core/graphql/enum.js';

export const AutopayRunStatus = enumOf(AUTOPAY_RUN_STATUSES, {
  name: 'AutopayRunStatus',
  description: 'What became of one date of a schedule.',
  values: {
    charging: 'The instrument is being charged, or that charge is being looked up.',
    retrying: 'Not charged so far; tried again on `nextTryOn`.',
    charged: 'Charged; the loan system has yet to be asked to post it.',
    posting: 'The loan system is being asked, or the outcome is being looked up.',
    posted: 'Charged and posted: the loan has a transaction.',
    reversed: 'Posted, and taken back since: the charge was disputed or refunded at the processor.',
    refunding: 'Charged, certainly not posted, and the charge is being given back.',
    refunded: 'Given back.',
    failed: 'Not charged, and not tried again.',
    missed: 'Its date passed while it could not run; never made up for.',
    held: 'Not charged, because another run of the same account, method, amount and day was; a person releases or cancels it.',
  },
});
