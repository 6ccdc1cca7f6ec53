import { SimulatedClock } from '../../core/time/clock.js';
import type { IsoDate } from '../../core/time/dates.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { businessDayOf, nextBusinessDay } from '../../ledger/rules/business-day.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { silent } from '../../test/support/identity.js';
import { withNumbers } from '../support/bench.js';
import { withDatabase, withResources } from '../support/database.js';
import { printSpeed } from '../support/figures.js';
import { lenderWithPortfolio } from '../support/lender-with-portfolio.js';
import { ownMemoryMb, watchMemory } from '../support/memory.js';
import { cpuMicrosecondsOf, postmasterOf } from '../support/process-cpu.js';

/** The nights after the cut-over of a made-up portfolio on which nothing is paid; seconds, loans a second, memory. */
export const bench = withNumbers({ loans: 100_000, nights: 3 }, ({ loans, nights }) =>
  withDatabase((place) =>
    withResources(place, (resources) => closeNights(resources, place.databaseUrl, loans, nights)),
  ),
);

async function closeNights(resources: Resources, databaseUrl: string, loans: number, nights: number): Promise<void> {
  await lenderWithPortfolio(resources, loans);
  const { db, pool, clock } = resources;
  const postgres = await postmasterOf(databaseUrl);
  let day: IsoDate = businessDayOf(clock.now());
  const idle = ownMemoryMb();
  const memory = watchMemory(20);
  for (let night = 1; night <= nights; night += 1) {
    day = nextBusinessDay(day);
    const morning = new SimulatedClock(`${day}T15:00:00Z`);
    const from = await snapshots();
    const cpu = await cpuSeconds();
    const { closedThrough, failed } = await printSpeed(`closed the days before ${day}`, loans, () =>
      runDayEnd({ db, clock: morning, logger: silent, endSchedules }),
    );
    const used = (await cpuSeconds()).map((after, n) => (after - (cpu[n] ?? 0)).toFixed(1));
    const recorded = (await snapshots()) - from;
    process.stdout.write(
      `  through ${closedThrough}: ${recorded} positions recorded, ${failed} loans failed; processor time ${used[0]} s, Postgres ${used[1]} s\n`,
    );
  }
  process.stdout.write(`memory ${Math.round(idle)} MB before, at most ${Math.round(memory.peakMb())} MB\n`);

  /** Of this process and of Postgres; NaN where the system does not show it. */
  async function cpuSeconds(): Promise<readonly number[]> {
    const { user, system } = process.cpuUsage();
    const ofPostgres = (await cpuMicrosecondsOf([postgres ?? 0])) ?? Number.NaN;
    return [user + system, ofPostgres].map((microseconds) => microseconds / 1e6);
  }

  async function snapshots(): Promise<number> {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from past_due_snapshot');
    return rows[0]?.n ?? 0;
  }
}
