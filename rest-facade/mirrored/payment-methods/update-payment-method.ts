import { z } from 'zod';
import { sent } from '../../../core/contract/checked.js';
import { updatePaymentMethodBody } from '../../../core/contract/payment-method.js';
import type { UpdatePaymentMethodMutation, UpdatePaymentMethodMutationVariables } from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirrored.js';

/** `nickname` and `holder_name` only; what is left out stays. */
export const updatePaymentMethod = mirrored({
  operationId: 'updatePaymentMethod',
  method: 'PATCH',
  path: '/payment-methods/{id}',
  summary: 'Update a payment method',
  description: 'What is shown may change, instrument data never. What is left out stays.',
  tag: 'Payment methods',
  refusals: ['payment_method_not_found'],
  scope: 'payment_methods:write',
  request: z.object({ path: z.object({ id: z.string() }), query: commonQuery, body: updatePaymentMethodBody }),
  variables: ({ path, body: { nickname, holder_name } }): UpdatePaymentMethodMutationVariables => ({
    ...path,
    input: sent({ nickname, holderName: holder_name }),
  }),
  success: ({ updatePaymentMethod }: UpdatePaymentMethodMutation) => ({ status: 200, body: updatePaymentMethod }),
});
