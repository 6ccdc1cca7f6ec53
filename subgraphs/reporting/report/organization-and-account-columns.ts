import { id } from './report-column.js';

/** The organization and account of a transaction `t`. */
export const OF_TRANSACTION = {
  organization_id: id('t.organization_id', 'Transaction.organizationId', 'The organization it belongs to.'),
  account_id: id('t.account_id', 'Transaction.accountId', 'The account.'),
} as const;

export const TRANSACTION_ID = {
  transaction_id: id('t.id', 'Transaction.id', 'The transaction in the account’s history.'),
} as const;

/** The same for an account `a`. */
export const OF_ACCOUNT = {
  organization_id: id('a.organization_id', 'Account.organizationId', 'The organization it belongs to.'),
  account_id: id('a.id', 'Account.id', 'The account.'),
} as const;
