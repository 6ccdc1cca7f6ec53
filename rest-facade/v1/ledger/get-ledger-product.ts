import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetLedgerProductQuery, GetLedgerProductQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** With all its versions. */
export const getLedgerProduct = operation({
  operationId: 'getLedgerProduct',
  method: 'GET',
  path: '/v1/ledger/products/{product_id}',
  summary: 'Read a product',
  description: 'With all versions of its terms, oldest first.',
  tag: 'Ledger',
  refusals: ['ledger_product_not_found'],
  area: 'v1',
  scope: 'ledger:read',
  request: z.object({ path: z.object({ product_id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetLedgerProductQueryVariables => path,
  success: ({ ledgerProduct }: GetLedgerProductQuery) => ({ status: 200, body: ledgerProduct }),
});
