import { AGING_BUCKETS } from '../../../core/contract/report.js';
import { type Principal, requireScope, within } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import { dateRange } from '../../../core/contract/date-range.js';
import type { Database } from '../../../core/db/database.js';
import { servicingDate } from '../../../core/servicing-day.js';
import { agingByBucket } from './aging-summary.store.js';
import type { AgingBucket } from './aging-summary.type.js';

const BUCKETS = ['current', ...AGING_BUCKETS] as const;

/** The portfolio by age, every bucket in order. @throws {Problem} `organization_out_of_scope`, `invalid_date_range`. */
export async function agingSummary(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  principal: Principal,
  asOf: string | null | undefined,
  organizationId: string | null | undefined,
): Promise<readonly AgingBucket[]> {
  requireScope(principal, 'reports:read');
  const day = dateRange(null, asOf).to ?? servicingDate(clock.now());
  const found = await db.many(within(principal, organizationId), agingByBucket, { asOf: day });
  return BUCKETS.map((bucket) => {
    const { shareOfBalance, ...row } = found.find((record) => record.bucket === bucket) ?? { ...NOTHING, bucket };
    return { ...row, shareOfBalance: shareOfBalance ?? NO_SHARE };
  });
}

const NO_SHARE = '0.000000';
const NOTHING = { accounts: 0, balanceCents: 0, pastDueCents: 0, shareOfBalance: NO_SHARE };
