import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackTarget } from './attacked-product.js';

/** The kind of attack and its target. */
export interface AttackOrder extends AttackTarget {
  readonly from: string;
  readonly connections: number;
}

/** The request that one connection sends repeatedly. */
interface Assault {
  readonly name: string;
  readonly port: number;
  readonly bytes: Buffer;
  /** Whether it omits the last bytes, and waits. */
  readonly isSlow: boolean;
}

const MEGABYTE = 1_000_000;
/** A connection without a response by then starts again. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 5;
/**
 * Connections open over two seconds. A thousand a second would measure how fast this machine opens connections, for
 * both sides at once.
 */
const ARRIVE_WITHIN_MS = 2_000;

function request(path: string, headers: Readonly<Record<string, string>>, body: Buffer): Buffer {
  const all = { Host: 'localhost', 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), body]);
}

function assaults({ base, graphql, account, key, token }: AttackTarget): readonly Assault[] {
  const webhook = '/campaign-events/webhook';
  const objects = Buffer.from(`[${'{},'.repeat(4.9e6 / 3)}{}]`);
  const members = `{${Array.from({ length: 90_000 }, (_, n) => `"m${n}":1`).join(',')}}`;
  const forged = {
    'webhook-id': 'm',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
  };
  const bearer = { Authorization: `Bearer ${key}` };
  const client = { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'k' };
  const graph = `{"query":"query Q($v: String) { __typename }","variables":${members}}`;
  const fast = (name: string, port: number, bytes: Buffer) => ({ name, port, bytes, isSlow: false });
  const slow = (name: string, bytes: Buffer) => ({ name, port: base, bytes, isSlow: true });
  const spaces = (megabytes: number) => Buffer.alloc(megabytes * MEGABYTE, ' ');
  return [
    fast('webhook, unknown address', base, request(webhook, {}, objects)),
    fast('webhook, Mailgun’s', base, request(`${webhook}/mailgun`, {}, objects)),
    fast('webhook, forged', base, request(webhook, forged, objects)),
    slow('slow, unknown address', request(webhook, {}, spaces(5))),
    slow('slow, forged', request(webhook, forged, spaces(5))),
    fast('members, payment', base, request(`/v1/accounts/${account}/payments`, client, Buffer.from(members))),
    fast('members, autopay', base, request('/autopay', bearer, Buffer.from(members))),
    fast('members, GraphQL', graphql, request('/graphql', bearer, Buffer.from(graph))),
    fast('members, token', base, request('/v1/oauth/token', {}, Buffer.from(members))),
    fast('oversize', base, request('/v1/oauth/token', {}, spaces(20))),
  ];
}

const seen = new Map<string, number>();
const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

async function attackOnce({ name, port, bytes, isSlow }: Assault, from: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let status = 'no answer';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    status = /^HTTP\/1.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? status;
    socket.destroy();
  });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.write(isSlow ? bytes.subarray(0, bytes.length - 0.1 * MEGABYTE) : bytes);
  await once(socket, 'close').catch(() => {});
  count(`${name} ${status}`);
}

async function main(): Promise<void> {
  const [line] = await once(createInterface(process.stdin), 'line');
  const { connections, from, ...target }: AttackOrder = JSON.parse(String(line));
  const kinds = assaults(target);
  process.stdout.write('ready\n');
  let isOver = false;
  process.stdin.once('end', () => {
    isOver = true;
  });
  for (let n = 0; n < connections; n += 1) {
    const assault = kinds[n % kinds.length];
    if (assault === undefined || isOver) break;
    await sleep(ARRIVE_WITHIN_MS / connections);
    void (async () => {
      while (!isOver) {
        await attackOnce(assault, from);
        await sleep(PAUSE_MS);
      }
    })();
  }
  while (!isOver) await sleep(100);
  const responses = [...seen].sort().map(([what, times]) => `${what}: ${times}`);
  process.stdout.write(`${responses.join('; ')}\n`, () => process.exit(0));
}

await main();
