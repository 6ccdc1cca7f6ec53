import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION_SCOPE } from '../../core/db/organization-scope.js';
import { TABLES } from '../../prisma/client/rows.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { productStatements } from '../support/product-statements.js';
import { withoutLone } from '../support/statement-values.js';

/** A node in the output of `explain (format json)`. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly PlanNode[];
}

let database: TestDatabase;
let client: pg.Client;
/** Tables whose rows belong to organizations. */
const TENANT_TABLES: ReadonlySet<string> = new Set(
  Object.entries(ORGANIZATION_SCOPE).flatMap(([model, rule]) =>
    'column' in rule && rule.column === 'organizationId' ? [tableNamed(model)] : [],
  ),
);
/** Their indexes. */
let tenantIndexes: ReadonlySet<string>;
/** Indexes that the plans above use. */
const indexesRead = new Set<string>();

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  // Forces an index wherever one is possible, however small the table is: any remaining scan has no index.
  await client.query(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_material = off',
  );
  tenantIndexes = await names(
    `select indexname as name from pg_indexes where schemaname = 'public' and tablename = any($1)`,
    [...TENANT_TABLES],
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Commands to the connection, which Postgres does not plan. */
const UNPLANNED: readonly string[] = ['connection.forget_plans'];
const planned = productStatements().filter(({ name }) => !UNPLANNED.includes(name));

describe.each(planned.map((statement) => [statement.name, statement] as const))(
  '%s',
  (name, { forOne, forAllowlist, forAll }) => {
    it.each([
      ['within one organization', forOne],
      ['within an allowlist', forAllowlist],
      ['for all', forAll],
    ] as const)(
      'reaches rows of organizations through an index that begins with the organization, %s',
      async (_, { text }) => {
        const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
          `explain (generic_plan, format json) ${text}`,
        );
        const plans = rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan));
        for (const index of plans.flatMap(indexesOf)) indexesRead.add(index);
        const scans = plans.flatMap(scansOf);
        expect(scans.filter((scan) => !(WITHOUT[withoutLone(name)] ?? []).includes(scan)).join(', ')).toBe('');
      },
    );
  },
);

/** Used only with many rows: for a small table Postgres takes any index that begins with the organization. */
const READ_OF_MANY: readonly string[] = [
  // Accounts of a person, and whether a person is a borrower at all.
  'account_organization_id_primary_borrower_party_id_idx',
  // Persons by a whole email address: with few rows, their primary key is used.
  'person_email_idx',
  // Disputes of an account.
  'dispute_organization_id_account_id_idx',
  // The rows that a day's tie-out compares, among all of a lender's.
  'autopay_run_organization_id_effective_date_idx',
  'collected_payment_organization_id_effective_date_idx',
  'collected_payment_organization_id_settled_at_idx',
  // Instruments that a processor has renewed.
  'payment_method_organization_id_processor_token_idx',
  // Possible duplicates of a new payment, among all of its account.
  'collected_payment_equal_idx',
];

it('each index is used by a statement, or enforces a constraint', async () => {
  const others = await names(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and not indisunique`,
  );
  expect([...others].filter((index) => !indexesRead.has(index) && !READ_OF_MANY.includes(index))).toEqual([]);
});

/**
 * These hold locks or run for each request. Without one more column of their index they would read all rows of a
 * lender.
 */
const NARROWED_BY = { 'ledger.journal.of_loan': 'loan_id', 'ledger_journal.page_of_loan': 'loan_id' } as const;
it.each(Object.entries(NARROWED_BY))('%s uses an index with its %s', async (name, column) => {
  const found = productStatements().find((statement) => statement.name === name);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${found?.forAllowlist.text}`);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`Index Cond: .*${column} = `));
});

function indexesOf(node: PlanNode): readonly string[] {
  const own = node['Index Name'] === undefined ? [] : [node['Index Name']];
  return [...own, ...(node.Plans ?? []).flatMap(indexesOf)];
}

/** Scans of tables that are not restricted by organization: `Seq Scan account`, `Index Scan autopay_run_open_idx`. */
function scansOf(node: PlanNode): readonly string[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const table = node['Relation Name'];
  const index = node['Index Name'];
  const type = node['Node Type'];
  if (type === 'Seq Scan' && table !== undefined && TENANT_TABLES.has(table)) return [`${type} ${table}`, ...below];
  if (index === undefined || !tenantIndexes.has(index)) return below;
  const narrowed = node['Index Cond']?.includes('organization_id') ?? false;
  return narrowed ? below : [`${type} ${index}`, ...below];
}

/** Permitted scans, each with its reason. */
const BY_PROVIDER = 'campaign_identifier_provider_identifier_idx';
const ANY_BY_PROVIDER = ['Bitmap Index Scan', 'Index Scan', 'Index Only Scan'].map((scan) => `${scan} ${BY_PROVIDER}`);
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  // A provider's event finds its organization by the registered identifier.
  'campaign_identifier.named': ANY_BY_PROVIDER,
  // The holder of an identifier, in any organization: few rows.
  'campaign_identifier.held': ANY_BY_PROVIDER,
  // A path identifies one address in any organization: 256 random bits are unique by themselves.
  'webhook_address.of_path': ['Bitmap Index Scan', 'Index Scan'].map((scan) => `${scan} webhook_address_path_id_idx`),
  'campaign.delete_identifier': ANY_BY_PROVIDER,
  'waiting_event.campaigns': ANY_BY_PROVIDER,
  'waiting_event.organizations': ANY_BY_PROVIDER,
  // Clocks that are being advanced, in any organization: one small row for each sandbox organization.
  'test_clock.advancing': ['Seq Scan test_clock'],
  // Counts open rows of all organizations, using indexes of open rows only: few of many.
  'metrics.open_business': [
    'Bitmap Index Scan collected_payment_held_idx',
    'Bitmap Index Scan payment_reversal_open_idx',
    'Index Only Scan operator_exception_open_idx',
    'Index Scan operator_exception_open_idx',
    'Bitmap Index Scan operator_exception_open_idx',
  ],
};

function tableNamed(model: string): string {
  const found = Object.entries(TABLES).find(([name]) => name === model);
  if (found === undefined) throw new Error(`the schema has no ${model}`);
  return found[1].table;
}

async function names(sql: string, tables?: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(sql, tables === undefined ? [] : [tables]);
  return new Set(rows.map(({ name }) => name));
}
