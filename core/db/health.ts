import { setTimeout as sleep } from 'node:timers/promises';
import { systemPrincipal } from '../auth/principal.js';
import type { Database } from './database.js';
import { statement } from './statement.js';

const ping = statement<Record<string, never>, { alive: number }>({
  name: 'health.ping',
  unscoped: 'reads nothing',
  text: () => 'select 1 as alive',
});

const HEALTH = systemPrincipal('health');

/** Whether the database answers a trivial question in time. */
export async function answersWithin(db: Database, milliseconds: number): Promise<boolean> {
  const answered = db.first(HEALTH, ping, {}).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(milliseconds, false, { ref: false })]);
}
