import type { Database } from '../../../core/db/database.js';
import type { Principal } from '../../../core/principal/principal.js';
import { reportOf } from '../reports/reports.js';
import type { BooksDifference, ReportedDays } from './books-difference.js';
import { cashExpected } from './books-mismatches.store.js';
import { EXPECTED } from './expected-sums.store.js';

/** The cash reports, and the expected sum for each. */
const OF_CASH = [
  ['crr', 'received'],
  ['mpr', 'received'],
  ['nsfr', 'returned'],
  ['car', 'adjusted'],
] as const;

/** Each of the ten reports for some days, with the amount expected from the books. */
export async function checkReports(
  db: Database,
  principal: Principal,
  { organizationId, firstDay, businessDay }: ReportedDays,
): Promise<readonly BooksDifference[]> {
  const days = { organizationId, least: firstDay, most: businessDay };
  const found: BooksDifference[] = [];
  const check = async (code: string, summed: string, expected: number) => {
    const filters = { ...days, asOf: businessDay, bookedBy: businessDay, bucket: '' };
    const sum = (await db.first(principal, reportOf(code).totals, filters))?.[summed] ?? 0;
    if (sum === expected) return;
    const reference = `${code}:${firstDay}:${businessDay}`;
    const ours = JSON.stringify({ amount_cents: expected });
    const theirs = JSON.stringify({ report: code, amount_cents: sum });
    found.push({ kind: 'books_reports', reference, accountId: null, ours, theirs });
  };
  const cash = await db.first(principal, cashExpected, days);
  for (const [code, name] of OF_CASH) await check(code, 'amount_cents', cash?.[name] ?? 0);
  for (const { code, summed, statement } of EXPECTED) {
    await check(code, summed, (await db.first(principal, statement, days))?.cents ?? 0);
  }
  return found;
}
