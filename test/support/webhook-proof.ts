import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import type pg from 'pg';
import { Random } from '../../prisma/seed/demo/random.js';
import type { TestDatabase } from './database.js';
import { Product } from './process.js';
import { openTestInstance } from './test-instance.js';
import { until } from './until.js';

export interface ProofOptions {
  readonly database?: TestDatabase;
  /** The minimum number of state changes, and how often a process is killed during them. */
  readonly changes: number;
  readonly kills: number;
  readonly seed: number;
  say(line: string): void;
}

/** Without a new delivery for this long, no more are expected. */
const PATIENCE_MS = 30_000;

/** The receiver's events at the end, compared with the books. */
export interface Proof {
  readonly changes: number;
  readonly kills: number;
  /** Events of committed changes that never arrived. */
  readonly lost: number;
  /** Events that arrived although no committed change made them. */
  readonly invented: number;
  /** Events that arrived under more than one id, or ids that arrived with more than one event. */
  readonly underTwoIds: number;
  readonly wronglySigned: number;
  /** How often an event arrived again. */
  readonly repeated: number;
  readonly seconds: number;
}

/**
 * Changes the states of payments in processes that are killed, sends their events from processes that are killed, to a
 * receiver that sometimes fails, and compares the books (each payment's own count of events) with the events received.
 */
export async function proveWebhooks({ database, changes, kills, seed, say }: ProofOptions): Promise<Proof> {
  const random = new Random(seed);
  const instance = await openTestInstance({ worker: false, ...(database && { database }) });
  const lender = await instance.lender();
  const api = await lender.api();
  const account = await lender.sandboxAccount('SBX-POSTS');
  const receiver = await openReceiver(random);
  const made = await api.post('/v1/webhook-endpoints', { url: receiver.url, types: ['payment.*'] });
  if (made.status !== 201) throw new Error(`no endpoint: ${made.text}`);
  receiver.trust(made.json.secret);
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: instance.resources.databaseUrl,
    TRIBUTARY_DATA_DIR: instance.resources.config.TRIBUTARY_DATA_DIR,
    ORGANIZATION_ID: lender.organizationId,
    ACCOUNT_ID: account,
  };
  const writer = new Product({ program: 'test/support/event-writer.js', command: [], environment });
  const senders = [0, 1].map(
    () => new Product({ program: 'test/support/webhook-worker.js', command: [], environment }),
  );
  const { pool } = instance.resources;
  const committed = async (): Promise<number> =>
    Number((await pool.query('select coalesce(sum(event_sequence), 0) as n from collected_payment')).rows[0].n);
  const committedAtLeast = (count: number) =>
    until(async () => (await committed()) >= count, `${count} changes are committed`, 120_000);
  const began = performance.now();
  try {
    await Promise.all([writer, ...senders].map((product) => product.startAndReadLine()));
    for (let killed = 0; killed < kills; killed += 1) {
      await committedAtLeast((killed * changes) / kills);
      const victim = [writer, ...senders][random.between(0, 2)] ?? writer;
      await victim.kill();
      await victim.startAndReadLine();
      say(`killed ${killed + 1} of ${kills}, ${await committed()} changes`);
    }
    await committedAtLeast(changes);
    await writer.kill();
    let wanted = await changesMade(pool);
    say(`${wanted.size} changes are committed, ${receiver.events.size} have arrived`);
    const nudging = setInterval(() => void tryAgainNow(pool), 200);
    let arrived: readonly string[] = [];
    try {
      // A statement that a killed writer had sent may be committed after its death, and after the books were read.
      for (let before = -1; before < wanted.size; wanted = await changesMade(pool)) {
        before = wanted.size;
        await allHaveArrived(receiver, wanted.size);
        arrived = [...receiver.events.keys()];
      }
    } finally {
      clearInterval(nudging);
    }
    const { events, ids } = receiver;
    return {
      changes: wanted.size,
      kills: kills + 1,
      lost: [...wanted].filter((change) => !events.has(change)).length,
      invented: arrived.filter((change) => !wanted.has(change)).length,
      underTwoIds: [...events.values(), ...ids.values()].filter((named) => named.size > 1).length,
      wronglySigned: receiver.wronglySigned(),
      repeated: receiver.calls() - events.size,
      seconds: Math.round((performance.now() - began) / 1_000),
    };
  } finally {
    await Promise.all([writer, ...senders].map((product) => product.kill()));
    await receiver.close();
    await instance.close();
  }
}

/** By the books: each payment's id and the number of the change. */
async function changesMade(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string; n: number }>('select id, event_sequence as n from collected_payment');
  return new Set(rows.flatMap(({ id, n }) => Array.from({ length: n }, (_, index) => `${id}/${index + 1}`)));
}

/** Waits until as many events have arrived as there are changes, or for as long as more keep coming. */
async function allHaveArrived({ events }: { readonly events: ReadonlyMap<string, unknown> }, count: number) {
  let [seen, seenAt] = [events.size, performance.now()];
  const isOver = () => {
    if (events.size > seen) [seen, seenAt] = [events.size, performance.now()];
    return events.size >= count || performance.now() - seenAt > PATIENCE_MS;
  };
  await until(isOver, 'no more events come', Number.POSITIVE_INFINITY);
}

/** Makes a failed delivery due at once, without its pause. */
async function tryAgainNow(pool: pg.Pool): Promise<void> {
  await pool.query(
    "update webhook_delivery set next_try_at = now() where status = 'pending' and tries > 0 and next_try_at > now() + interval '3 seconds'",
  );
}

/** A receiver that verifies with another maker's implementation of the scheme, not with the package that signs. */
async function openReceiver(random: Random) {
  let secret = '';
  let calls = 0;
  let wronglySigned = 0;
  const events = new Map<string, Set<string>>();
  const ids = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString();
      // Some are lost before they are read, some after.
      if (random.between(0, 49) === 0) return void response.writeHead(500).end();
      if (!(await isGenuine(secret, request.headers, body))) wronglySigned += 1;
      const { id, object_id, sequence } = JSON.parse(body);
      const change = `${object_id}/${sequence}`;
      calls += 1;
      add(events, change, String(request.headers['webhook-id']));
      add(ids, id, change);
      if (random.between(0, 49) === 0) return void request.socket.destroy();
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    events,
    ids,
    calls: () => calls,
    wronglySigned: () => wronglySigned,
    trust: (shown: string) => {
      secret = shown;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function add(sets: Map<string, Set<string>>, key: string, member: string): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([member]));
  else known.add(member);
}

/** The client is created only to verify signatures: it sends no request. */
const { webhooks } = new OpenAI({ apiKey: 'none' });

function isGenuine(secret: string, headers: IncomingHttpHeaders, body: string): Promise<boolean> {
  return webhooks.verifySignature(body, headers as Record<string, string>, secret).then(
    () => true,
    () => false,
  );
}
