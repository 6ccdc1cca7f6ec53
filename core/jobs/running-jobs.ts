import type { WorkerEvents } from 'graphile-worker';
import { derived } from '../db/columns.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import { systemPrincipal } from '../principal/principal.js';

/** Jobs that these workers no longer hold: given to another worker, or completed by it. */
const heldByOthers = statement({
  name: 'jobs.held_by_others',
  unscoped: 'job_queue',
  takes: { ids: 'text[]', workers: 'text[]' },
  gives: derived({ id: 'text' }),
  text: ({ p }) => `
    select mine.id from unnest(${p.ids}::text[], ${p.workers}::text[]) as mine (id, worker)
     where not exists (select from graphile_worker._private_jobs j where j.id = mine.id::bigint and j.locked_by = mine.worker)`,
});

const QUEUE = systemPrincipal('jobs');

export interface RunningJob {
  readonly id: string;
  readonly name: string;
  readonly workerId: string;
}

/** The jobs that a runner's workers are running, from when they were taken until their handler has ended. */
export class RunningJobs {
  readonly #running = new Map<string, RunningJob>();

  constructor(events: WorkerEvents) {
    events.on('job:start', ({ worker: { workerId }, job: { id, task_identifier: name } }) => {
      this.#running.set(String(id), { id: String(id), name, workerId });
    });
    // Both events come before the outcome is written to the queue. The package types an id as text; with our pool it is
    // a number.
    events.on('job:success', ({ job }) => void this.#running.delete(String(job.id)));
    events.on('job:error', ({ job }) => void this.#running.delete(String(job.id)));
  }

  /** Jobs that were given to other workers while they still run here. Each is returned once. */
  async givenAway(db: Queries): Promise<readonly RunningJob[]> {
    const running = [...this.#running.values()];
    if (running.length === 0) return [];
    const ids = running.map(({ id }) => id);
    const workers = running.map(({ workerId }) => workerId);
    const lost = new Set((await db.many(QUEUE, heldByOthers, { ids, workers })).map(({ id }) => id));
    const given = running.filter((job) => lost.has(job.id) && this.#running.get(job.id) === job);
    for (const { id } of given) this.#running.delete(id);
    return given;
  }
}
