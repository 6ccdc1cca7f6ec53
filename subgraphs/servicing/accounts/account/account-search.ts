import { z } from 'zod';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { text } from '../../../../core/contract/text.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListParts, readPage } from '../../../../core/db/paged-lists.js';
import { idFilter, idInText } from '../../../../core/ids/ids.js';
import { hasScope, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { AccountListArguments } from './account.type.js';
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
  const { externalContractNumber: contract, externalAccountNumber: account } = request;
  const sortedOtherwise = sort === 'newest' ? null : sort; // the plain list is sorted newest first
  return [statuses, minBalanceCents, maxBalanceCents, sought, borrower, contract, account, sortedOtherwise].some(
    (each) => each !== undefined && each !== null,
  );
}

const sought = text({ minimum: 1, maximum: 100 }).nullish();
const searchBody = z.object({
  text: sought,
  borrower: sought,
  external_contract_number: sought,
  external_account_number: sought,
});

/**
 * One page of the accounts that match a request, in the requested order.
 *
 * @throws {Problem} `insufficient_scope` when a caller without `persons:read` searches by borrower; `validation_failed`
 */
export async function searchAccounts(
  parts: ListParts,
  caller: Principal,
  request: AccountListArguments,
): Promise<Page<FoundAccountRow>> {
  const body = checkedBody(searchBody, {
    text: request.text,
    borrower: request.borrower,
    external_contract_number: request.externalContractNumber,
    external_account_number: request.externalAccountNumber,
  });
  const { text: sought, borrower, external_contract_number: contract, external_account_number: account } = body;
  if (typeof borrower === 'string') requireScope(caller, 'persons:read');
  const { from, to, organizationId, primaryBorrowerPartyId: partyId, statuses } = request;
  const part = sought ?? null;
  const parameters: AccountFilters = {
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
  };
  const filters = {
    ...{ organizationId, from, to, partyId, text: sought, borrower, contract, account },
    ...(request.isWithoutSandboxes === true && { isLimited: 'true' }),
    statuses: statuses && JSON.stringify([...new Set(statuses)].toSorted()),
    least: asText(parameters.leastCents),
    most: asText(parameters.mostCents),
  };
  const namedId = idInText(sought);
  if (namedId !== undefined)
    return readPage(parts, caller, ACCOUNTS_BY_ID, { ...parameters, ...NO_TEXT, namedId }, filters, request);
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

const NO_TEXT = { text: null, nameText: null };

/** By the filter that matches the fewest accounts, if there is one. */
function newestFirst({ contractNumber, accountNumber }: AccountFilters) {
  if (contractNumber !== null) return ACCOUNTS_BY_NUMBER.contract;
  return accountNumber === null ? ACCOUNT_SEARCHES.newest : ACCOUNTS_BY_NUMBER.account;
}

function asText(value: number | null): string | null {
  return value === null ? null : String(value);
}
