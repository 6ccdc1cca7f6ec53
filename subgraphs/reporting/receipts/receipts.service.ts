import type { Readable } from 'node:stream';
import { z } from 'zod';
import { businessClockWithin } from '../../../core/business-time/business-clock.js';
import { checkedBody } from '../../../core/contract/checked-write.js';
import { dateRange } from '../../../core/contract/date-range.js';
import { text } from '../../../core/contract/text.js';
import type { Exports } from '../../../core/db/export-statement-as-csv.js';
import type { Cursors, Page } from '../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../core/db/paged-lists.js';
import { exportSorted } from '../../../core/db/sorted-lists/export-sorted-list.js';
import {
  orderOf,
  readSortedPage,
  readTotals,
  type ShownTotals,
  type SoughtRows,
} from '../../../core/db/sorted-lists/read-sorted-list.js';
import type { ParametersOf } from '../../../core/db/statement.js';
import { invalid } from '../../../core/errors/problem.js';
import { wrongValue } from '../../../core/errors/validation.js';
import { codeFilter } from '../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { addDays, daysBetween, type IsoDate } from '../../../core/time/dates.js';
import { dateIn, SERVICING_ZONE } from '../../../core/time/servicing-day.js';
import { businessDayOf } from '../../../ledger/rules/business-day.js';
import { RECEIPT_LIST } from './receipt-list.store.js';
import { type RECEIPT_FILTERS, RECEIPT_ROWS, type ReceiptRow } from './receipt-rows.store.js';
import { RECEIPT_SUMS, timeZones } from './receipts.store.js';
import type {
  ReceiptDay,
  ReceiptFilterArguments,
  ReceiptListArguments,
  ReceiptsArguments,
  ReceiptsOfDay,
} from './receipts.type.js';

/** An empty string selects payments with an unknown value. */
const sought = z.object({ payment_method: text({ maximum: 100 }).nullish() });

const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;

type DatedParts = Pick<ServiceParts, 'db' | 'clock'>;

/**
 * Receipts by day; days without receipts are omitted. By business day the sums equal the cash receipts report for the
 * same days.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`; `validation_failed` for
 * too many days.
 */
export async function receiptsByDay(
  { db, clock }: DatedParts,
  principal: Principal,
  request: ReceiptsArguments,
): Promise<readonly ReceiptsOfDay[]> {
  const { caller, range } = await admitted({ db, clock }, principal, request);
  const rows = await db.many(caller, RECEIPT_SUMS[request.by][request.groupBy], range);
  return rows.map((row) => ({ ...row, netCents: row.grossCents - row.reversedCents }));
}

/**
 * The payments in those sums, in the requested order; else latest business day first.
 *
 * @throws {Problem} as `receiptsByDay`; `invalid_limit`, `validation_failed` for a bad cursor; `insufficient_scope`
 *   when a caller without `persons:read` sorts by borrower.
 */
export async function receipts(
  parts: DatedParts & { readonly cursors: Cursors },
  principal: Principal,
  request: ReceiptListArguments,
): Promise<Page<ReceiptRow>> {
  const sought = await receiptsSought(parts, principal, request);
  const { sortBy } = request;
  if (sortBy === 'borrower') requireScope(principal, 'persons:read');
  if (sortBy) return readSortedPage(parts, RECEIPT_LIST[request.by], sought, sortBy, request);
  return readPage(parts, sought.caller, RECEIPT_ROWS[request.by], sought.parameters, sought.filters, request);
}

/** Number and sums of all receipts that match. @throws {Problem} as `receipts` */
export async function receiptTotals(
  parts: DatedParts,
  principal: Principal,
  request: ReceiptFilterArguments,
): Promise<ShownTotals> {
  return readTotals(parts, RECEIPT_LIST[request.by], await receiptsSought(parts, principal, request));
}

/** All receipts that match, in the order of the list, as CSV. @throws {Problem} as `receipts` and `exportSorted` */
export async function receiptsCsv(
  parts: DatedParts & { readonly exports: Exports },
  principal: Principal,
  request: ReceiptListArguments,
): Promise<Readable> {
  const { sortBy } = request;
  if (sortBy === 'borrower') requireScope(principal, 'persons:read');
  const order = sortBy ? orderOf(sortBy, request) : 'business_day desc';
  const sought = await receiptsSought(parts, principal, request);
  return exportSorted(parts.exports, principal, RECEIPT_LIST[request.by], sought, order);
}

/** The filters of a request for receipts: for pages, totals and files alike. */
async function receiptsSought(
  parts: DatedParts,
  principal: Principal,
  request: ReceiptFilterArguments,
): Promise<SoughtRows<ParametersOf<typeof RECEIPT_FILTERS>>> {
  const { caller, range } = await admitted(parts, principal, request);
  const { organizationId, from, to } = request;
  const { payment_method: paymentMethod = null } = checkedBody(sought, { payment_method: request.paymentMethod });
  const loanSystemCode = codeFilter(request.loanSystemCode);
  const filters = { organizationId, from, to, paymentMethod, loanSystemCode };
  return { caller, parameters: { ...range, paymentMethod, loanSystemCode }, filters };
}

/** The caller, and the requested days. */
async function admitted(
  parts: DatedParts,
  principal: Principal,
  request: Pick<ReceiptsArguments, 'organizationId' | 'from' | 'to' | 'by'>,
): Promise<{ readonly caller: Principal; readonly range: { readonly least: IsoDate; readonly most: IsoDate } }> {
  requireScope(principal, 'reports:read');
  const caller = limitToOrganization(principal, request.organizationId);
  const { from, to } = dateRange(request.from, request.to);
  const most = to ?? (await lastDay(parts, caller, request.by));
  const least = from ?? addDays(most, 1 - DEFAULT_DAYS);
  if (daysBetween(least, most) >= MOST_DAYS) {
    throw invalid([wrongValue('from', `at most ${MOST_DAYS} days per request`, least)]);
  }
  return { caller, range: { least, most } };
}

/** The latest day on which a payment recorded now may count, in any lender's time zone. */
async function lastDay({ db, clock }: DatedParts, caller: Principal, by: ReceiptDay): Promise<IsoDate> {
  const now = (await businessClockWithin(db, clock, caller.organizationIds)).now();
  const zones = await db.many(caller, timeZones, {});
  const todays = [SERVICING_ZONE, ...zones.map(({ timeZone }) => timeZone)].map((zone) => dateIn(zone, now));
  const own = zones.length === 0 ? todays : todays.slice(1);
  const days = by === 'BUSINESS_DAY' ? [...own, businessDayOf(now)] : own;
  return days.reduce((latest, day) => (day > latest ? day : latest));
}
