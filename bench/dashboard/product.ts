import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../core/logging/logger.js';
import { type Clock, systemClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { startEmbeddedDatabase } from '../../runtime/embedded/embedded-database.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { writePositionsDue } from '../../subgraphs/reporting/position/write-daily-positions.js';
import { openTestInstance, type TestInstance } from '../../test/support/test-instance.js';

export interface Product {
  readonly instance: TestInstance;
  /** The dashboard's address. */
  readonly origin: string;
  /** As the owner, for bulk data. */
  readonly ownerUrl: string;
  /** Closes past days, and writes the loans' positions for each. */
  closeDays(): Promise<void>;
  stop(): Promise<void>;
}

/** The whole product in this process, on its own Postgres, with sign-in by one click; its worker is idle. */
export async function startProduct({ clock = systemClock }: { readonly clock?: Clock } = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-dashboard-'));
  const logger = createLogger('fatal', 'bench');
  const database = await startEmbeddedDatabase({ dataDir, logger });
  await migrate(database.ownerUrl, { runsAs: database.url });
  const instance = await openTestInstance({
    database: { url: database.ownerUrl, runUrl: database.url, drop: async () => {} },
    worker: false,
    clock,
    isDemo: true,
  });
  const { db } = instance.resources;
  return {
    instance,
    origin: new URL(instance.graphqlUrl).origin,
    ownerUrl: database.ownerUrl,
    async closeDays() {
      const { closedThrough } = await runDayEnd({ db, clock, endSchedules, logger });
      await writePositionsDue({ db, clock, logger }, closedThrough);
    },
    async stop() {
      await instance.close();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
