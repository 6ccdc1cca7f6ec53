import type { Principal } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { BUCKETS } from '../report/aging-bucket-filter.js';
import { authorizeReport } from '../report/authorize-report.js';
import { agingByBucket } from './aging-summary.store.js';
import type { AgingBucket } from './aging-summary.type.js';

/**
 * The portfolio by age, with every bucket in order, for the same accounts and day as the aged balance with the same
 * arguments.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`.
 */
export async function agingSummary(
  { db, clock }: Pick<ServiceParts, 'db' | 'clock'>,
  principal: Principal,
  asOf: string | null | undefined,
  organizationId: string | null | undefined,
): Promise<readonly AgingBucket[]> {
  const { caller, filters } = await authorizeReport(principal, { organizationId, to: asOf }, { db, clock });
  const found = await db.many(caller, agingByBucket, { asOf: filters.asOf, bookedBy: filters.bookedBy });
  return BUCKETS.map((bucket) => {
    const { shareOfBalance, ...row } = found.find((record) => record.bucket === bucket) ?? { ...NOTHING, bucket };
    return { ...row, shareOfBalance: shareOfBalance ?? NO_SHARE };
  });
}

const NO_SHARE = '0.000000';
const NOTHING = { accounts: 0, balanceCents: 0, pastDueCents: 0, shareOfBalance: NO_SHARE };
