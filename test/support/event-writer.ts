import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { createLogger } from '../../core/logging/logger.js';
import { limitToOrganization, systemPrincipal } from '../../core/principal/principal.js';
import { recordedFieldsOf } from '../../subgraphs/payments/collected/payment/fields-from-collector.js';
import {
  insertPending,
  settlePosted,
  settleUnknown,
} from '../../subgraphs/payments/collected/recording/record-payment.store.js';

/*
 * A process that changes the states of payments by the product's own statements until it is killed. Every third payment
 * is rolled back after its event was written: no client may ever receive those events.
 */
const { DATABASE_URL = '', ORGANIZATION_ID = '', ACCOUNT_ID = '' } = process.env;
const db = new Database(createPool(DATABASE_URL, 8, createLogger('silent', 'test')));
const writer = limitToOrganization(systemPrincipal('proof'), ORGANIZATION_ID);
const ON_PURPOSE = new Error('rolled back on purpose');

async function write(isRolledBack: boolean): Promise<void> {
  const key = { id: newId(), organizationId: ORGANIZATION_ID };
  const said = recordedFieldsOf({ amount_cents: 1, payment_method: 'cash' });
  const payment = { ...key, ...said, accountId: ACCOUNT_ID, recordedBy: 'proof' };
  const posting = { effectiveDate: '2026-01-15', referenceNumber: 1, postedAt: '2026-01-15T12:00:00Z' };
  const posted = { ...key, ...posting, postingExternalId: 'x', code: null, amountCents: 1, paymentMethods: [] };
  await db.transaction(async (tx) => {
    const day = { recordedOn: '2026-01-15', equalSince: '2026-01-15' };
    await tx.many(writer, insertPending, { ...payment, ...day, postingReference: null, leaseMs: 3_600_000 });
    await tx.many(writer, settleUnknown, key);
    if (isRolledBack) throw ON_PURPOSE;
  });
  await db.transaction((tx) => tx.many(writer, settlePosted, posted));
}

async function keepWriting(): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    await write(turn % 3 === 2).catch((error: unknown) => {
      if (error !== ON_PURPOSE) throw error;
    });
  }
}

process.stdout.write('writing\n');
await Promise.all([keepWriting(), keepWriting(), keepWriting(), keepWriting()]);
