import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bind } from '../../core/db/statement.js';
import { newId } from '../../core/ids/ids.js';
import { limitToOrganization, systemPrincipal } from '../../core/principal/principal.js';
import { linkConsequences, reverseTransactions } from '../../loan-model/projection/linked-transactions.store.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/*
 * A reversal links each later payment of its loan to it. Without statistics on a table that was never analyzed, the
 * planner must not read all rows of a loan for each of them.
 */

/** A node of a plan, as in `explain (format json)`. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const ACCOUNT = { organizationId: newId(), accountId: newId() };
const LATER = Array.from({ length: 2_000 }, (_, index) => String(index + 1));
const PROJECTION = limitToOrganization(systemPrincipal('projection'), ACCOUNT.organizationId);
const LINKS = LATER.map((externalId) => ({
  externalId,
  becauseOfExternalId: '1',
  reallocatesExternalId: externalId,
}));
const STATEMENTS = [
  bind(reverseTransactions, PROJECTION, {
    ...ACCOUNT,
    pairs: JSON.stringify([{ externalId: '2', originalExternalId: '1' }]),
  }),
  bind(linkConsequences, PROJECTION, { ...ACCOUNT, links: JSON.stringify(LINKS) }),
].map((statement) => [statement.name, statement] as const);

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  // Foreign keys do not affect plans.
  await client.query("set session_replication_role = 'replica'");
  await client.query('alter table transaction set (autovacuum_enabled = false)');
  await client.query(
    `insert into transaction (id, organization_id, account_id, type, external_id, sort_on)
     select 't' || loan || '-' || nth, $1, case loan when 0 then $2 else 'loan-' || loan end, 'payment', nth::text,
       date '2024-01-01' + nth
     from generate_series(0, 9) loan, generate_series(1, 2000) nth`,
    [ACCOUNT.organizationId, ACCOUNT.accountId],
  );
  await client.query("delete from pg_statistic where starelid = 'transaction'::regclass");
  await client.query("update pg_class set reltuples = -1, relpages = 0 where oid = 'transaction'::regclass");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it.each(STATEMENTS)(
  '%s reads a loan once, and each linked row by its key, without statistics',
  async (_, { text, values }) => {
    const planned = await client.query(`explain (format json) ${text}`, values);
    const generic = await client.query(`explain (format json, generic_plan) ${text}`);
    for (const { rows } of [planned, generic]) {
      const plan: PlanNode = rows[0]['QUERY PLAN'][0].Plan;
      const scans = scansOf(plan, false);
      expect(scans.filter((scan) => scan.startsWith('once'))).toEqual([
        expect.stringMatching(/^once \w+( \w+)* Scan .*account_id = /),
      ]);
      expect(scans.filter((scan) => !scan.startsWith('once'))).toEqual(
        scans.filter((scan) => /^each Index Scan transaction_pkey .*\(id = /.test(scan)),
      );
      expect(scans.length).toBeGreaterThan(1);
    }
  },
);

/** Scans of the table: those that run once, and those that run again for each row of the other side of a join. */
function scansOf(node: PlanNode, isRepeated: boolean): readonly string[] {
  const below = (node.Plans ?? []).flatMap((part) =>
    scansOf(part, isRepeated || (node['Node Type'] === 'Nested Loop' && part['Parent Relationship'] === 'Inner')),
  );
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition } = node;
  const isScan = type.endsWith('Scan') && (table === 'transaction' || index?.startsWith('transaction_') === true);
  // A bitmap's rows are identified by the index below it.
  if (!isScan || type === 'Bitmap Heap Scan') return below;
  return [`${isRepeated ? 'each' : 'once'} ${type} ${index ?? table} ${condition ?? ''}`, ...below];
}
