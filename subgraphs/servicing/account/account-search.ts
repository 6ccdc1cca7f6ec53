import { z } from 'zod';
import { hasScope, type Principal } from '../../../core/auth/principal.js';
import { checkedBody } from '../../../core/contract/checked.js';
import { dateRange, instants } from '../../../core/contract/date-range.js';
import { text } from '../../../core/contract/text.js';
import type { Page } from '../../../core/db/keyset.js';
import { type ListParts, readPage } from '../../../core/db/list.js';
import { idFilter } from '../../../core/ids.js';
import type { AccountListArguments } from './account.type.js';
import { ACCOUNT_SEARCHES, type AccountFilters, type FoundAccountRow } from './account-search.store.js';

/** Whether a request asks for more than the plain list knows. */
export function isSearch(request: AccountListArguments): boolean {
  const { statuses, minBalanceCents, maxBalanceCents, text: sought, sort } = request;
  const sortedOtherwise = sort === 'newest' ? null : sort; // newest first is how the plain list is sorted
  return [statuses, minBalanceCents, maxBalanceCents, sought, sortedOtherwise].some(
    (each) => each !== undefined && each !== null,
  );
}

const searchBody = z.object({ text: text({ minimum: 1, maximum: 100 }).nullish() });

/** One page of the accounts that a request seeks, in the order that it asks for. */
export async function searchAccounts(
  parts: ListParts,
  caller: Principal,
  request: AccountListArguments,
): Promise<Page<FoundAccountRow>> {
  const { text: sought } = checkedBody(searchBody, { text: request.text });
  const { from, to, organizationId, primaryBorrowerPartyId: partyId, statuses } = request;
  const pattern = sought === undefined || sought === null ? null : containing(sought);
  const parameters: AccountFilters = {
    ...instants(dateRange(from, to)),
    partyId: idFilter(partyId),
    statuses: statuses ?? null,
    leastCents: request.minBalanceCents ?? null,
    mostCents: request.maxBalanceCents ?? null,
    pattern,
    // Else who may not read persons would learn a name by asking for it letter by letter.
    namePattern: hasScope(caller, 'persons:read') ? pattern : null,
  };
  const filters = {
    ...{ organizationId, from, to, partyId, text: sought },
    statuses: statuses && JSON.stringify([...new Set(statuses)].toSorted()),
    least: asText(parameters.leastCents),
    most: asText(parameters.mostCents),
  };
  switch (request.sort) {
    case 'highest_balance':
      return readPage(parts, caller, ACCOUNT_SEARCHES.highest_balance, parameters, filters, request);
    case 'lowest_balance':
      return readPage(parts, caller, ACCOUNT_SEARCHES.lowest_balance, parameters, filters, request);
    case 'next_due':
      return readPage(parts, caller, ACCOUNT_SEARCHES.next_due, parameters, filters, request);
    default:
      return readPage(parts, caller, ACCOUNT_SEARCHES.newest, parameters, filters, request);
  }
}

/** What ILIKE takes for wildcards stands for itself. */
function containing(sought: string): string {
  return `%${sought.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function asText(value: number | null): string | null {
  return value === null ? null : String(value);
}
