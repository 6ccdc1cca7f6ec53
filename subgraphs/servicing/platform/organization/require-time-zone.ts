import type { Database } from '../../../../core/db/database.js';
import { invalid } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { timeZoneInPostgres } from './organization.store.js';

/**
 * @throws {Problem} `validation_failed` when Postgres does not know the time zone, because its reports could not be
 *   produced.
 */
export async function requireTimeZone(db: Database, principal: Principal, timeZone: string): Promise<void> {
  const found = await db.first(principal, timeZoneInPostgres, { timeZone });
  if (found?.isKnown === true) return;
  throw invalid([wrongValue('timeZone', 'the database’s time zone data does not have this name', timeZone)]);
}
