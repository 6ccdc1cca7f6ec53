import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { withClient } from '../../core/db/with-client.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { makeRoles } from '../../runtime/roles/create-database-roles.js';
import { say } from '../support/bench.js';
import type { Place } from '../support/database.js';
import { distribute } from './tables.js';

/** A migrated database with its own data folder; on Citus its tables are distributed. */
export interface SetUp extends Place {
  readonly name: string;
  /** A superuser, for observation and for data that the product never writes. */
  readonly adminUrl: string;
}

/** @returns why a server cannot be used, without its password. */
export async function problemWith(address: string): Promise<string | undefined> {
  try {
    const { rows } = await withClient(address, (client) =>
      client.query(`select rolsuper as "isSuperuser",
          exists (select from pg_available_extensions where name = 'citus') as "isInstalled",
          current_setting('shared_preload_libraries') ~ 'citus' as "isLoaded"
        from pg_roles where rolname = current_user`),
    );
    const { isSuperuser, isInstalled, isLoaded } = rows[0];
    if (!isSuperuser) return `${hostOf(address)}: the address must name a superuser`;
    if (!isInstalled) return `${hostOf(address)}: the extension citus is not installed on this server`;
    if (!isLoaded) return `${hostOf(address)}: shared_preload_libraries does not contain citus`;
    return undefined;
  } catch (error) {
    return `${URL.canParse(address) ? hostOf(address) : 'the address'}: ${error instanceof Error ? error.message : error}`;
  }
}

function hostOf(address: string): string {
  return new URL(address).host;
}

/**
 * The set-ups to compare, each in new databases of the given servers, which are dropped at the end, with their roles.
 *
 * @param workers - without them the last set-up is left out
 */
export async function withSetUps(
  coordinator: string,
  workers: readonly string[],
  work: (setUps: readonly SetUp[]) => Promise<void>,
): Promise<void> {
  const run = `tributary_bench_${randomBytes(4).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  const servers = [coordinator, ...workers];
  const plans = [
    { name: 'Postgres', hasCitus: false, servers: [coordinator] },
    { name: 'Citus, one node', hasCitus: true, servers: [coordinator] },
    ...(workers.length > 0
      ? [{ name: `Citus, a coordinator and ${workers.length} workers`, hasCitus: true, servers }]
      : []),
  ];
  const databases = plans.map((_, n) => `${run}_${n}`);
  const end = () => dropped(servers, databases, run).then(() => rm(folder, { recursive: true, force: true }));
  // An interrupted run would leave databases behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)));
  try {
    const setUps: SetUp[] = [];
    for (const [n, { name, ...plan }] of plans.entries()) {
      say(`${name}: setting it up`);
      const database = databases[n] ?? '';
      setUps.push({ name, dataDir: join(folder, database), ...(await created({ ...plan, run, database })) });
    }
    await work(setUps);
  } finally {
    await end();
  }
}

interface Creation {
  readonly servers: readonly string[];
  readonly hasCitus: boolean;
  readonly run: string;
  readonly database: string;
}

async function created({ servers, hasCitus, run, database }: Creation) {
  for (const server of servers) await withClient(server, (client) => client.query(`create database ${database}`));
  const [adminUrl = '', ...others] = servers.map((server) => addressOf(server, database));
  // As in production: the owner migrates, and the product uses another role. Both get the superuser's password.
  const password = decodeURIComponent(new URL(adminUrl).password) || undefined;
  const roles = { owner: { name: `${run}_owner`, password }, run: { name: `${run}_run`, password } };
  // On each node before they are joined: Citus copies roles, but not their permissions on a database.
  for (const url of [adminUrl, ...others]) {
    await withClient(url, async (client) => {
      if (hasCitus) await client.query('create extension citus');
      await makeRoles(client, roles);
      // Citus creates objects on other nodes as the owner of the tables, who must own the database there too.
      await client.query(`alter database ${database} owner to ${roles.owner.name}`);
      // The journal's triggers read only their own rows, which are on one node, so they are safe to enable.
      if (hasCitus) await client.query(`alter database ${database} set citus.enable_unsafe_triggers = on`);
    });
  }
  if (hasCitus) await withClient(adminUrl, (client) => joinNodes(client, adminUrl, others));
  const ownerUrl = addressOf(adminUrl, database, roles.owner.name);
  const databaseUrl = addressOf(adminUrl, database, roles.run.name);
  await migrate(ownerUrl, { runsAs: databaseUrl });
  if (hasCitus) {
    const { distributed, reference } = await withClient(ownerUrl, distribute);
    say(`${distributed.length} tables distributed; reference tables: ${reference.join(', ')}`);
  }
  return { adminUrl, ownerUrl, databaseUrl };
}

/** A coordinator without workers stores the shards itself. */
async function joinNodes(client: pg.Client, coordinator: string, others: readonly string[]): Promise<void> {
  const placeOf = (address: string) => [new URL(address).hostname, Number(new URL(address).port || 5432)];
  await client.query('select citus_set_coordinator_host($1, $2)', placeOf(coordinator));
  for (const other of others) await client.query('select citus_add_node($1, $2)', placeOf(other));
  if (others.length === 0)
    await client.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, placeOf(coordinator));
}

async function dropped(servers: readonly string[], databases: readonly string[], run: string): Promise<void> {
  for (const server of servers) {
    await withClient(server, async (client) => {
      for (const database of databases) await client.query(`drop database if exists ${database} with (force)`);
      await client.query(`drop role if exists ${run}_owner, ${run}_run`);
    });
  }
}

function addressOf(server: string, database: string, role?: string): string {
  const address = new URL(server);
  address.pathname = `/${database}`;
  if (role !== undefined) address.username = role;
  return address.href;
}
