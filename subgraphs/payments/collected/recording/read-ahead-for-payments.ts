import { findStoredForms } from '../../../../core/idempotency/idempotency.store.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { RECORD_PAYMENT } from './payment-to-record.js';
import { isOnLedger, type ReadForPayment, readAccountsForPayments } from './read-for-payment.reads.store.js';
import type { RecordPaymentRequest } from './record-payment.js';

/** What was read for a payment; undefined if it must be read when it is recorded. */
export type ReadAhead = (
  request: Pick<RecordPaymentRequest, 'accountId' | 'idempotencyKey'>,
) => ReadForPayment | undefined;

/**
 * Reads the ledger's accounts of several payments of one organization at once. It serves only the first payment of an
 * account, because that one changes the loan. What has changed since is noticed by the loan's row version, and the
 * payment is then recorded under the lock. Other loan systems have no such version: their accounts are not read ahead.
 */
export async function readAheadForPayments(
  { db, clientKeys }: Pick<ServiceParts, 'db' | 'clientKeys'>,
  principal: Principal,
  organizationId: string,
  requests: readonly Pick<RecordPaymentRequest, 'accountId' | 'idempotencyKey'>[],
): Promise<ReadAhead> {
  const formsOf = (key: string) => clientKeys.known(key).forms;
  const keys = requests.flatMap(({ idempotencyKey }) => formsOf(idempotencyKey));
  const ids = [...new Set(requests.map(({ accountId }) => accountId))];
  const found = await db.many(principal, readAccountsForPayments, { ids });
  const stored = await db.many(principal, findStoredForms, { organizationId, operation: RECORD_PAYMENT, keys });
  const accounts = new Map(found.filter(isOnLedger).map((account) => [account.accountId, account]));
  const inUse = new Set(stored.map(({ key }) => key));
  return ({ accountId, idempotencyKey }) => {
    const account = accounts.get(accountId);
    accounts.delete(accountId);
    return account && { ...account, isKeyStored: formsOf(idempotencyKey).some((form) => inUse.has(form)) };
  };
}
