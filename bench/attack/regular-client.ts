import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../support/figures.js';
import { memoryMbOf, watchMemory } from '../support/memory.js';
import type { AttackedProduct } from './attacked-product.js';

/** The measurements of a client that only reads, and of the server process. */
export interface Watched {
  readonly reads: number;
  readonly failed: number;
  readonly readP50Ms: number;
  readonly readP99Ms: number;
  /** The delay of the server's event loop, from its metrics. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  readonly rssFirstMb: number;
  readonly rssMostMb: number;
}

/** Few enough for each key's rate limit. */
const READ_EVERY_MS = 40;
const RSS_EVERY_MS = 200;
/** A read without a response by then counts as this long. */
const PATIENCE_MS = 10_000;

/**
 * Uses a few persistent connections, as clients do, from another address than the attackers', because limits count by
 * address. All of 127/8 is loopback on Linux; elsewhere it needs an alias.
 */
export const REGULAR_CLIENT_ADDRESS = '127.0.0.2';
const BYSTANDER_CONNECTIONS = 4;
const agent = new Agent({ keepAlive: true, localAddress: REGULAR_CLIENT_ADDRESS, maxSockets: BYSTANDER_CONNECTIONS });

/** Reads a list repeatedly, whatever else the server does. */
export async function regularClient(product: AttackedProduct, seconds: number): Promise<Watched> {
  const until = performance.now() + seconds * 1_000;
  const opening = Array.from({ length: BYSTANDER_CONNECTIONS }, () => read(product.baseUrl, product.readers[0] ?? ''));
  await Promise.all(opening);
  await loopDelay(product); // each measurement starts over
  const memory = watchMemory(RSS_EVERY_MS, () => memoryMbOf(product.pid));
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  let failed = 0;
  for (let n = 0; performance.now() < until; n += 1) {
    const key = product.readers[n % product.readers.length] ?? '';
    const startedAt = performance.now();
    pending.push(
      read(product.baseUrl, key).then((isAnswered) => {
        times.push(performance.now() - startedAt);
        if (!isAnswered) failed += 1;
      }),
    );
    await sleep(READ_EVERY_MS);
  }
  await Promise.all(pending);
  const { p99, max } = await loopDelay(product);
  memory.stop();
  return {
    reads: times.length,
    failed,
    readP50Ms: quantile(times, 0.5),
    readP99Ms: quantile(times, 0.99),
    loopP99Ms: p99 * 1_000,
    loopMaxMs: max * 1_000,
    rssFirstMb: memory.samples[0] ?? 0,
    rssMostMb: memory.peakMb(),
  };
}

function read(baseUrl: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  return new Promise((resolve) => {
    const request = get(`${baseUrl}/accounts?limit=1`, { agent, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    request.once('error', () => resolve(false));
    request.once('response', (answer) => {
      answer.once('error', () => resolve(false)).once('end', () => resolve(answer.statusCode === 200));
      answer.resume();
    });
  });
}

/** In seconds, since the last call. */
async function loopDelay({ metricsUrl }: AttackedProduct): Promise<{ readonly p99: number; readonly max: number }> {
  const text = await (await fetch(metricsUrl)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { p99: figure('nodejs_eventloop_lag_p99_seconds'), max: figure('nodejs_eventloop_lag_max_seconds') };
}
