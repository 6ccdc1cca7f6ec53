import type { Database } from '../../../core/db/database.js';
import type { Principal } from '../../../core/principal/principal.js';
import { REPORTS } from '../reports/reports.js';
import type { BooksDifference, ReportedDays } from './books-difference.js';
import { cashExpected } from './books-mismatches.store.js';
import { EXPECTED } from './expected-sums.store.js';

/** Each report for some days, with the amount expected from the books. */
export async function checkReports(
  db: Database,
  principal: Principal,
  { organizationId, firstDay, businessDay }: ReportedDays,
): Promise<readonly BooksDifference[]> {
  const days = { organizationId, least: firstDay, most: businessDay };
  const filters = { ...days, asOf: businessDay, bookedBy: businessDay, bucket: '' };
  const cash = await db.first(principal, cashExpected, days);
  const found: BooksDifference[] = [];
  for (const { code, totals } of REPORTS) {
    const { summed, of } = EXPECTED[code];
    const expected = typeof of === 'string' ? cash?.[of] : (await db.first(principal, of, days))?.cents;
    const sum = (await db.first(principal, totals, filters))?.[summed];
    if ((sum ?? 0) === (expected ?? 0)) continue;
    const reference = `${code}:${firstDay}:${businessDay}`;
    const ours = JSON.stringify({ amount_cents: expected ?? 0 });
    const theirs = JSON.stringify({ report: code, amount_cents: sum ?? 0 });
    found.push({ kind: 'books_reports', reference, accountId: null, ours, theirs });
  }
  return found;
}
