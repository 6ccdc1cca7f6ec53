import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeBack, tieConsequences } from '../connectors/loan-systems/projection/projection.store.js';
import { systemPrincipal, within } from '../core/auth/principal.js';
import { SimulatedClock } from '../core/clock.js';
import { bind, type Parameters, type Statement } from '../core/db/statement.js';
import { board, sample } from './support/boarding-desk.js';
import { type House, openHouse } from './support/house.js';

/* What a reversal ties is found by reading the loan's history a few times, however long it is and whatever the planner knows of the table. */

const LATER = 600;
/** A reading for the ids, and one of each row that is written. */
const READINGS = 5;

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

let house: House;
let client: pg.Client;
let organizationId: string;
let accountId: string;
let externalIds: readonly string[];

beforeAll(async () => {
  house = await openHouse({ clock: new SimulatedClock('2026-05-01T15:00:00Z'), worker: false });
  ({ organizationId } = await house.lender());
  await board(house.resources, organizationId, sample(1, LATER, '2026-05-01'));
  client = new pg.Client(house.databaseUrl);
  await client.connect();
  // As after a large load, before anybody has counted.
  await client.query('alter table transaction set (autovacuum_enabled = false)');
  await client.query(`delete from pg_statistic where starelid = 'transaction'::regclass`);
  await client.query(`update pg_class set reltuples = -1, relpages = 0 where oid = 'transaction'::regclass`);
  await client.query('set plan_cache_mode = force_generic_plan; set random_page_cost = 1.1');
  const { rows } = await client.query<{ accountId: string; externalId: string }>(
    `update transaction set external_id = coalesce(external_id, id) where organization_id = $1
     returning account_id as "accountId", external_id as "externalId"`,
    [organizationId],
  );
  accountId = rows[0]?.accountId ?? '';
  externalIds = rows.map(({ externalId }) => externalId);
  expect(externalIds).toHaveLength(LATER);
}, 60_000);
afterAll(async () => {
  await client.end();
  await house.close();
});

it('tie_consequences', async () => {
  const [becauseOfExternalId, ...others] = externalIds;
  const links = others.map((externalId) => ({
    externalId,
    becauseOfExternalId,
    reallocatesExternalId: becauseOfExternalId,
  }));
  const parameters = { organizationId, accountId, links: JSON.stringify(links) };
  expect(await rowsRead(tieConsequences, parameters)).toBeLessThan(READINGS * LATER);
});

it('take_back', async () => {
  const half = LATER / 2;
  const pairs = externalIds
    .slice(0, half)
    .map((externalId, at) => ({ externalId, originalExternalId: externalIds[half + at] }));
  const parameters = { organizationId, accountId, pairs: JSON.stringify(pairs) };
  expect(await rowsRead(takeBack, parameters)).toBeLessThan(READINGS * LATER);
});

/** Rows of transactions that a statement goes through, kept or not. */
async function rowsRead<P extends Parameters, R>(statement: Statement<P, R>, parameters: P): Promise<number> {
  const { text, values } = bind(statement, within(systemPrincipal('test'), organizationId), parameters);
  await client.query('begin');
  await client.query(`prepare measured as ${text}`);
  const given = values.map((value) => pg.escapeLiteral(String(value))).join(', ');
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `explain (analyze, format json) execute measured(${given})`,
  );
  await client.query('rollback; deallocate measured');
  return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => readOf(Plan))).reduce((sum, read) => sum + read, 0);
}

function readOf(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + readOf(plan), 0);
  // A node that writes has its rows from below.
  if (node['Relation Name'] !== 'transaction' || node.Plans !== undefined) return below;
  return below + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}
