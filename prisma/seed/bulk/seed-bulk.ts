import { bulkLoad } from '../../../core/db/bulk-load.js';
import type { Database } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import type { Clock } from '../../../core/time/clock.js';
import { Random } from '../demo/random.js';
import { accountTables } from './all-tables-but-transactions.js';
import { type BulkAccount, type BulkSize, bulkLenders } from './organizations-and-accounts.js';
import { TRANSACTION_COLUMNS, transactionRows } from './transactions.js';

export interface SeededBulk {
  readonly organizationIds: readonly string[];
  readonly accounts: number;
  readonly transactions: number;
}

export interface BulkOptions {
  readonly db: Database;
  /** The same database: COPY needs a separate connection. */
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly size: BulkSize;
  readonly progress?: (done: number, total: number) => void;
}

const SEED = 20_260_102;
const PROGRESS_EVERY = 100_000;
/** From this number of rows, updating the indexes costs more than rebuilding them. */
const WORTH_REBUILDING = 100_000;
const BULK = systemPrincipal('bulk-seed');

const ensureSandbox = statement({
  name: 'bulk.ensure_sandbox',
  unscoped: 'loan_system_without_borrower_data',
  text: () => `insert into loan_system (code, kind) values ('sandbox', 'sandbox') on conflict (code) do nothing`,
});

/** Adds organizations with many transactions, for benchmarks: everything in one transaction, by COPY. */
export async function seedBulk({ db, databaseUrl, clock, size, progress }: BulkOptions): Promise<SeededBulk> {
  const nowMs = clock.now().epochMilliseconds;
  const { organizations, accounts } = bulkLenders(size, nowMs, new Random(SEED));
  await db.many(BULK, ensureSandbox, {});
  const final = simulateHistory(accounts, size.transactions, nowMs);
  await bulkLoad(databaseUrl, async ({ copy }) => {
    for (const { table, columns, rows } of accountTables(organizations, final, nowMs)) await copy(table, columns, rows);
    const rows = transactionRows(accounts, size.transactions, nowMs, new Random(SEED));
    const rebuildsIndexes = size.transactions >= WORTH_REBUILDING;
    await copy('transaction', TRANSACTION_COLUMNS, withProgress(rows, size.transactions, progress), {
      rebuildsIndexes,
    });
  });
  return {
    organizationIds: organizations.map(({ id }) => id),
    accounts: accounts.length,
    transactions: size.transactions,
  };
}

/**
 * The accounts in their state after their transactions: accounts are written first, so the same history is generated
 * twice.
 */
function simulateHistory(accounts: readonly BulkAccount[], count: number, nowMs: number): readonly BulkAccount[] {
  const copies = accounts.map((account) => ({ ...account }));
  for (const _ of transactionRows(copies, count, nowMs, new Random(SEED)));
  return copies;
}

function* withProgress<T>(rows: Iterable<T>, total: number, progress: BulkOptions['progress']): Generator<T> {
  let done = 0;
  for (const row of rows) {
    yield row;
    done += 1;
    if (done % PROGRESS_EVERY === 0) progress?.(done, total);
  }
}
