import { isoDateText } from '../../../core/contract/date-range.js';
import { commonQuery } from '../../request/list-query.js';

/** Query of a payoff quote. The service decides which days are allowed. */
export const payoffQuery = commonQuery.safeExtend({
  on: isoDateText
    .describe('The day on which the money would arrive: today (New York) up to 30 days ahead; default today.')
    .optional(),
});
