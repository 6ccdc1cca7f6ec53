import { columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { isKeyStoredSql } from '../../../../core/idempotency/idempotency.store.js';
import {
  LOAN,
  LOAN_OF_ACCOUNT,
  OF_PRODUCT,
  PRODUCT_TERMS,
  type StoredLoan,
} from '../../../../ledger/store/stored-loan.js';
import { ACCOUNT_FOR_POSTING, openCents, READ_AT } from '../../account/payable-account.reads.store.js';

const STANDING = columnsAs('Account', 'a', { statusCode: 'statusCode' });
const LENDER = columnsAs('Organization', 'o', {
  isActive: 'isActive',
  isSandbox: 'isSandbox',
  recoveringSince: 'recoveringSince',
});
const LEDGER_LOAN = LOAN.orNull();
const READ = derived({ openCents: 'int8', rowVersion: 'text?' });
const KEY = derived({ isKeyStored: 'bool' });

const SELECT = `
    select ${LEDGER_LOAN}, ${PRODUCT_TERMS}, ${ACCOUNT_FOR_POSTING}, clock_timestamp()::text as "readAt", ${STANDING}, ${LENDER},
      (${openCents('a.organization_id', 'a.id')}) as "openCents", loan.xmin::text as "rowVersion"`;
const FROM = `
    from account a join organization o on o.id = a.organization_id
      ${LOAN_OF_ACCOUNT} ${OF_PRODUCT}`;
const GIVEN = [LEDGER_LOAN, PRODUCT_TERMS, ACCOUNT_FOR_POSTING, READ_AT, STANDING, LENDER, READ] as const;

/**
 * Everything that decides on a payment, in one read without locks. `loan` is the ledger's loan of the account, if it
 * has one there; `rowVersion` its row version (xmin), which every write to the row changes.
 */
export const readForPayment = statement({
  name: 'collected_payment.read_for_payment',
  takes: { id: 'Account.id', operation: 'IdempotencyRecord.operation', keys: 'IdempotencyRecord.key[]' },
  gives: [...GIVEN, KEY],
  text: ({ p, scope }) => `${SELECT},
      ${isKeyStoredSql({ organizationId: 'a.organization_id', operation: p.operation, keys: p.keys })} as "isKeyStored"${FROM}
    where a.id = ${p.id} and ${scope('a.organization_id')}`,
});

/** The same of several accounts, without keys. */
export const readAccountsForPayments = statement({
  name: 'collected_payment.read_accounts_for_payments',
  takes: { ids: 'Account.id[]' },
  gives: GIVEN,
  text: ({ scope, oneOf }) => `${SELECT}${FROM}
    where ${oneOf('a.id', 'ids')} and ${scope('a.organization_id')}`,
});

export type AccountForPayments = RowOf<typeof LEDGER_LOAN> &
  RowOf<typeof PRODUCT_TERMS> &
  RowOf<typeof ACCOUNT_FOR_POSTING> &
  RowOf<typeof READ_AT> &
  RowOf<typeof STANDING> &
  RowOf<typeof LENDER> &
  RowOf<typeof READ>;
export type ReadForPayment = AccountForPayments & RowOf<typeof KEY>;

/** Whether the account is one of the ledger. */
export function isOnLedger<R extends AccountForPayments>(
  read: R,
): read is R & StoredLoan & { readonly rowVersion: string } {
  return read.id !== null && read.rowVersion !== null;
}
