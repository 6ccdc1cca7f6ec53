import type { Transaction } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { systemPrincipal } from '../../../core/principal/principal.js';

const SEED = systemPrincipal('demo-seed');

/** A row by its column names. */
export type Row = Readonly<Record<string, string | number | boolean | null | object>>;

const TABLES = [
  'organization',
  'loan_system',
  'workspace',
  'person',
  'person_address',
  'account',
  'account_borrower',
  'sandbox_loan',
  'past_due_snapshot',
  'payment_method',
  'autopay_schedule',
  'autopay_run',
  'autopay_attempt',
  'dispute',
  'sandbox_charge',
  'sandbox_posting',
  'ledger_product',
  'ledger_product_version',
  'collected_payment',
  'payment_reversal',
  'operator_exception',
  'email_template',
  'workspace_merge_field',
  'workspace_asset',
  'campaign',
  'campaign_identifier',
  'campaign_event',
  'suppression',
] as const;

export type SeededTable = (typeof TABLES)[number];

/**
 * Defaults for columns that some tables have: history has no events, and lenders are real ones in New York unless
 * specified otherwise.
 */
const DEFAULTS = {
  ...{ event_sequence: 0, is_reachable: true, time_zone: 'America/New_York', sandbox: false },
  ...{ pauses_autopay_after_charge_off: false, is_one_time: false },
};

const inserts = new Map(TABLES.map((table) => [table, insertInto(table)]));

/** Inserts rows with every column named: omitted columns are null, except for these few. */
export async function insertRows(tx: Transaction, table: SeededTable, rows: readonly Row[]): Promise<void> {
  const insert = inserts.get(table);
  if (insert === undefined) throw new Error(`no demo data are defined for ${table}`);
  await tx.many(SEED, insert, { rows: JSON.stringify(rows.map((row) => ({ ...DEFAULTS, ...row }))) });
}

function insertInto(table: SeededTable) {
  return statement({
    name: `demo.insert.${table}`,
    takes: { rows: 'jsonb' },
    unscoped: 'creates_demo_data',
    text: ({ p }) => `insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${p.rows}::jsonb)`,
  });
}
