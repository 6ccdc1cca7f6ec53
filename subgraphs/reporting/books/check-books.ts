import type { DifferenceKind } from '../../../core/contract/exception-kinds.js';
import type { Database } from '../../../core/db/database.js';
import type { Principal } from '../../../core/principal/principal.js';
import type { BooksDifference, CheckedDays, ReportedDays } from './books-difference.js';
import {
  entriesWithoutTransaction,
  lastLoanOfPage,
  mismatchedBalances,
  unbalancedEntries,
} from './books-mismatches.store.js';
import { checkReports } from './check-reports-against-books.js';

/** Checks journal, transactions, balances and reports of some days, and of open findings, to the cent. */
export async function checkBooks(
  db: Database,
  principal: Principal,
  { open, ...days }: CheckedDays,
): Promise<readonly BooksDifference[]> {
  const { organizationId, firstDay: least, businessDay: most } = days;
  const named = (kind: DifferenceKind) => open.filter((one) => one.kind === kind).map(({ reference }) => reference);
  const ofEntries = async (kind: DifferenceKind, made: typeof unbalancedEntries) =>
    (await db.many(principal, made, { organizationId, least, most, entries: named(kind) })).map((row) => ({
      kind,
      ...row,
    }));
  const found: BooksDifference[] = [
    ...(await ofEntries('books_out_of_balance', unbalancedEntries)),
    ...(await ofEntries('books_transactions', entriesWithoutTransaction)),
    ...(await wrongBalances(db, principal, organizationId)),
  ];
  for (const span of spansOf(days, named('books_reports'))) found.push(...(await checkReports(db, principal, span)));
  return found;
}

/** Loans that one statement compares, so that it stays fast however many loans there are. */
const LOANS_AT_ONCE = 5_000;

/** Checks every loan, including those without recent activity: a wrong balance is wrong on a quiet day too. */
async function wrongBalances(
  db: Database,
  principal: Principal,
  organizationId: string,
): Promise<readonly BooksDifference[]> {
  const found: BooksDifference[] = [];
  for (let afterLoan = ''; ; ) {
    const page = await db.first(principal, lastLoanOfPage, { organizationId, afterLoan, limit: LOANS_AT_ONCE });
    if (page === undefined) return found;
    const { lastLoan } = page;
    const wrong = await db.many(principal, mismatchedBalances, { organizationId, afterLoan, lastLoan });
    found.push(...wrong.map((row) => ({ kind: 'books_balances' as const, ...row })));
    afterLoan = lastLoan;
  }
}

/** The requested days, and the days of earlier findings on reports: `crr:2026-01-05:2026-01-05`. */
function spansOf(days: ReportedDays, references: readonly string[]): readonly ReportedDays[] {
  const { organizationId } = days;
  const before = references.map((reference) => {
    const [, firstDay = '', businessDay = ''] = reference.split(':');
    return { organizationId, firstDay, businessDay };
  });
  const keyed = [days, ...before].map((span) => [`${span.firstDay}:${span.businessDay}`, span] as const);
  return [...new Map(keyed).values()];
}
