import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of each request, and how many were not answered with success. */
export interface Latencies {
  readonly ms: readonly number[];
  readonly failed: number;
}

/** Sends one request. @returns whether it succeeded. */
type Send = () => Promise<boolean>;

/**
 * Requests at a fixed rate, evenly spaced, whether or not earlier ones are answered. A latency counts from the moment at
 * which the request was due, so that a server that stalls does not hide the requests that would have waited
 * (coordinated omission).
 */
export async function atFixedRate(send: Send, perSecond: number, seconds: number): Promise<Latencies> {
  const requests = Math.round(perSecond * seconds);
  const startedAt = performance.now();
  const pending: Promise<Timed>[] = [];
  while (pending.length < requests) {
    const dueAt = startedAt + (pending.length * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    else pending.push(timed(send, dueAt));
  }
  return latenciesOf(await Promise.all(pending));
}

/** So many clients, each one request after the other. */
export async function byClients(send: Send, clients: number, seconds: number): Promise<Latencies> {
  const until = performance.now() + seconds * 1_000;
  const done: Timed[] = [];
  const client = async () => {
    do done.push(await timed(send, performance.now()));
    while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return latenciesOf(done);
}

interface Timed {
  readonly ms: number;
  readonly succeeded: boolean;
}

async function timed(send: Send, since: number): Promise<Timed> {
  const succeeded = await send().catch(() => false);
  return { ms: performance.now() - since, succeeded };
}

function latenciesOf(requests: readonly Timed[]): Latencies {
  return { ms: requests.map(({ ms }) => ms), failed: requests.filter(({ succeeded }) => !succeeded).length };
}
