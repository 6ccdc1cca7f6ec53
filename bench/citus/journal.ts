import pg from 'pg';
import { withClient } from '../../core/db/with-client.js';
import type { Step } from './main-job.js';
import type { SetUp } from './set-ups.js';

const CHANGE = 'update ledger_entry set memo = memo';

/**
 * Forbidden changes to the journal, by role: triggers refuse the tables' owner, permissions refuse the product's role.
 */
const FORBIDDEN = [
  { name: 'lines that do not balance', by: 'databaseUrl', said: /does not balance/, text: lines([100, -99]) },
  { name: 'lines more for an entry that is there', by: 'databaseUrl', said: /given lines once/, text: lines([1, -1]) },
  { name: 'an entry is changed by the product', by: 'databaseUrl', said: /permission denied/, text: CHANGE },
  { name: 'an entry is changed by the owner', by: 'ownerUrl', said: /never changed/, text: CHANGE },
  { name: 'lines are deleted by the owner', by: 'ownerUrl', said: /never changed/, text: 'delete from ledger_line' },
] as const;

/**
 * Checks that the journal protects itself against any role: each change is tried, refused, and rolled back. Runs after
 * some payments.
 */
export async function journalHolds(setUp: SetUp): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const { name, by, said, text } of FORBIDDEN) {
    const refused = await withClient(setUp[by], (client) => refusal(client, text));
    steps.push({ name: `journal: ${name}`, wrong: said.test(refused) ? '' : refused });
  }
  return steps;
}

async function refusal(client: pg.Client, text: string): Promise<string> {
  await client.query('begin');
  try {
    await client.query(text);
    return 'it was let through';
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.message; // Citus drops some error codes
    throw error;
  } finally {
    await client.query('rollback');
  }
}

/** More lines for an existing entry. */
function lines(amounts: readonly number[]): string {
  const rows = amounts.map((amount, n) => `(${91 + n}, ${amount}::bigint)`).join();
  return `with entry as (select organization_id, reference_number from ledger_line order by organization_id, reference_number limit 1)
    insert into ledger_line (organization_id, reference_number, line_number, ledger_account, amount_cents)
    select organization_id, reference_number, n, 'cash', amount from entry cross join (values ${rows}) line (n, amount)`;
}
