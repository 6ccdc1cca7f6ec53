import { z } from 'zod';
import { businessClockWithin } from '../../../../core/business-time/business-clock.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { text } from '../../../../core/contract/text.js';
import type { Database } from '../../../../core/db/database.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListParts, readPage } from '../../../../core/db/paged-lists.js';
import { orderOf, readSortedPage, type SoughtRows } from '../../../../core/db/sorted-lists/read-sorted-list.js';
import type { Order } from '../../../../core/db/sorted-lists/sorted-list.js';
import { idFilter, idInText } from '../../../../core/ids/ids.js';
import { hasScope, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import type { AccountFilterArguments, AccountListArguments } from './account.type.js';
import type { AccountColumn } from './account-columns.js';
import { ACCOUNT_LIST, type AccountListFilters } from './account-list.store.js';
import {
  ACCOUNT_SEARCHES,
  ACCOUNTS_BY_ID,
  ACCOUNTS_BY_NUMBER,
  type AccountFilters,
  type FoundAccountRow,
} from './account-search.store.js';

/** Whether a request needs more than the plain list offers. */
export function isSearch(request: AccountListArguments): boolean {
  const { statuses, minBalanceCents, maxBalanceCents, text: sought, borrower, sort } = request;
  const { externalContractNumber: contract, externalAccountNumber: account, minDaysPastDue, maxDaysPastDue } = request;
  const sortedOtherwise = sort === 'newest' ? null : sort; // the plain list is sorted newest first
  const others = [minDaysPastDue, maxDaysPastDue, request.flags, request.sortBy];
  return [
    statuses,
    minBalanceCents,
    maxBalanceCents,
    sought,
    borrower,
    contract,
    account,
    sortedOtherwise,
    ...others,
  ].some((each) => each !== undefined && each !== null);
}

const sought = text({ minimum: 1, maximum: 100 }).nullish();
const searchBody = z.object({
  text: sought,
  borrower: sought,
  external_contract_number: sought,
  external_account_number: sought,
});

/** What the filters of a list are read with. */
export interface AccountSearchParts extends ListParts {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * The filters of a request for accounts: for pages, totals and files alike.
 *
 * @param caller - limited to the organizations that the request covers
 * @throws {Problem} `insufficient_scope` when a caller without `persons:read` searches by borrower; `validation_failed`
 */
export async function accountsSought(
  { db, clock }: Pick<AccountSearchParts, 'db' | 'clock'>,
  caller: Principal,
  request: AccountFilterArguments,
): Promise<SoughtRows<AccountListFilters>> {
  const body = checkedBody(searchBody, {
    text: request.text,
    borrower: request.borrower,
    external_contract_number: request.externalContractNumber,
    external_account_number: request.externalAccountNumber,
  });
  const { text: sought, borrower, external_contract_number: contract, external_account_number: account } = body;
  if (typeof borrower === 'string') requireScope(caller, 'persons:read');
  const { from, to, organizationId, primaryBorrowerPartyId: partyId, statuses } = request;
  const namedId = idInText(sought) ?? null;
  const part = namedId === null ? (sought ?? null) : null;
  const parameters: AccountListFilters = {
    ...instants(dateRange(from, to)),
    partyId: idFilter(partyId),
    statuses: statuses ?? null,
    leastCents: request.minBalanceCents ?? null,
    mostCents: request.maxBalanceCents ?? null,
    text: part,
    // Without this check, a caller who may not read persons could find out a name letter by letter.
    nameText: hasScope(caller, 'persons:read') ? part : null,
    borrower: borrower ?? null,
    contractNumber: contract ?? null,
    accountNumber: account ?? null,
    leastDaysPastDue: request.minDaysPastDue ?? null,
    mostDaysPastDue: request.maxDaysPastDue ?? null,
    flags: request.flags ?? null,
    today: servicingDate((await businessClockWithin(db, clock, caller.organizationIds)).now()),
    namedId,
  };
  const filters = {
    ...{ organizationId, from, to, partyId, text: sought, borrower, contract, account },
    ...(request.isWithoutSandboxes === true && { isLimited: 'true' }),
    ...(parameters.leastDaysPastDue !== null && { leastDays: asText(parameters.leastDaysPastDue) }),
    ...(parameters.mostDaysPastDue !== null && { mostDays: asText(parameters.mostDaysPastDue) }),
    ...(request.flags && { flags: JSON.stringify([...new Set(request.flags)].toSorted()) }),
    statuses: statuses && JSON.stringify([...new Set(statuses)].toSorted()),
    least: asText(parameters.leastCents),
    most: asText(parameters.mostCents),
  };
  return { caller, parameters, filters };
}

/**
 * One page of the accounts that match a request, in the requested order.
 *
 * @throws {Problem} as `accountsSought`; `insufficient_scope` when a caller without `persons:read` sorts by borrower
 */
export async function searchAccounts(
  parts: AccountSearchParts,
  caller: Principal,
  request: AccountListArguments,
): Promise<Page<FoundAccountRow>> {
  const found = await accountsSought(parts, caller, request);
  const { sortBy } = request;
  if (sortBy === 'borrower') requireScope(caller, 'persons:read');
  if (sortBy) return readSortedPage(parts, ACCOUNT_LIST, found, sortBy, request);
  const { filters } = found;
  const { namedId, ...parameters } = found.parameters;
  if (namedId !== null) return readPage(parts, caller, ACCOUNTS_BY_ID, { ...parameters, namedId }, filters, request);
  switch (request.sort) {
    case 'highest_balance':
      return readPage(parts, caller, ACCOUNT_SEARCHES.highest_balance, parameters, filters, request);
    case 'lowest_balance':
      return readPage(parts, caller, ACCOUNT_SEARCHES.lowest_balance, parameters, filters, request);
    case 'next_due':
      return readPage(parts, caller, ACCOUNT_SEARCHES.next_due, parameters, filters, request);
    default:
      return readPage(parts, caller, newestFirst(parameters), parameters, filters, request);
  }
}

/** The order of the list that the same request returns page by page. */
export function orderOfAccounts({ sort, sortBy, ...request }: AccountListArguments): Order<AccountColumn> {
  if (sortBy) return orderOf(sortBy, request);
  if (sort === 'next_due') return 'next_due asc';
  if (sort === 'highest_balance') return 'balance desc';
  return sort === 'lowest_balance' ? 'balance asc' : 'created desc';
}

/** By the filter that matches the fewest accounts, if there is one. */
function newestFirst({ contractNumber, accountNumber }: AccountFilters) {
  if (contractNumber !== null) return ACCOUNTS_BY_NUMBER.contract;
  return accountNumber === null ? ACCOUNT_SEARCHES.newest : ACCOUNTS_BY_NUMBER.account;
}

function asText(value: number | null): string | null {
  return value === null ? null : String(value);
}
