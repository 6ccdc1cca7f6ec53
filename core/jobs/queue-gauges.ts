import { Gauge, type Registry } from 'prom-client';
import { derived } from '../db/columns.js';
import type { Database } from '../db/database.js';
import { statement } from '../db/statement.js';
import { systemPrincipal } from '../principal/principal.js';
import { sharedRead } from '../telemetry/shared-read.js';
import { IS_REPLACED } from './replaced-jobs.js';

const QUEUE = derived({
  job: 'text',
  waiting: 'int8',
  running: 'int8',
  failed: 'int8',
  /** How long the longest overdue job has been due. */
  overdueSeconds: 'int4',
});

/**
 * Includes jobs that are not queued now, because alerts do not fire on a missing series. Replaced jobs are not failed;
 * they are deleted soon.
 */
const queue = statement({
  name: 'metrics.queue',
  unscoped: 'job_queue',
  gives: QUEUE,
  text: () => `
    select t.identifier as job,
      count(j.id) filter (where j.locked_at is null and j.attempts < j.max_attempts) as waiting,
      count(j.id) filter (where j.locked_at is not null) as running,
      count(j.id) filter (where j.locked_at is null and j.attempts >= j.max_attempts
        and not ${IS_REPLACED}) as failed,
      coalesce(extract(epoch from now() - min(j.run_at) filter (
        where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())), 0)::int as "overdueSeconds"
    from graphile_worker._private_tasks t left join graphile_worker._private_jobs j on j.task_id = t.id
    group by t.identifier`,
});

const crontab = statement({
  name: 'metrics.crontab',
  unscoped: 'job_queue',
  gives: derived({ job: 'text', lastRunSeconds: 'int8' }),
  text: () => `
    select identifier as job, extract(epoch from coalesce(last_execution, known_since))::bigint as "lastRunSeconds"
    from graphile_worker._private_known_crontabs`,
});

const METRICS = systemPrincipal('metrics');

/** Gauges for the queue's depth, its delay, and whether a worker runs its crontab. */
export function addQueueGauges(registry: Registry, db: Database): void {
  const registers = [registry];
  const queued = sharedRead(() => db.many(METRICS, queue, {}));
  const overdue = new Gauge({
    name: 'tributary_queue_overdue_seconds',
    help: 'Seconds since the longest overdue job became due, by job; 0 while none is due.',
    labelNames: ['job'],
    registers,
    async collect() {
      const rows = await queued();
      overdue.reset();
      for (const { job, overdueSeconds } of rows) overdue.set({ job }, overdueSeconds);
    },
  });
  const depth = new Gauge({
    name: 'tributary_queue_jobs',
    help: 'Jobs by name and state: waiting (due or not), running, failed (given up).',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      const rows = await queued();
      depth.reset();
      for (const { job, ...states } of rows) {
        for (const state of ['waiting', 'running', 'failed'] as const) depth.set({ job, state }, states[state]);
      }
    },
  });
  const kept = sharedRead(() => db.many(METRICS, crontab, {}));
  const lastRun = new Gauge({
    name: 'tributary_job_last_run_timestamp_seconds',
    help: 'When a worker last queued each crontab job; before the first time, when the job was registered.',
    labelNames: ['job'],
    registers,
    async collect() {
      const rows = await kept();
      lastRun.reset();
      for (const { job, lastRunSeconds } of rows) lastRun.set({ job }, lastRunSeconds);
    },
  });
}
