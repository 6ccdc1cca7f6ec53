import pg from 'pg';
import { withClient } from '../../core/db/with-client.js';
import type { Place } from '../support/database.js';
import { type ComparedServer, TITLES } from './compared-servers.js';
import { connectionPool, isSuccess } from './connection-pool.js';
import type { Fixture } from './fixture.js';
import { recordCall } from './scenarios.js';

/** Each table with a payment's rows, and the column that names its account. Lines belong to their entry. */
const ROWS_OF_ACCOUNT = {
  ledger_loan: 'id',
  account: 'id',
  ledger_entry: 'loan_id',
  transaction: 'account_id',
  collected_payment: 'account_id',
  past_due_snapshot: 'account_id',
  event: 'account_id',
} as const;

/** Columns that differ between any two payments, and the answer, whose text contains them. */
const OWN = [
  ...['id', 'loan_id', 'account_id', 'object_id', 'external_id', 'external_reference', 'external_contract_number'],
  ...['reference_number', 'posting_external_id', 'transaction_id', 'oldest_transaction_id', 'position', 'actor'],
  ...['posted_at', 'created_at', 'settled_at', 'recorded_by', 'subject_id', 'key', 'fingerprint', 'expires_at'],
  ...['answer', 'answer_body'],
];

/**
 * Records one payment on each server, on loans that are alike: all servers must write the same number of rows in each
 * table, with the same values.
 *
 * @throws {Error} with the first difference
 */
export async function requireSameRows(
  servers: readonly ComparedServer[],
  { payableAccountIds }: Fixture,
  { ownerUrl }: Place,
): Promise<void> {
  const written: { readonly server: string; readonly rows: readonly string[] }[] = [];
  for (const [index, server] of servers.filter((each) => each.has('record_payment')).entries()) {
    const accountId = payableAccountIds[index] ?? '';
    await record(server, accountId);
    written.push({ server: TITLES[server.kind], rows: await rowsOf(ownerUrl, accountId) });
  }
  const [first, ...others] = written;
  for (const { server, rows } of others) {
    const missing = first?.rows.filter((row) => !rows.includes(row)) ?? [];
    const added = rows.filter((row) => first?.rows.includes(row) !== true);
    if (missing.length + added.length > 0 || rows.length !== first?.rows.length)
      throw new Error(
        `${server} writes other rows than ${first?.server}:\n- ${missing.join('\n- ')}\n+ ${added.join('\n+ ')}`,
      );
  }
}

async function record(server: ComparedServer, accountId: string): Promise<void> {
  const pool = connectionPool(server);
  const { status, text } = await pool.answer(server.requestOf(recordCall(accountId)));
  await pool.close();
  if (!isSuccess(server.kind, status, text)) throw new Error(`${TITLES[server.kind]}: a payment was answered ${text}`);
}

/** Each row as text, without what differs between any two payments. */
function rowsOf(ownerUrl: string, accountId: string): Promise<readonly string[]> {
  return withClient(ownerUrl, async (client) => {
    const rows: string[] = [];
    const read = async (table: string, condition: string) => {
      const text = `select to_jsonb(t) - $2::text[] as row from ${pg.escapeIdentifier(table)} t where ${condition}`;
      const found = await client.query<{ row: object }>(text, [accountId, OWN]);
      rows.push(...found.rows.map(({ row }) => `${table} ${JSON.stringify(row)}`));
    };
    for (const [table, column] of Object.entries(ROWS_OF_ACCOUNT)) await read(table, `t.${column} = $1`);
    await read(
      'ledger_line',
      't.reference_number in (select e.reference_number from ledger_entry e where e.loan_id = $1)',
    );
    await read('idempotency_record', 't.subject_id in (select c.id from collected_payment c where c.account_id = $1)');
    return rows.sort();
  });
}
