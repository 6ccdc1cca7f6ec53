import { z } from 'zod';
import type { DeletePaymentMethodMutation, DeletePaymentMethodMutationVariables } from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** Deactivates; 204 again if it is already inactive; 409 while a schedule uses it. */
export const deletePaymentMethod = mirrored({
  operationId: 'deletePaymentMethod',
  method: 'DELETE',
  path: '/payment-methods/{id}',
  summary: 'Deactivate a payment method',
  description: 'Repeatable. Refused while an active or paused autopay schedule uses it.',
  tag: 'Payment methods',
  refusals: ['payment_method_not_found', 'payment_method_in_use'],
  scope: 'payment_methods:write',
  request: z.object({ path: z.object({ id: z.string() }), query: commonQuery }),
  variables: ({ path }): DeletePaymentMethodMutationVariables => path,
  success: (_: DeletePaymentMethodMutation) => ({ status: 204 }),
});
