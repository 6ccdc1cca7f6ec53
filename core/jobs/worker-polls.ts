import type { WorkerEvents } from 'graphile-worker';
import { Gauge, type Registry } from 'prom-client';
import type { Check, Verdict } from '../health/readiness.js';

/**
 * Not ready after this many missed polls, and at least after the time below, because replacing a runner takes a few
 * seconds.
 */
const POLLS_MISSED = 20;
const LEAST_MS = 10_000;

interface WorkerState {
  /**
   * When it last took a job or found none; before its first poll, when this process started. Milliseconds of the
   * monotonic clock.
   */
  lookedAt: number;
  isBusy: boolean;
}

/**
 * When each worker of this process last took a job or polled without finding one. A worker is identified by a number, 0
 * to concurrency - 1, which stays the same when its runner is replaced. A busy worker counts as polling.
 */
export class WorkerPolls {
  readonly #workers: readonly WorkerState[];
  readonly #missedAfterMs: number;
  readonly #now: () => number;
  /**
   * Whether any worker has polled since this process started. Ready before that, a rollout would stop the old process
   * too early.
   */
  #hasLooked = false;
  /** The current runner; events of earlier ones are ignored. */
  #runner: symbol | undefined;

  /**
   * @param wanted - the jobs that these workers take, as readiness names one
   * @param now - monotonic milliseconds
   */
  constructor(
    concurrency: number,
    pollIntervalMs: number,
    now = () => performance.now(),
    private readonly wanted = 'a job',
  ) {
    this.#now = now;
    this.#missedAfterMs = Math.max(POLLS_MISSED * pollIntervalMs, LEAST_MS);
    this.#workers = Array.from({ length: concurrency }, () => ({ lookedAt: now(), isBusy: false }));
  }

  /** Whether at least one worker takes jobs. */
  get verdict(): Verdict {
    if (!this.#hasLooked) return { reason: `no worker has looked for ${this.wanted} yet` };
    const quietMs = Math.min(...this.quietMs);
    if (quietMs < this.#missedAfterMs) return true;
    return { reason: `no worker has looked for ${this.wanted} for ${Math.floor(quietMs / 1_000)} s` };
  }

  /** How long ago each worker took a job or polled without finding one; 0 while it is busy. */
  get quietMs(): readonly number[] {
    const now = this.#now();
    return this.#workers.map(({ lookedAt, isBusy }) => (isBusy ? 0 : now - lookedAt));
  }

  /** Records the events of a new runner's workers, and ignores the previous runner from now on. */
  follow(events: WorkerEvents): void {
    const workers = [...this.#workers];
    for (const worker of workers.filter(({ isBusy }) => isBusy))
      Object.assign(worker, { isBusy: false, lookedAt: this.#now() });
    const states = new Map<string, WorkerState>();
    const runner = Symbol('runner');
    this.#runner = runner;
    const note =
      (isBusy: boolean, hasLooked = true) =>
      ({ worker }: { readonly worker: { readonly workerId: string } }) => {
        const state = states.get(worker.workerId);
        if (state === undefined || this.#runner !== runner) return;
        state.isBusy = isBusy;
        if (!hasLooked) return;
        state.lookedAt = this.#now();
        this.#hasLooked = true;
      };
    events.on('worker:create', ({ worker }) => {
      const state = workers.shift();
      if (state !== undefined) states.set(worker.workerId, state);
    });
    events.on('worker:getJob:empty', note(false));
    events.on('job:start', note(true));
    events.on('job:complete', note(false));
    events.on('worker:fatalError', note(false, false));
  }
}

/**
 * Whether each group of workers takes jobs: no group takes those of another. A required check: without it the process
 * is not ready.
 */
export function workersCheck(groups: readonly WorkerPolls[]): Check {
  return {
    name: 'workers take jobs',
    isRequired: true,
    passes: async () => groups.map(({ verdict }) => verdict).find((verdict) => verdict !== true) ?? true,
  };
}

/** Adds these times to Prometheus, by worker number; a group's numbers follow those of the group before it. */
export function addWorkerGauge(registry: Registry, groups: readonly WorkerPolls[]): void {
  const looked = new Gauge({
    name: 'tributary_worker_last_look_timestamp_seconds',
    help: 'When each worker of this process last took a job or polled without finding one, by its number; the current time while it is busy.',
    labelNames: ['worker'],
    registers: [registry],
    collect: () => {
      for (const [number, quietMs] of groups.flatMap((group) => group.quietMs).entries()) {
        looked.set({ worker: String(number) }, (Date.now() - quietMs) / 1_000);
      }
    },
  });
}
