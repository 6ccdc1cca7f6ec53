import type { Parameter } from '../../core/db/statement.js';
import { newId } from '../../core/ids/ids.js';
import type { Populated } from './populated.js';

type Values = Readonly<Record<string, Parameter>>;

/** Values for the statements that write loans in sets, by the statements' names. */
export function loanSetValues(of: Populated): Readonly<Record<string, Values>> {
  const { accountId, personId } = of;
  const [originalExternalId = '', externalId = ''] = of.transactionExternalIds;
  const address = { personId, id: newId(), line1: '1 Set St', city: 'Albany', country: 'US' };
  const change = { accountId, balanceCents: 1, statusCode: 'active', asOf: '2026-01-15', pastDueCents: 0 };
  const event = { accountId, id: newId(), type: 'opened', toStatus: 'active', occurredAt: '2026-01-15T12:00:00.000Z' };
  const transaction = {
    accountId,
    id: newId(),
    externalId: newId(),
    type: 'payment',
    amountCents: 1,
    status: 'posted',
  };
  const loan = { id: newId(), externalId: newId(), primaryBorrowerPartyId: personId, balanceCents: 1, version: 1 };
  return {
    'person.set_addresses': { personIds: [personId], addressesOf: JSON.stringify([address]) },
    'projection.record_events': { events: JSON.stringify([event]) },
    'projection.take_back_set': { pairs: JSON.stringify([{ accountId, externalId, originalExternalId }]) },
    'projection.write_account_set': { changes: JSON.stringify([change]) },
    'projection.write_transaction_set': { transactions: JSON.stringify([transaction]) },
    'sync.lock_account_set': { externalIds: [of.pendingAccountId] },
    'sync.mark_transaction_set_deleted': { present: JSON.stringify({ [accountId]: [] }) },
    'sync.stored_person_set': { persons: [of.syncedPersonId] },
    'sync.set_borrower_set': { borrowersOf: JSON.stringify([{ accountId, personId, role: 'co_borrower' }]) },
    'sync.upsert_account_set': { loans: JSON.stringify([{ ...loan, statusCode: 'active' }]) },
    'sync.upsert_person_set': { persons: JSON.stringify([{ id: newId(), externalId: newId(), displayName: 'Set' }]) },
  };
}
