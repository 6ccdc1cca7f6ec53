import { systemPrincipal } from '../auth/principal.js';
import type { Check } from '../health/readiness.js';
import { joined } from '../telemetry/reading.js';
import type { Database } from './database.js';
import { readMigrations } from './migrate/migrations-folder.js';
import { statement } from './statement.js';

const ping = statement<Record<string, never>, { alive: number }>({
  name: 'health.ping',
  unscoped: 'reads nothing',
  text: () => 'select 1 as alive',
});

const applied = statement<Record<string, never>, { name: string }>({
  name: 'health.migrations',
  unscoped: 'reads the database’s own history',
  text: () => 'select migration_name as name from _prisma_migrations where finished_at is not null',
});

const queueStands = statement<Record<string, never>, { stands: boolean }>({
  name: 'health.queue',
  unscoped: 'reads no rows',
  text: () => `select to_regclass('graphile_worker.jobs') is not null as stands`,
});

const HEALTH = systemPrincipal('health');

/** The database answers; it has every migration of this version, or of a newer one; its job queue is set up. */
export function databaseChecks(db: Database): readonly Check[] {
  // What has been applied stays applied: found once, it is not asked for again.
  let isMigrated = false;
  const checks: readonly Check[] = [
    { name: 'database', isRequired: true, passes: async () => (await db.first(HEALTH, ping, {}))?.alive === 1 },
    {
      name: 'migrations',
      isRequired: true,
      passes: async () => {
        isMigrated ||= await hasEveryMigration(db);
        return isMigrated;
      },
    },
    {
      name: 'queue',
      isRequired: true,
      passes: async () => (await db.first(HEALTH, queueStands, {}))?.stands === true,
    },
  ];
  // Who asks every few seconds must not take a connection each time from a database that has frozen.
  return checks.map((check) => ({ ...check, passes: joined(check.passes) }));
}

async function hasEveryMigration(db: Database): Promise<boolean> {
  const [rows, ours] = await Promise.all([db.many(HEALTH, applied, {}), readMigrations()]);
  const names = new Set(rows.map(({ name }) => name));
  return ours.every(({ name }) => names.has(name));
}
