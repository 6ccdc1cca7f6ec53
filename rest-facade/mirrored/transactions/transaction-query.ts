import { severalOf } from '../../../core/contract/query-parameters.js';
import { TRANSACTION_TYPE_NAMES } from '../../../core/contract/transaction-types-and-statuses.js';
import { listQuery } from '../../request/list-query.js';

/** Query of lists of transactions. */
export const transactionQuery = listQuery.safeExtend({
  type: severalOf(TRANSACTION_TYPE_NAMES).describe('Only transactions of this type; may be repeated.').optional(),
});
