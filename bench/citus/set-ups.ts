import { join as pathOf } from 'node:path';
import type pg from 'pg';
import { withClient } from '../../core/db/with-client.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { makeRoles } from '../../runtime/roles/create-database-roles.js';
import { type Node, startNode } from './node.js';
import { distribute } from './tables.js';

/** The set-ups to compare. All use the same Postgres programs with the same settings. */
export const SET_UPS = [
  { name: 'Postgres', hasCitus: false, workers: 0 },
  { name: 'Citus, one node', hasCitus: true, workers: 0 },
  { name: 'Citus, a coordinator and two workers', hasCitus: true, workers: 2 },
] as const;
type SetUp = (typeof SET_UPS)[number];

/** As in production: the owner migrates, and the product uses another role. The nodes ask for no password. */
const ROLES = {
  owner: { name: 'tributary_owner', password: undefined },
  run: { name: 'tributary_run', password: undefined },
};

/** A database by its roles' addresses, all on the coordinator, the only node that the product connects to. */
export interface Addresses {
  /** The product's role. */
  readonly url: string;
  readonly ownerUrl: string;
  /** A superuser, for observation and for data that the product never writes. */
  readonly adminUrl: string;
}

/** A migrated database; on Citus its tables are distributed. */
export interface StandingSetUp extends Addresses {
  readonly name: SetUp['name'];
  readonly hasCitus: boolean;
  stop(): Promise<void>;
}

export interface Place {
  readonly programs: string;
  /** The folder for this run's data. */
  readonly folder: string;
  /** The next unused port. */
  readonly nextPort: () => number;
}

export async function setUp(each: SetUp, place: Place): Promise<StandingSetUp> {
  const nodes: Node[] = [];
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    for (let count = 0; count <= each.workers; count += 1) nodes.push(await started(place, each.hasCitus));
    return { name: each.name, hasCitus: each.hasCitus, stop, ...(await migrated(nodes, each.hasCitus)) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function migrated(nodes: readonly Node[], hasCitus: boolean): Promise<Addresses> {
  const [coordinator, ...others] = nodes;
  if (coordinator === undefined) throw new Error('a set-up has a node');
  const adminUrl = coordinator.url;
  const addresses = { adminUrl, ownerUrl: as(ROLES.owner.name, adminUrl), url: as(ROLES.run.name, adminUrl) };
  // On each node before they are joined: Citus copies roles, but not their permissions on a database.
  for (const { url } of nodes) await withClient(url, roles);
  if (hasCitus) await withClient(adminUrl, (client) => join(client, coordinator, others));
  await migrate(addresses.ownerUrl, { runsAs: addresses.url });
  if (hasCitus) await withClient(addresses.ownerUrl, distributed);
  return addresses;
}

async function started({ programs, folder, nextPort }: Place, hasCitus: boolean): Promise<Node> {
  const port = nextPort();
  const node = await startNode({ programs, folder: pathOf(folder, `node-${port}`), port, hasCitus });
  await withClient(node.url.replace(/tributary$/, 'postgres'), (client) => client.query('create database tributary'));
  if (hasCitus) await withClient(node.url, (client) => client.query('create extension citus'));
  return node;
}

/** A coordinator without workers stores the shards itself. */
async function join(client: pg.Client, coordinator: Node, others: readonly Node[]): Promise<void> {
  await client.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port]);
  for (const { port } of others) await client.query(`select citus_add_node('127.0.0.1', $1)`, [port]);
  if (others.length === 0)
    await client.query(`select citus_set_node_property('127.0.0.1', $1, 'shouldhaveshards', true)`, [coordinator.port]);
}

/**
 * Citus creates objects on other nodes as the owner of the tables, in a schema that must belong to that role too, like
 * the database.
 */
async function roles(client: pg.Client): Promise<void> {
  await makeRoles(client, ROLES);
  await client.query(`alter database tributary owner to ${ROLES.owner.name}`);
}

async function distributed(client: pg.Client): Promise<void> {
  const { distributed: tables, reference } = await distribute(client);
  process.stderr.write(`${tables.length} tables distributed; reference tables: ${reference.join(', ')}\n`);
}

function as(role: string, url: string): string {
  const address = new URL(url);
  address.username = role;
  return address.href;
}
