import { refused } from '../../route.js';

/** The contract is final, but every request is refused after authentication. */
export const createPayment = refused({
  operationId: 'createPayment',
  method: 'POST',
  path: '/payments',
  summary: 'Make a one-time payment',
  description: 'Not offered yet: every request is refused after authentication.',
  tag: 'Payments',
  area: 'unversioned',
  problem: 'not_implemented',
});
