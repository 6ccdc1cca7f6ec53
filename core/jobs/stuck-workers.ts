import type { WorkerEvents } from 'graphile-worker';

/**
 * A worker that fails this often in a row, for this long, will not recover by another try; see the cached promise
 * below.
 */
const FAILURES = 3;
const FAILING_MS = 2_000;
/**
 * A worker that reports neither a job nor a failure for this long hangs: no statement on its connection may take as
 * long. The package also retries some failures itself (a starting server, an unreachable host), with growing pauses.
 */
const SILENT_MS = 20_000;
const LOOK_EVERY_MS = 250;

interface Worker {
  isBusy: boolean;
  /** When it last took a job, found none, or finished one; initially, when it was created. */
  wellAt: number;
  /** The number of failures since then. */
  failures: number;
  lastError?: unknown;
}

/** A worker that is running but takes no jobs. */
export class StuckWorkerError extends Error {
  override readonly name = 'StuckWorkerError';
}

/**
 * Detects when one of a runner's workers can no longer take jobs. graphile-worker caches the promise of its first
 * statement (`taskIdentifiers.js`, in 0.16.6 and 0.18.0). If that promise is rejected, every later poll fails with the
 * same error, and only a new runner takes jobs again.
 *
 * @returns `found` resolves with the error once a worker is stuck; `end` stops the watch.
 */
export function watchForStuckWorkers(events: WorkerEvents): { readonly found: Promise<StuckWorkerError>; end(): void } {
  const workers = new Map<string, Worker>();
  const well = (isBusy: boolean) => (event: { readonly worker: { readonly workerId: string } }) => {
    workers.set(event.worker.workerId, { isBusy, wellAt: performance.now(), failures: 0 });
  };
  events.on('worker:create', well(false));
  events.on('worker:getJob:empty', well(false));
  events.on('job:start', well(true));
  events.on('job:complete', well(false));
  events.on('worker:getJob:error', ({ worker: { workerId }, error }) => {
    const worker = workers.get(workerId);
    if (worker === undefined) return;
    // A pool without a free connection is not the worker's fault, and a new runner would need more connections. But the
    // same error object again is a cached one.
    if (isWaitForPool(error) && error !== worker.lastError) worker.wellAt = performance.now();
    else worker.failures += 1;
    worker.lastError = error;
  });
  let timer: NodeJS.Timeout | undefined;
  const found = new Promise<StuckWorkerError>((resolve) => {
    const look = () => {
      const now = performance.now();
      const deaf = [...workers.values()].find((worker) => isDeaf(worker, now));
      if (deaf === undefined) return;
      clearInterval(timer);
      resolve(new StuckWorkerError(described(deaf, now), { cause: deaf.lastError }));
    };
    timer = setInterval(look, LOOK_EVERY_MS).unref();
  });
  return { found, end: () => clearInterval(timer) };
}

/** pg-pool sets no error code for this. */
function isWaitForPool(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

function isDeaf({ isBusy, wellAt, failures }: Worker, now: number): boolean {
  if (isBusy) return false;
  return now - wellAt >= SILENT_MS || (failures >= FAILURES && now - wellAt >= FAILING_MS);
}

function described({ wellAt, failures }: Worker, now: number): string {
  const seconds = Math.round((now - wellAt) / 1_000);
  return `a worker has taken no job for ${seconds} s: it failed ${failures} times in a row`;
}
