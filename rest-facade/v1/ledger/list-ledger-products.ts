import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { ListLedgerProductsQuery, ListLedgerProductsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';

/** Newest first. */
export const listLedgerProducts = operation({
  operationId: 'listLedgerProducts',
  method: 'GET',
  path: '/v1/ledger/products',
  summary: 'List products',
  description: 'Newest first, including products that are no longer used. `from` and `to` are dates of creation (UTC).',
  tag: 'Ledger',
  area: 'v1',
  scope: 'ledger:read',
  request: z.object({ query: listQuery.safeExtend({}) }),
  variables: ({ query }): ListLedgerProductsQueryVariables => query,
  success: ({ ledgerProducts }: ListLedgerProductsQuery) => ({ status: 200, body: ledgerProducts }),
});
