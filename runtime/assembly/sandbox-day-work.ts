import type { Database } from '../../core/db/database.js';
import type { Logger } from '../../core/logging/logger.js';
import { limitToOrganization, systemPrincipal } from '../../core/principal/principal.js';
import { runDayEndOf } from '../../ledger/day-end.js';
import type { ProjectionContext } from '../../loan-model/projection/projection-context.js';
import { writePositionsOf } from '../../subgraphs/reporting/position/write-daily-positions.js';
import type { DayWork } from '../../subgraphs/servicing/platform/test-clock/advance-worker.js';

const TEST_CLOCK = systemPrincipal('test-clock');
const OPEN = ['pending', 'pending_confirmation'] as const;
/** A file that is still being uploaded blocks nothing. */
const BEING_BOARDED = ['received', 'writing'];

interface DayWorkParts extends ProjectionContext {
  readonly db: Database;
  readonly logger: Logger;
}

/** The worker's daily work, for one day of one sandbox organization. */
export function dayWork(parts: DayWorkParts, autopay: { runDay(organizationId: string): Promise<number> }): DayWork {
  return {
    async closeDays(organizationId) {
      const { failed } = await runDayEndOf(parts, organizationId);
      if (failed === 0) await writePositionsOf(parts, organizationId);
      return failed;
    },
    async runDue(organizationId) {
      const held = await autopay.runDay(organizationId);
      const models = parts.db.models(limitToOrganization(TEST_CLOCK, organizationId));
      const open = { organizationId, status: { in: [...OPEN] } };
      const counts = await Promise.all([
        models.collectedPayment.count({ where: open }),
        models.paymentReversal.count({ where: open }),
        models.autopayCorrection.count({ where: { organizationId, status: 'pending' } }),
        models.tieOutAct.count({ where: { organizationId, status: 'pending' } }),
        models.ledgerBoarding.count({ where: { organizationId, status: { in: [...BEING_BOARDED] } } }),
      ]);
      return counts.reduce((sum, count) => sum + count, held);
    },
  };
}
