import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { vi } from 'vitest';

/**
 * Moves time forward on demand, for leases and deadlines that are too long to wait for: this process's monotonic clock
 * and Postgres' `clock_timestamp()` and `statement_timestamp()` run as usual, and are all moved by the same amount.
 */
export interface SimulatedTime {
  pass(milliseconds: number): Promise<void>;
  /** Restores the process's clock; the database is dropped with its own. */
  restore(): Promise<void>;
}

/** Only connections opened afterwards see the simulated clock of the database. */
export async function simulateTime(databaseUrl: string): Promise<SimulatedTime> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  await sql.query(`
    create schema simulated;
    create table simulated.clock (ahead_ms bigint not null);
    insert into simulated.clock values (0);
    create function simulated.clock_timestamp() returns timestamptz volatile language sql as $$
      select pg_catalog.clock_timestamp() + make_interval(secs => ahead_ms / 1000.0) from simulated.clock $$;
    create function simulated.statement_timestamp() returns timestamptz stable language sql as $$
      select pg_catalog.statement_timestamp() + make_interval(secs => ahead_ms / 1000.0) from simulated.clock $$;
    grant usage on schema simulated to public;
    grant select on simulated.clock to public;
    alter database ${new URL(databaseUrl).pathname.slice(1)} set search_path = simulated, pg_catalog, public`);

  let aheadMs = 0;
  const running = performance.now.bind(performance);
  const now = vi.spyOn(performance, 'now').mockImplementation(() => running() + aheadMs);
  return {
    async pass(milliseconds) {
      await sql.query('update simulated.clock set ahead_ms = ahead_ms + $1', [milliseconds]);
      aheadMs += milliseconds;
    },
    async restore() {
      now.mockRestore();
      await sql.end();
    },
  };
}
