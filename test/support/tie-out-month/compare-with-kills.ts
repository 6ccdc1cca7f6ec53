import { Database } from '../../../core/db/database.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import type { Random } from '../../../prisma/seed/demo/random.js';
import { KillableDatabase, Killed } from '../killable-worker.js';
import type { LenderWithSystems } from './lender-with-systems.js';

const PLANNER = systemPrincipal('test');

/** Plans comparisons of past days, and continues each one until it is finished. */
async function look(world: LenderWithSystems, db?: Database): Promise<void> {
  const one = world.looker(db);
  await one.plan(PLANNER, world.organizationId);
  await world.sql.query('update tie_out_look set due_at = now()');
  const { rows } = await world.sql.query(
    `select distinct subject, organization_id as "organizationId" from tie_out_look where step <> 'done' order by subject`,
  );
  for (const side of rows) await one.work(side);
}

/**
 * The comparisons of a day, killed this often before they finish: each time after another statement, with the next
 * worker continuing. The last ones run concurrently: two workers on the same comparisons.
 *
 * @returns how often they were killed.
 */
export async function compareWithKills(world: LenderWithSystems, kills: number, random: Random): Promise<number> {
  let killed = 0;
  while (killed < kills) {
    let left = random.between(1, 60);
    const live = () => {
      left -= 1;
      if (left <= 0) throw new Killed();
    };
    const outcome = await look(world, new KillableDatabase(world.sql, live)).then(
      () => 'through',
      (error: unknown) => {
        if (error instanceof Killed) return 'killed';
        throw error;
      },
    );
    if (outcome === 'through') return killed;
    killed += 1;
  }
  await Promise.all([look(world), look(world, new Database(world.sql))]);
  return killed;
}
