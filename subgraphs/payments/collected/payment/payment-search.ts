import { z } from 'zod';
import { snakeCased } from '../../../../core/contract/case-conversion.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { externalReference } from '../../../../core/contract/collected-payment.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { distinct } from '../../../../core/contract/query-parameters.js';
import { text } from '../../../../core/contract/text.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListParts, readPage } from '../../../../core/db/paged-lists.js';
import { orderOf, readSortedPage, type SoughtRows } from '../../../../core/db/sorted-lists/read-sorted-list.js';
import type { Order } from '../../../../core/db/sorted-lists/sorted-list.js';
import { codeFilter, idFilter } from '../../../../core/ids/ids.js';
import { hasScope, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { SelectedPayment } from './collected-payment.reads.store.js';
import type { PaymentFilterArguments, PaymentListArguments } from './collected-payment.type.js';
import type { PaymentColumn } from './payment-columns.js';
import { PAYMENT_LIST } from './payment-list.store.js';
import { DATED_PAYMENT_SEARCHES, PAYMENT_SEARCHES, type PaymentFilters } from './payment-search.store.js';

/** Whether a request has more filters than the account. */
export function isSearch({
  accountId,
  organizationId,
  limit,
  cursor,
  isDescending,
  ...sought
}: PaymentListArguments): boolean {
  return Object.values(sought).some((each) => each !== undefined && each !== null);
}

const searchBody = z.object({
  external_reference: externalReference.nullish(),
  text: text({ minimum: 1, maximum: 100 }).nullish(),
});

/**
 * The filters of a request for payments: for pages, totals and files alike.
 *
 * @param caller - limited to the organizations that the request covers
 * @throws {Problem} `invalid_date_range`, `validation_failed`.
 */
export function paymentsSought(caller: Principal, request: PaymentFilterArguments): SoughtRows<PaymentFilters> {
  const asked = snakeCased({ externalReference: request.externalReference, text: request.text });
  const { external_reference: reference, text: sought } = checkedBody(searchBody, asked);
  const { organizationId, accountId, from, to, timeZone } = request;
  const loanSystemCode = codeFilter(request.loanSystemCode);
  const part = sought ?? null;
  const applied = dateRange(request.effectiveFrom, request.effectiveTo);
  const parameters: PaymentFilters = {
    accountId: idFilter(accountId),
    statuses: bothOf(request.statuses, request.status),
    methods: distinct(request.paymentMethods),
    loanSystemCode,
    leastCents: request.minAmountCents ?? null,
    mostCents: request.maxAmountCents ?? null,
    text: part,
    // Otherwise a caller who may not read persons could find out a name letter by letter.
    nameText: hasScope(caller, 'persons:read') ? part : null,
    externalReference: reference ?? null,
    ...instants(dateRange(from, to), timeZone),
    effectiveFrom: applied.from,
    effectiveTo: applied.to,
  };
  const filters = {
    ...{ organizationId, accountId, reference, from, to, loanSystemCode, text: sought },
    ...(typeof timeZone === 'string' && { timeZone }),
    ...(isDated(request) && { effectiveFrom: applied.from, effectiveTo: applied.to }),
    statuses: written(parameters.statuses),
    methods: written(parameters.methods),
    least: written(parameters.leastCents),
    most: written(parameters.mostCents),
  };
  return { caller, parameters, filters };
}

/**
 * One page of the payments that match a request, in the requested order; else newest first, or by the day on which they
 * were applied, latest first, if the request filters by that day.
 *
 * @throws {Problem} as `paymentsSought`; `insufficient_scope` when a caller without `persons:read` sorts by borrower
 */
export async function searchPayments(
  parts: ListParts,
  caller: Principal,
  request: PaymentListArguments,
): Promise<Page<SelectedPayment>> {
  const sought = paymentsSought(caller, request);
  const { sortBy } = request;
  if (sortBy === 'borrower') requireScope(caller, 'persons:read');
  if (sortBy) return readSortedPage(parts, PAYMENT_LIST, sought, sortBy, request);
  const { parameters, filters } = sought;
  return isDated(request)
    ? readPage(parts, caller, datedSearchFor(parameters), parameters, filters, request)
    : readPage(parts, caller, searchFor(parameters), parameters, filters, request);
}

/** The order of the list that the same request returns page by page. */
export function orderOfPayments(request: PaymentListArguments): Order<PaymentColumn> {
  if (request.sortBy) return orderOf(request.sortBy, request);
  return isDated(request) ? 'applied desc' : 'recorded desc';
}

/** Whether the request filters by the day on which payments were applied. */
function isDated({ effectiveFrom, effectiveTo }: PaymentFilterArguments): boolean {
  return [effectiveFrom, effectiveTo].some((day) => day !== undefined && day !== null);
}

/** Picks the search by the most selective filter: reference, account, status, amount or method. */
function searchFor({
  externalReference: reference,
  accountId,
  statuses,
  methods,
  leastCents,
  mostCents,
}: PaymentFilters) {
  if (reference !== null) return PAYMENT_SEARCHES.byReference;
  if (accountId !== null) return PAYMENT_SEARCHES.byAccount;
  if (statuses !== null && !statuses.includes('posted')) return PAYMENT_SEARCHES.byStatus;
  if (leastCents !== null && leastCents === mostCents) return PAYMENT_SEARCHES.byAmount;
  return methods === null ? PAYMENT_SEARCHES.all : PAYMENT_SEARCHES.byMethod;
}

/** The same; otherwise by day, because each method occurs on nearly every day. */
function datedSearchFor({ externalReference: reference, accountId, statuses, leastCents, mostCents }: PaymentFilters) {
  if (reference !== null) return DATED_PAYMENT_SEARCHES.byReference;
  if (accountId !== null) return DATED_PAYMENT_SEARCHES.byAccount;
  if (statuses !== null && !statuses.includes('posted')) return DATED_PAYMENT_SEARCHES.byStatus;
  return leastCents !== null && leastCents === mostCents ? DATED_PAYMENT_SEARCHES.byAmount : DATED_PAYMENT_SEARCHES.all;
}

/** The statuses that both arguments allow; null: all. */
function bothOf(statuses: readonly string[] | null | undefined, status: string | null | undefined) {
  if (status === undefined || status === null) return distinct(statuses);
  return (statuses ?? [status]).filter((each) => each === status);
}

/** A filter as it is written in a cursor. */
function written(filter: readonly string[] | number | null): string | null {
  return filter === null ? null : JSON.stringify(filter);
}
