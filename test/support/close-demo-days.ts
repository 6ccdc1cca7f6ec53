import type { Database } from '../../core/db/database.js';
import type { Logger } from '../../core/logging/logger.js';
import type { Clock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { writePositionsDue } from '../../subgraphs/reporting/position/write-daily-positions.js';

/** Closes past days and writes each loan's positions, as the worker's jobs do. */
export async function closeDemoDays(parts: {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}): Promise<void> {
  const { closedThrough } = await runDayEnd({ ...parts, endSchedules });
  await writePositionsDue(parts, closedThrough);
}
