import { CARD_BRANDS } from '../../core/cards/card-number.js';
import { ACCOUNT_STATUS_CODES, BORROWER_ROLES } from '../../core/contract/account-enumerations.js';
import { ADJUSTED_COMPONENTS, AGING_BUCKETS } from '../../core/contract/aging-buckets-and-adjusted-components.js';
import { LEDGER_ACCOUNT_NAMES } from '../../core/contract/ledger-accounts.js';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../core/contract/transaction-types-and-statuses.js';

/**
 * Members that are text in the graph but a closed list in the contract, by type and name. The graph cannot have an enum
 * for them (its values may not begin with a digit), and client compilers need the list.
 */
export const CLOSED_VALUES: Readonly<Record<string, readonly string[]>> = {
  'AccountBorrower.role': BORROWER_ROLES,
  'Delinquency.bucket': AGING_BUCKETS,
  'Delinquency.status_code': ACCOUNT_STATUS_CODES,
  'NonCashAdjustment.component': ADJUSTED_COMPONENTS,
  'PaymentMethod.card_brand': CARD_BRANDS,
};

/**
 * Members whose list of values may grow, by type and name. The list is given beside the schema, because generated
 * clients must accept values added later.
 */
export const OPEN_VALUES: Readonly<Record<string, readonly string[]>> = {
  'GeneralLedgerTotal.ledger_account': LEDGER_ACCOUNT_NAMES,
  'LedgerEntryLine.ledger_account': LEDGER_ACCOUNT_NAMES,
  'Transaction.type': Object.keys(TRANSACTION_TYPES),
  ...Object.fromEntries(
    ['Transaction', 'CashReceipt', 'CashAdjustment', 'NonCashAdjustment', 'NsfReturn'].map((row) => [
      `${row}.status`,
      Object.keys(TRANSACTION_STATUSES),
    ]),
  ),
};
