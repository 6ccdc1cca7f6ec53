import { EventEmitter } from 'node:events';
import type { Job, Worker, WorkerEvents } from 'graphile-worker';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { addWorkerGauge, WorkerPolls, workersCheck } from './worker-polls.js';

const job = {} as Job;

/** A fake runner with workers of these names; the test emits their events. */
function runner(looks: WorkerPolls, names: readonly string[]) {
  const events: WorkerEvents = new EventEmitter();
  looks.follow(events);
  const workers = names.map((workerId) => ({ workerId }) as Worker);
  for (const worker of workers) events.emit('worker:create', { worker, tasks: {} });
  return (name: string) => {
    const worker = { workerId: name } as Worker;
    return {
      finds: () => events.emit('job:start', { worker, job }),
      finishes: () => events.emit('job:complete', { worker, job, error: undefined }),
      findsNone: () => events.emit('worker:getJob:empty', { worker }),
      fails: () => events.emit('worker:getJob:error', { worker, error: new Error('no connection') }),
      dies: () => events.emit('worker:fatalError', { worker, error: new Error('no connection'), jobError: null }),
    };
  };
}

const secondsAgo = async (...groups: readonly WorkerPolls[]): Promise<readonly number[]> => {
  const registry = new Registry();
  addWorkerGauge(registry, groups);
  const [gauge] = await registry.getMetricsAsJSON();
  return gauge?.values.map(({ value }) => Math.round(Date.now() / 1_000 - value)) ?? [];
};

it('each worker keeps its number when its runner is replaced; a busy worker counts as polling', async () => {
  let now = 0;
  const looks = new WorkerPolls(2, 500, () => now);
  const first = runner(looks, ['a', 'b']);
  first('a').finds();
  first('b').findsNone();
  now = 40_000;
  first('b').fails();
  expect(await secondsAgo(looks)).toEqual([0, 40]);
  expect(looks.verdict).toBe(true); // one takes jobs

  const second = runner(looks, ['c', 'd']);
  now = 60_000;
  first('a').finishes(); // a job of the previous runner, which no longer counts
  expect(await secondsAgo(looks)).toEqual([20, 60]); // it was busy until its runner was replaced
  expect(looks.verdict).toEqual({ reason: 'no worker has looked for a job for 20 s' });
  second('d').findsNone();
  expect(await secondsAgo(looks)).toEqual([20, 0]);
  expect(looks.verdict).toBe(true);
});

it('a worker that cannot record how its job ended polls for no other', () => {
  let now = 0;
  const looks = new WorkerPolls(1, 500, () => now);
  const worker = runner(looks, ['a'])('a');
  worker.finds();
  now = 20_000;
  expect(looks.verdict).toBe(true);
  worker.dies();
  expect(looks.verdict).toEqual({ reason: 'no worker has looked for a job for 20 s' });
});

it.each([
  [500, 10_000],
  [1_000, 20_000],
])('with a poll every %i ms, not ready after %i ms without a poll', (pollIntervalMs, missedAfterMs) => {
  let now = 0;
  const looks = new WorkerPolls(4, pollIntervalMs, () => now);
  expect(looks.verdict).toEqual({ reason: 'no worker has looked for a job yet' });
  runner(looks, ['a'])('a').findsNone();
  now = missedAfterMs - 1;
  expect(looks.verdict).toBe(true);
  now = missedAfterMs;
  expect(looks.verdict).toMatchObject({ reason: expect.any(String) });
});

it('of two groups each must take jobs: one that takes none is not ready, and has numbers of its own', async () => {
  let now = 0;
  const time = () => now;
  const [looks, autopay] = [new WorkerPolls(2, 500, time), new WorkerPolls(1, 500, time, 'an autopay job')];
  const check = workersCheck([looks, autopay]);
  runner(looks, ['a', 'b'])('a').findsNone();
  expect(await check.passes()).toEqual({ reason: 'no worker has looked for an autopay job yet' });
  const other = runner(autopay, ['c'])('c');
  other.findsNone();
  expect(await check.passes()).toBe(true);
  now = 30_000;
  runner(looks, ['d', 'e'])('e').findsNone();
  expect(await check.passes()).toEqual({ reason: 'no worker has looked for an autopay job for 30 s' });
  expect(await secondsAgo(looks, autopay)).toEqual([30, 0, 30]);
  other.finds();
  expect(await check.passes()).toBe(true);
});
