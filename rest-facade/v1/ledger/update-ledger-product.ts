import { z } from 'zod';
import { withoutUndefined } from '../../../core/contract/checked-write.js';
import { updateProductBody } from '../../../core/contract/ledger-product.js';
import { operation } from '../../declare-operation-route.js';
import type { UpdateLedgerProductMutation, UpdateLedgerProductMutationVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** Its name, and whether loans may be booked under it. */
export const updateLedgerProduct = operation({
  operationId: 'updateLedgerProduct',
  method: 'PATCH',
  path: '/v1/ledger/products/{product_id}',
  summary: 'Update a product',
  description:
    'Changes its name, and whether loans may be booked under it; existing loans are not affected. Terms are revised instead.',
  tag: 'Ledger',
  refusals: ['ledger_product_not_found'],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({
    path: z.object({ product_id: z.string() }),
    query: organizationQuery,
    body: updateProductBody,
  }),
  answers: { 200: { is_active: false } },
  variables: ({ path, body }): UpdateLedgerProductMutationVariables => ({
    ...path,
    input: withoutUndefined({ name: body.name, isActive: body.is_active }),
  }),
  success: (answer: UpdateLedgerProductMutation) => ({ status: 200, body: answer.updateLedgerProduct }),
});
