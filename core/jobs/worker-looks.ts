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
export class WorkerLooks {
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

  /** @param now - monotonic milliseconds */
  constructor(concurrency: number, pollIntervalMs: number, now = () => performance.now()) {
    this.#now = now;
    this.#missedAfterMs = Math.max(POLLS_MISSED * pollIntervalMs, LEAST_MS);
    this.#workers = Array.from({ length: concurrency }, () => ({ lookedAt: now(), isBusy: false }));
  }

  /** Whether at least one worker takes jobs. A required check: without it the process is not ready. */
  readonly check: Check = {
    name: 'workers take jobs',
    isRequired: true,
    passes: async (): Promise<Verdict> => {
      if (!this.#hasLooked) return { reason: 'no worker has looked for a job yet' };
      const quietMs = Math.min(...this.#workers.map((worker) => this.#quietMs(worker)));
      if (quietMs < this.#missedAfterMs) return true;
      return { reason: `no worker has looked for a job for ${Math.floor(quietMs / 1_000)} s` };
    },
  };

  /** Adds these times to Prometheus, by worker number. */
  addGauge(registry: Registry): void {
    const looked = new Gauge({
      name: 'tributary_worker_last_look_timestamp_seconds',
      help: 'When each worker of this process last took a job or polled without finding one, by its number; the current time while it is busy.',
      labelNames: ['worker'],
      registers: [registry],
      collect: () => {
        for (const [number, worker] of this.#workers.entries()) {
          looked.set({ worker: String(number) }, (Date.now() - this.#quietMs(worker)) / 1_000);
        }
      },
    });
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

  #quietMs({ lookedAt, isBusy }: WorkerState): number {
    return isBusy ? 0 : this.#now() - lookedAt;
  }
}
