import { z } from 'zod';
import type { Principal } from '../../../core/auth/principal.js';
import { checkedBody } from '../../../core/contract/checked.js';
import { externalReference } from '../../../core/contract/collected-payment.js';
import { dateRange, instants } from '../../../core/contract/date-range.js';
import { snakeCased } from '../../../core/contract/snake-cased.js';
import type { Page } from '../../../core/db/keyset.js';
import { type ListParts, readPage } from '../../../core/db/list.js';
import { idFilter } from '../../../core/ids.js';
import type { SelectedPayment } from './collected-payment.store.js';
import type { PaymentListArguments } from './collected-payment.type.js';
import { PAYMENT_SEARCHES, type PaymentFilters } from './payment-search.store.js';

/** Whether a request asks for more than the payments of an account. */
export function isSearch({ status, externalReference: reference, from, to }: PaymentListArguments): boolean {
  return [status, reference, from, to].some((each) => each !== undefined && each !== null);
}

const searchBody = z.object({ external_reference: externalReference.nullish() });

/** One page of the payments that a request seeks, newest first. */
export async function searchPayments(
  parts: ListParts,
  caller: Principal,
  request: PaymentListArguments,
): Promise<Page<SelectedPayment>> {
  const { organizationId, accountId, status, externalReference: asked, from, to } = request;
  const { external_reference: reference } = checkedBody(searchBody, snakeCased({ externalReference: asked }));
  const parameters: PaymentFilters = {
    accountId: idFilter(accountId),
    status: status ?? null,
    externalReference: reference ?? null,
    ...instants(dateRange(from, to)),
  };
  const filters = { organizationId, accountId, status, reference, from, to };
  return readPage(parts, caller, searchFor(parameters), parameters, filters, request);
}

/** By whatever few payments have in common: a reference, then an account, then a status. */
function searchFor({ externalReference: reference, accountId, status }: PaymentFilters) {
  if (reference !== null) return PAYMENT_SEARCHES.byReference;
  if (accountId !== null) return PAYMENT_SEARCHES.byAccount;
  return status === null || status === 'posted' ? PAYMENT_SEARCHES.all : PAYMENT_SEARCHES.byStatus;
}
