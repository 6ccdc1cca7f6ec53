import { Gauge } from 'prom-client';
import { metrics } from '../telemetry/metrics.js';

/** The figures that a pool of connections reports. */
interface PoolFigures {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly ending: boolean;
}

/** The purpose of a pool. */
export type PoolPurpose = 'requests' | 'by key' | 'exports' | 'jobs' | 'replica' | 'replica exports';

const pools = new Map<PoolFigures, PoolPurpose>();

/** Shows a pool in this process's metrics until the pool ends. */
export function watchPool(purpose: PoolPurpose, pool: PoolFigures): void {
  pools.set(pool, purpose);
}

const connections = new Gauge({
  name: 'tributary_database_connections',
  help: 'Connections of this process’s pools (requests, by key, exports, jobs, replica, replica exports) by state (busy, idle), and how many wait for one.',
  labelNames: ['pool', 'state'],
  registers: [metrics],
  collect() {
    connections.reset();
    for (const [figures, pool] of pools) {
      if (figures.ending) {
        pools.delete(figures);
        continue;
      }
      connections.inc({ pool, state: 'busy' }, figures.totalCount - figures.idleCount);
      connections.inc({ pool, state: 'idle' }, figures.idleCount);
      connections.inc({ pool, state: 'wanted' }, figures.waitingCount);
    }
  },
});
