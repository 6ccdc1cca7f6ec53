import { Temporal } from 'temporal-polyfill';
import { enqueue } from '../../core/jobs/job-types-and-enqueue.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { SERVICING_ZONE, servicingDate } from '../../core/time/servicing-day.js';
import { previousBusinessDay } from '../../ledger/rules/business-day.js';
import { Comparer } from '../../subgraphs/payments/tie-out/comparison/comparer.js';
import { TIE_OUT_PRINCIPAL } from '../../subgraphs/payments/tie-out/comparison/seal-and-verify-results.js';
import { cardProcessors } from '../assembly/card-processors.js';
import { loanSystems } from '../assembly/loan-systems.js';
import type { Resources } from '../assembly/resources.js';
import { tieOutParts } from '../assembly/tie-out-dependencies.js';
import { findDemo } from './find-demo.js';

/** Business days of the seeded history that the tie-out compares, so that the demo shows more than one. */
const DAYS = 5;

/** Plans comparisons as if the product had run for some days; the worker makes them like those of every day. */
export async function planPastComparisons(resources: Resources): Promise<void> {
  const { db, clock, config } = resources;
  let day = servicingDate(clock.now());
  for (let back = 1; back < DAYS; back += 1) day = previousBusinessDay(day);
  const then = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: SERVICING_ZONE, plainTime: '12:00' });
  const outside = { systems: loanSystems(resources), processors: cardProcessors(resources) };
  const parts = { ...resources, ...outside, clock: new SimulatedClock(then.toInstant()) };
  const looker = new Comparer(tieOutParts(parts, config));
  const { organizations } = await findDemo(db);
  for (const { id } of organizations) await looker.plan(TIE_OUT_PRINCIPAL, id);
  await enqueue(db, 'tie_out_due', {}, { delayMs: 0, key: 'tie_out_due' });
}
