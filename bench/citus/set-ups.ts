import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../core/db/migrate/migrate.js';
import { type Node, startNode } from './node.js';
import { distribute } from './tables.js';

/** What is measured beside each other. All of them are the same programs of Postgres, with the same settings. */
export const SET_UPS = [
  { name: 'Postgres', hasCitus: false, workers: 0 },
  { name: 'Citus, one node', hasCitus: true, workers: 0 },
  { name: 'Citus, a coordinator and two workers', hasCitus: true, workers: 2 },
] as const;
type SetUp = (typeof SET_UPS)[number];

/** A migrated database; on Citus its tables are distributed. */
export interface StandingSetUp {
  readonly name: SetUp['name'];
  readonly hasCitus: boolean;
  /** Of the coordinator: the product talks to no other node. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface Place {
  readonly programs: string;
  /** For the data of this run. */
  readonly folder: string;
  /** The next port that nobody has taken yet. */
  readonly nextPort: () => number;
}

export async function setUp({ name, hasCitus, workers }: SetUp, place: Place): Promise<StandingSetUp> {
  const nodes: Node[] = [];
  for (let count = 0; count <= workers; count += 1) nodes.push(await started(place, hasCitus));
  const [coordinator, ...others] = nodes;
  if (coordinator === undefined) throw new Error('a set-up has a node');
  await migrate(coordinator.url);
  if (hasCitus) await onNode(coordinator.url, (client) => joined(client, coordinator, others));
  return {
    name,
    hasCitus,
    url: coordinator.url,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}

async function started({ programs, folder, nextPort }: Place, hasCitus: boolean): Promise<Node> {
  const port = nextPort();
  const node = await startNode({ programs, folder: join(folder, `node-${port}`), port, hasCitus });
  await onNode(node.url.replace(/tributary$/, 'postgres'), (client) => client.query('create database tributary'));
  if (hasCitus) await onNode(node.url, (client) => client.query('create extension citus'));
  return node;
}

/** A coordinator without workers keeps the shards itself. */
async function joined(client: pg.Client, coordinator: Node, others: readonly Node[]): Promise<void> {
  await client.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port]);
  for (const { port } of others) await client.query(`select citus_add_node('127.0.0.1', $1)`, [port]);
  if (others.length === 0)
    await client.query(`select citus_set_node_property('127.0.0.1', $1, 'shouldhaveshards', true)`, [coordinator.port]);
  const { distributed, reference } = await distribute(client);
  process.stderr.write(`${distributed.length} tables distributed; reference tables: ${reference.join(', ')}\n`);
}

async function onNode(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
