import { z } from 'zod';
import { withoutUndefined } from '../../../core/contract/checked-write.js';
import { updatePaymentMethodBody } from '../../../core/contract/payment-method.js';
import type { UpdatePaymentMethodMutation, UpdatePaymentMethodMutationVariables } from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** `nickname` and `holder_name` only; omitted fields do not change. */
export const updatePaymentMethod = mirrored({
  operationId: 'updatePaymentMethod',
  method: 'PATCH',
  path: '/payment-methods/{id}',
  summary: 'Update a payment method',
  description: 'Changes display fields; instrument data never changes. Omitted fields do not change.',
  tag: 'Payment methods',
  refusals: ['payment_method_not_found'],
  scope: 'payment_methods:write',
  request: z.object({ path: z.object({ id: z.string() }), query: commonQuery, body: updatePaymentMethodBody }),
  variables: ({ path, body: { nickname, holder_name } }): UpdatePaymentMethodMutationVariables => ({
    ...path,
    input: withoutUndefined({ nickname, holderName: holder_name }),
  }),
  success: ({ updatePaymentMethod }: UpdatePaymentMethodMutation) => ({ status: 200, body: updatePaymentMethod }),
});
