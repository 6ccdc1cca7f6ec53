import { setTimeout as sleep } from 'node:timers/promises';
import { derived } from '../../../../core/db/columns.js';
import type { Database } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import { Problem } from '../../../../core/errors/problem.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';

const DEACTIVATION = systemPrincipal('deactivation');

/** Transactions that are writing payments, of any organization: a statement locks its tables before it reads. */
const transactionsWritingPayments = statement({
  name: 'organization.transactions_writing_payments',
  gives: derived({ id: 'text' }),
  unscoped: 'reads_no_rows',
  text: () => `
    select distinct l.virtualtransaction as id from pg_locks l
     where l.database = (select d.oid from pg_database d where d.datname = current_database())
       and l.relation = 'collected_payment'::regclass and l.mode = 'RowExclusiveLock' and l.granted`,
});

const PAUSE_MS = 20;
/** Longer than any statement that writes a payment may run. */
const PATIENCE_MS = 30_000;

/**
 * Waits for the payments that were being written when it was called: one that began before a deactivation was committed
 * may not have seen it, and locks nothing that the deactivation would wait for. Those that begin later see it.
 *
 * @throws {Problem} `service_unavailable` if they are not written in time; a repeated call waits again.
 */
export async function paymentsInProgressWritten(db: Database): Promise<void> {
  const writing = async () =>
    new Set((await db.many(DEACTIVATION, transactionsWritingPayments, {})).map(({ id }) => id));
  let open = await writing();
  for (const began = performance.now(); open.size > 0; ) {
    if (performance.now() - began > PATIENCE_MS) throw new Problem('service_unavailable');
    await sleep(PAUSE_MS);
    const now = await writing();
    open = new Set([...open].filter((id) => now.has(id)));
  }
}
