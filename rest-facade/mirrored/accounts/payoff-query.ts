import { isoDateText } from '../../../core/contract/date-range.js';
import { commonQuery } from '../../request/list-query.js';

/** Query of what is quoted for a day. The service says which days there are. */
export const payoffQuery = commonQuery.safeExtend({
  on: isoDateText
    .describe('The day on which the money would come in: today (New York) to 30 days ahead; today without it.')
    .optional(),
});
