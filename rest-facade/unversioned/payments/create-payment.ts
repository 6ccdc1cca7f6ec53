import { refused } from '../../route.js';

/** The contract is final, and every request is refused once its caller is known. */
export const createPayment = refused({
  operationId: 'createPayment',
  method: 'POST',
  path: '/payments',
  summary: 'Make a one-time payment',
  description: 'Not offered yet: every request is refused once its caller is known.',
  tag: 'Payments',
  area: 'unversioned',
  problem: 'not_implemented',
});
