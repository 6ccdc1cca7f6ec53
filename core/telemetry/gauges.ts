import { Gauge, Registry } from 'prom-client';
import { systemPrincipal } from '../auth/principal.js';
import type { Database } from '../db/database.js';
import { statement } from '../db/statement.js';

interface QueueRow {
  readonly job: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  /** Seconds that the one which has been due for the longest has waited. */
  readonly overdueSeconds: number;
}

const queue = statement<Record<string, never>, QueueRow>({
  name: 'metrics.queue',
  unscoped: 'counts jobs, which hold ids only',
  text: () => `
    select task_identifier as job,
      count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (
        where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::int as "overdueSeconds"
    from graphile_worker.jobs group by task_identifier`,
});

interface LagRow {
  readonly system: string;
  readonly lagSeconds: number;
}

const syncLag = statement<Record<string, never>, LagRow>({
  name: 'metrics.sync_lag',
  unscoped: 'tells how far behind each loan system is, and nothing of its accounts',
  text: () => `
    select l.code as system, extract(epoch from now() - coalesce(s.synced_through, l.updated_at))::int as "lagSeconds"
    from loan_system l left join loan_system_sync s on s.loan_system_code = l.code
    where l.is_active and l.organization_id is not null`,
});

const METRICS = systemPrincipal('metrics');

/** What a pool of connections tells of itself. */
interface PoolFigures {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Figures of the queue, of the sync and of this process's connections, read when they are asked for. */
export function readGauges(db: Database, pool: PoolFigures): Registry {
  const registry = new Registry();
  const registers = [registry];
  const overdue = new Gauge({
    name: 'tributary_queue_overdue_seconds',
    help: 'How long the job which has been due for the longest has waited, by job.',
    labelNames: ['job'],
    registers,
  });
  const depth = new Gauge({
    name: 'tributary_queue_jobs',
    help: 'Jobs by name and state: waiting (also for its time), running, failed (given up).',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      const rows = await db.many(METRICS, queue, {}).catch(() => undefined);
      depth.reset();
      overdue.reset();
      for (const { job, waiting, running, failed, overdueSeconds } of rows ?? []) {
        depth.set({ job, state: 'waiting' }, waiting);
        depth.set({ job, state: 'running' }, running);
        depth.set({ job, state: 'failed' }, failed);
        overdue.set({ job }, overdueSeconds);
      }
    },
  });
  const lag = new Gauge({
    name: 'tributary_loan_system_sync_lag_seconds',
    help: 'How far behind the normalized model is, by loan system; since it was added, while it was never synced.',
    labelNames: ['system'],
    registers,
    async collect() {
      const rows = await db.many(METRICS, syncLag, {}).catch(() => undefined);
      lag.reset();
      for (const { system, lagSeconds } of rows ?? []) lag.set({ system }, lagSeconds);
    },
  });
  const connections = new Gauge({
    name: 'tributary_database_connections',
    help: 'Connections of this process’s pool by state (busy, idle), and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'wanted' }, pool.waitingCount);
    },
  });
  return registry;
}
